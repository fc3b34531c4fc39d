import Cairn
import CairnExchange
import CairnReports
import CairnStore
import CairnTestKit
import Testing

/// An instant after all climbs of the samples.
let climbingNow = Instant(text: "2026-11-01T18:00:00Z") ?? .limit

/// A logbook format with its sample file.
struct SampleLogbook: Sendable, CustomStringConvertible {
  let format: FileFormat
  let file: String

  var description: String { format.name }

  func read() throws -> ImportedLogbook {
    try #require(try format.logbook(try fixture(file)))
  }

  static let all = [
    SampleLogbook(format: .mountainProject, file: "mountain-project-ticks.csv"),
    SampleLogbook(format: .theCrag, file: "openbody-thecrag-sample.csv"),
    SampleLogbook(format: .eightANu, file: "8a-nu.csv"),
    SampleLogbook(format: .kaya, file: "kaya-export.csv"),
  ]
}

extension ImportedClimb {
  /// `Slab 5.7 YDS top_rope/top_rope: unknown`, with the attempts.
  var words: String {
    let kind = "\(discipline?.name ?? "-")/\(style?.name ?? "-")"
    let grade = grade.map { "\($0.text) \($0.scale.name)" } ?? "-"
    return "\(name ?? "-") \(grade) \(kind): \(attempts.map(\.words).joined(separator: ", "))"
  }

  /// The day in UTC.
  var day: String {
    switch time {
    case .day(let day): day.text
    case .instant(let instant), .moment(let instant, _): instant.text
    }
  }
}

extension ImportedAttempt {
  fileprivate var words: String {
    (result?.label ?? "unknown") + (tick.map { " \($0.name)" } ?? "")
  }
}

extension ScratchLog {
  /// Imports a logbook like the command.
  @discardableResult
  func take(
    _ logbook: ImportedLogbook,
    zone: String = "UTC",
    dryRun: Bool = false
  ) async throws -> ImportReport {
    let plan = logbook.plan(zone: try #require(environment.zone(zone)), now: clock.now)
    return try await log.apply(plan, dryRun: dryRun) { _ in }
  }

  /// Returns the only climb with this name.
  func climb(_ name: String) async throws -> ClimbRow {
    let rows = try await log.latestClimbs(1_000).filter { $0.climb.name == name }
    #expect(rows.count == 1)
    return try #require(rows.first)
  }
}

/// Runs the closure with an empty log on each engine, after all climbs of the samples.
func withClimbingLogs(_ body: (ScratchLog) async throws -> Void) async throws {
  for engine in TestEngine.all { try await engine.scratchLog(at: climbingNow, body) }
}

/// Returns a Mountain Project file with the given cells; all others are empty.
func ticks(_ rows: [[String: String]]) -> [UInt8] {
  let columns = [
    "Date", "Route", "Rating", "Notes", "URL", "Pitches", "Location", "Avg Stars", "Your Stars",
    "Style", "Lead Style", "Route Type", "Your Rating", "Length", "Rating Code",
  ]
  var writer = CSVWriter()
  writer.row(columns)
  for row in rows { writer.row(columns.map { row[$0] ?? "" }) }
  return writer.bytes
}

/// Returns the cells of one tick.
func tick(
  _ route: String,
  on date: String = "2026-05-02",
  _ style: String = "Lead",
  _ lead: String = "Redpoint",
  _ more: [String: String] = [:]
) -> [String: String] {
  [
    "Date": date, "Route": route, "Rating": "5.9", "Pitches": "1", "Style": style,
    "Lead Style": lead, "Route Type": "Sport", "Location": "Nowhere > Crag",
    "URL": "https://www.mountainproject.com/route/\(100 + route.utf8.count)/\(route)",
  ].merging(more) { $1 }
}
