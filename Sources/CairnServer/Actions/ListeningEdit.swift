import Cairn
import CairnStore

/// What a listener says of a session; what they do not say stays as it is, and each can be cleared.
struct ListeningEdit: Sendable {
  /// Where in the audio it began; the inner nil takes it away.
  var start: Milliseconds??
  /// Where in the audio it ended; the inner nil takes it away.
  var position: Milliseconds??
  /// Whether the story was heard to its end.
  var isCompleted: Bool?
  /// The speed of playback in hundredths; the inner nil takes it away.
  var speed: Int64??

  /// Whether nothing is said.
  var isEmpty: Bool { start == nil && position == nil && isCompleted == nil && speed == nil }

  /// Puts it on what a session records.
  ///
  /// Throws `listening.beyond_end`, `listening.invalid_position` and `listening.invalid_speed`.
  func apply(to detail: inout Listening, in writer: LogWriter) throws {
    try writer.setPlaces(start, position, of: &detail)
    if let isCompleted { detail.isCompleted = isCompleted }
    if let speed { try detail.setSpeed(speed) }
  }

  /// Puts it on a session; throws `listening.other_kind` for one of another kind.
  func apply(to id: SessionID, in writer: LogWriter) throws {
    guard !isEmpty else { return }
    try writer.requireListening(id)
    try writer.change(id, as: Listening.self) { try apply(to: &$0.detail, in: writer) }
  }
}

extension ListeningEdit {
  /// Seconds in 10,000 hours, which no audio is longer than.
  private static let longest: Int64 = 36_000_000

  static let members = [
    SchemaField(
      "start_position_seconds",
      .integer(0...longest),
      "where in the audio it began, in seconds"
    ),
    SchemaField("position_seconds", .integer(0...longest), "where in the audio it ended, in seconds"),
    SchemaField("completed", .bool, "the story was heard to its end"),
    SchemaField(
      "speed_hundredths",
      .integer(10...1_000),
      "the speed of playback in hundredths: 125 is 1.25 times"
    ),
  ]

  /// Reads the members that are declared.
  init(_ input: Input) {
    start = input.editedNumber("start_position_seconds").map { Self.seconds($0) }
    position = input.editedNumber("position_seconds").map { Self.seconds($0) }
    if input.says("completed") { isCompleted = input.bool("completed") }
    speed = input.editedNumber("speed_hundredths")
  }

  private static func seconds(_ count: Int64?) -> Milliseconds? {
    count.map { Milliseconds.seconds($0) }
  }
}
