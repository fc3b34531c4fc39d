import Cairn

/// A table of our own export that is not read back: it holds a part of what it tells of.
///
/// A table of sessions has titles and days like a list of books, and one of readings as well; each
/// is told by columns that no list of another program has together.
struct OwnTable: Sendable {
  /// What it is called in the export: `sessions`.
  let name: String
  private let columns: [String]
  /// Whether it has no other columns; only where those it has are words of everybody.
  private let isWhole: Bool

  private init(_ name: String, _ columns: String, isWhole: Bool = false) {
    self.name = name
    self.columns = columns.split(separator: " ").map(String.init)
    self.isWhole = isWhole
  }

  /// The table with such a header; nil for any other file, and for the tables of books and of climbs,
  /// which are read back.
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

  /// The refusal of the table as a file to import.
  var refusal: ImportError {
    ImportError(
      "import.own_table",
      "This is the table “\(name)” of an export of Cairn, which is for looking and is not read back.",
      hint: "Choose the export of the whole log; of the tables those of books and climbs are read."
    )
  }
}
