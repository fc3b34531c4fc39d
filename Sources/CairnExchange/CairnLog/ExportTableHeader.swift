import Cairn

/// A CSV table of Cairn's own export that cannot be imported, because it is incomplete.
///
/// Tables of sessions and readings look like lists of books, with titles and days. They differ by
/// a combination of columns that no other app's list has.
struct ExportTableHeader: Sendable {
  /// The name in the export: `sessions`.
  let name: String
  private let columns: [String]
  /// Whether it must have no other columns, because its column names are common.
  private let isExact: Bool

  private init(_ name: String, _ columns: String, isExact: Bool = false) {
    self.name = name
    self.columns = columns.split(separator: " ").map(String.init)
    self.isExact = isExact
  }

  /// Returns the table with this header; nil for other files, and for the tables of books and climbs,
  /// which can be imported.
  init?(_ header: CSVHeader) {
    guard let table = Self.all.first(where: { $0.has(header) }) else { return nil }
    self = table
  }

  private func has(_ header: CSVHeader) -> Bool {
    columns.allSatisfy { header[$0] != nil } && (!isExact || header.names.count == columns.count)
  }

  private static let all = [
    ExportTableHeader("sessions", "kind segments active_ms"),
    ExportTableHeader("readings", "book_id outcome position"),
    ExportTableHeader("editions", "book_id is_read"),
    ExportTableHeader("annotations", "book_id form made"),
    ExportTableHeader("listening", "session_id story_id"),
    ExportTableHeader("pauses", "session_id length_ms"),
    ExportTableHeader("days", "day kind time_ms"),
    ExportTableHeader("attempts", "climb_id number result"),
    ExportTableHeader("stories", "narrator duration_ms time_ms"),
    ExportTableHeader("plays", "story_id at", isExact: true),
    ExportTableHeader("milestones", "name at session_id", isExact: true),
    ExportTableHeader("goals", "measure cadence since target", isExact: true),
    ExportTableHeader("streak_minimums", "cadence since minimum", isExact: true),
    ExportTableHeader("rest_days", "day", isExact: true),
    ExportTableHeader("facts", "about fact value label"),
  ]

  /// The error for importing this table.
  var refusal: ImportError {
    ImportError(
      "import.own_table",
      "This is the table “\(name)” of a Cairn export, which cannot be imported.",
      hint: "Choose the full log export, or the tables of books or climbs."
    )
  }
}
