public import Cairn

/// Changes to the listening part of a session; nil leaves a value unchanged.
public struct ListeningEdit: Sendable {
  /// The new start position in the audio; the inner nil clears it.
  public var start: Milliseconds??
  /// The new end position in the audio; the inner nil clears it.
  public var position: Milliseconds??
  /// Whether the story was finished.
  public var isCompleted: Bool?
  /// The playback speed in hundredths; the inner nil clears it.
  public var speed: Int64??

  /// Creates an edit without changes.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool {
    start == nil && position == nil && isCompleted == nil && speed == nil
  }

  /// Applies the changes to a session's detail.
  ///
  /// An unchanged position may exceed the duration of a story that turned out shorter. Throws `listening.beyond_end`,
  /// `listening.invalid_position` and `listening.invalid_speed`.
  public func apply(to detail: inout Listening, in store: some RecordStore) throws(CairnError) {
    let (from, to) = (start ?? detail.startPosition, position ?? detail.endPosition)
    let story = try store.find(Story.self, detail.story.record)
    if let from, from != detail.startPosition { try story?.requirePosition(from) }
    if let to, to != detail.endPosition { try story?.requirePosition(to) }
    try detail.setPositions(from, to)
    if let isCompleted { detail.isCompleted = isCompleted }
    if let speed { try detail.setSpeed(speed) }
  }
}
