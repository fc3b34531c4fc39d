import Cairn
import CairnActions
import CairnJSON
import CairnReports

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
    self.init()
    start = input.editedNumber("start_position_seconds").map { Self.seconds($0) }
    position = input.editedNumber("position_seconds").map { Self.seconds($0) }
    if input.has("completed") { isCompleted = input.bool("completed") }
    speed = input.editedNumber("speed_hundredths")
  }

  private static func seconds(_ count: Int64?) -> Milliseconds? {
    count.map { Milliseconds.seconds($0) }
  }
}
