import Cairn

/// A CSV table of Cairn's own export that cannot be imported, because it is incomplete.
///
/// Tables of sessions and readings look like lists of books, with titles and days. They differ by
/// a combination of columns that no other app's list has.
struct OwnTable: Sendable {
  /// The name in the export: `sessions`.
  let name: String
  private let columns: [String]
  /// Whether it must have no other columns, because its column names are common.
  private let isWhole: Bool

  private init(_ name: String, _ columns: String, isWhole: Bool = false) {
    self.name = name
    self.columns = columns.split(separator: " ").map(String.init)
    self.isWhole = isWhole
  }

  /// Returns the table with this header; nil for other files, and for the tables of books and climbs,
  /// which can be imported.
  init?(_ header: CSVHeader) {
    guard let table = Self.all.first(where: { $0.has(header) }) else { return nil }
    self = table
  }

  private func has(_ header: CSVHeader) -> Bool {
    columns.allSatisfy { header[$0] != nil } && (!isWhole || header.names.count == columns.count)
  }

  private static let all = [
    OwnTable("sessions", "kind segments active_ms"),
    OwnTable("readings", "book_id outcome position"),
    OwnTable("editions", "book_id is_read"),
    OwnTable("annotations", "book_id form made"),
    OwnTable("listening", "session_id story_id"),
    OwnTable("pauses", "session_id length_ms"),
    OwnTable("days", "day kind time_ms"),
    OwnTable("attempts", "climb_id number result"),
    OwnTable("stories", "narrator duration_ms time_ms"),
    OwnTable("plays", "story_id at", isWhole: true),
    OwnTable("milestones", "name at session_id", isWhole: true),
    OwnTable("goals", "measure cadence since target", isWhole: true),
    OwnTable("streak_minimums", "cadence since least", isWhole: true),
    OwnTable("rest_days", "day", isWhole: true),
    OwnTable("facts", "about fact value label"),
  ]

  /// The error for importing this table.
  var refusal: ImportError {
    ImportError(
      "import.own_table",
      "This is the table “\(name)” of an export of Cairn, which is for looking and is not read back.",
      hint: "Choose the export of the whole log; of the tables those of books and climbs are read."
    )
  }
}
