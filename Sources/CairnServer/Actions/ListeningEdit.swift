import Cairn
import CairnStore

/// Changes to the listening part of a session; nil leaves a value unchanged.
struct ListeningEdit: Sendable {
  /// The new start position in the audio; the inner nil clears it.
  var start: Milliseconds??
  /// The new end position in the audio; the inner nil clears it.
  var position: Milliseconds??
  /// Whether the story was finished.
  var isCompleted: Bool?
  /// The playback speed in hundredths; the inner nil clears it.
  var speed: Int64??

  /// Whether nothing changes.
  var isEmpty: Bool { start == nil && position == nil && isCompleted == nil && speed == nil }

  /// Applies the changes to a session's detail.
  ///
  /// Throws `listening.beyond_end`, `listening.invalid_position` and `listening.invalid_speed`.
  func apply(to detail: inout Listening, in writer: LogWriter) throws {
    try writer.setPlaces(start, position, of: &detail)
    if let isCompleted { detail.isCompleted = isCompleted }
    if let speed { try detail.setSpeed(speed) }
  }

  /// Applies the changes to a session; throws `listening.other_kind` for another kind of session.
  func apply(to id: SessionID, in writer: LogWriter) throws {
    guard !isEmpty else { return }
    try writer.requireListening(id)
    try writer.change(id, as: Listening.self) { try apply(to: &$0.detail, in: writer) }
  }
}

extension ListeningEdit {
  /// 10,000 hours in seconds, a limit that no audio exceeds.
  private static let longest: Int64 = 36_000_000

  static let members = [
    SchemaField(
      "start_position_seconds",
      .integer(0...longest),
      "the start position in the audio in seconds"
    ),
    SchemaField(
      "position_seconds",
      .integer(0...longest),
      "the end position in the audio in seconds"
    ),
    SchemaField("completed", .bool, "whether the story was finished"),
    SchemaField(
      "speed_hundredths",
      .integer(10...1_000),
      "the playback speed in hundredths: 125 is 1.25×"
    ),
  ]

  /// Reads the declared fields.
  init(_ input: Input) {
    start = input.editedNumber("start_position_seconds").map { Self.seconds($0) }
    position = input.editedNumber("position_seconds").map { Self.seconds($0) }
    if input.has("completed") { isCompleted = input.bool("completed") }
    speed = input.editedNumber("speed_hundredths")
  }

  private static func seconds(_ count: Int64?) -> Milliseconds? {
    count.map { Milliseconds.seconds($0) }
  }
}
