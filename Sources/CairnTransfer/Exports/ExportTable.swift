import Cairn
import CairnExchange

/// A CSV table for spreadsheets.
package struct ExportTable: Sendable {
  /// The name of the table's file and path.
  package let name: String
  /// The number of rows.
  package private(set) var count = 0
  private let columns: String
  private var writer = CSVWriter()

  private init(_ name: String, _ columns: String) {
    (self.name, self.columns) = (name, columns)
  }

  /// Creates the table of an activity kind.
  init(_ module: KindModule) {
    let columns = (module.fields ?? []).map { " " + $0.key }.joined()
    self.init(module.kind.name, "session_id\(columns)")
  }

  /// The table as CSV.
  package var bytes: [UInt8] { count == 0 ? header.bytes : writer.bytes }

  /// Written with the first row, because each start of the command line needs the tables' names alone.
  private var header: CSVWriter {
    var header = CSVWriter()
    header.row(columns.split(separator: " ").map(String.init))
    return header
  }

  mutating func add(_ cells: [String?]) {
    if count == 0 { writer = header }
    writer.row(cells.map { $0 ?? "" })
    count += 1
  }
}

extension ExportTable {
  /// The tables that are read together, each group in the order of the documentation.
  static let ofBooks = [books, editions, readings, annotations]
  static let ofSessions = [sessions, pauses, days, listening]
  static let ofClimbs = [climbs, attempts]
  static let ofStories = [stories, plays, milestones]
  static let ofStreaks = [goals, minimums, restDays]
  static let all = ofBooks + ofSessions + ofClimbs + ofStories + ofStreaks
  /// The names of all tables of the built-in kinds, by group.
  package static let names = all.map { $0.name }

  /// `cairn import csv` recognises all of its columns except the ids and `contributors`.
  static let books = ExportTable(
    "books",
    "id title authors contributors series number isbn unverified_isbn format publisher pages "
      + "edition_year year status rating added borrowed shelves tags started finished stopped reads "
      + "review notes source"
  )
  static let readings = ExportTable(
    "readings",
    "id book_id title started finished stopped outcome reason rating position"
  )
  static let editions = ExportTable(
    "editions",
    "id book_id title is_read isbn unverified_isbn format publisher pages year language"
  )
  static let sessions = ExportTable(
    "sessions",
    "id kind book_id reading_id title started ended zone end_zone day active_ms segments pages "
      + "start_position end_position mood_before mood_after place tags note source discipline outdoor "
      + "mental physical rpe pump conditions temperature_tenths humidity private"
  )
  static let listening = ExportTable(
    "listening",
    "session_id story_id title completed start_position_ms end_position_ms speed"
  )
  static let stories = ExportTable(
    "stories",
    "id title series author narrator duration_ms favorite added sessions time_ms completed plays"
  )
  static let plays = ExportTable("plays", "story_id at")
  static let milestones = ExportTable("milestones", "name at session_id")
  static let pauses = ExportTable("pauses", "session_id started ended length_ms reason")
  static let goals = ExportTable("goals", "measure cadence since target")
  static let minimums = ExportTable("streak_minimums", "cadence since minimum")
  static let restDays = ExportTable("rest_days", "day")
  static let days = ExportTable("days", "day kind time_ms sessions amount")
  package static let climbs = ExportTable(
    "climbs",
    "id session_id day place outdoor position at name discipline grade grade_scale style pitches "
      + "attempts falls sent first_go tick helped hindered notes source angle stars"
  )
  static let attempts = ExportTable("attempts", "id climb_id number result tick at")
  /// Exported only on explicit request, so it belongs to no group.
  static let facts = ExportTable("facts", "about id name fact value label source")
  static let annotations = ExportTable(
    "annotations",
    "id book_id title form text page location made source"
  )
}
