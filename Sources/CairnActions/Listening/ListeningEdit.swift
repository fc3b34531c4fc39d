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

  /// The start position.
  package static let start = InputField.audio(
    "start_position_seconds",
    option: "from",
    "The start position in the audio",
    example: "1:02:03"
  )
  /// The end position.
  package static let position = InputField.audio(
    "position_seconds",
    option: "position",
    "Your current position in the audio",
    example: "1:40:00"
  )
  /// The playback speed.
  package static let speed = InputField.number(
    "speed_hundredths",
    option: "speed",
    "The playback speed",
    in: 10...1_000,
    decimals: 2,
    example: "1.25"
  )
  private static let completed = InputField.flag(
    "completed",
    "You finished the story",
    no: ("partial", "You did not finish the story (default)")
  )
  /// The fields of a session at any time.
  package static let fields = [start, position, speed, completed]

  /// Creates an edit without changes.
  public init() {}

  /// Reads the fields.
  public init(_ input: some ActInput) throws(CairnError) {
    start = try input.length(Self.start)
    position = try input.length(Self.position)
    speed = try input.number(Self.speed)
    isCompleted = try input.flag(Self.completed) ?? nil
  }

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
