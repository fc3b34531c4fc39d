import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import CairnReports

/// The start time of the sessions, in milliseconds since 1970.
let start: Int64 = 1_767_600_000_000

/// Runs the closure with an empty log on each engine, after all listening in these tests.
func withListeningLogs(_ body: (ScratchLog) async throws -> Void) async throws {
  for engine in TestEngine.all { try await engine.scratchLog(at: climbingNow, body) }
}

extension ScratchLog {
  /// Imports a history like the command.
  @discardableResult
  func take(
    _ history: ImportedHistory,
    zone: ZoneRules = .utc,
    dryRun: Bool = false
  ) async throws -> ImportReport {
    let plan = history.plan(
      for: try await log.storyIndex(),
      zone: zone,
      zones: environment.zone,
      now: clock.now
    )
    return try await log.apply(plan, dryRun: dryRun) { _ in }
  }

  /// Returns the seconds of all sessions, ascending.
  func listenedSeconds() async throws -> [Int64] {
    try await log.sessions(SessionFilter()).map { $0.active.count / 1_000 }.sorted()
  }
}

/// Returns the history that a server with these sessions has.
func decoded(_ sessions: [JSON]) -> ImportedHistory {
  var history = AudiobookshelfHistory()
  for session in sessions { history.add(session: session) }
  return history.history
}

/// Returns a server session with an hour of audio that starts `second` seconds after ``start``.
func entry(_ id: String, at second: Int64 = 0, seconds: Int64) -> JSON {
  .members(
    ("id", .string(id)),
    ("bookId", .string("book")),
    ("mediaType", .string("book")),
    ("displayTitle", .string("A Book")),
    ("displayAuthor", .string("Jane Writer")),
    ("duration", .integer(3_600)),
    ("timeListening", .integer(seconds)),
    ("startTime", .integer(0)),
    ("currentTime", .integer(seconds)),
    ("startedAt", .integer(start + second * 1_000)),
    ("updatedAt", .integer(start + (second + seconds) * 1_000))
  )
}

extension JSON {
  /// Returns the object with one member replaced.
  func with(_ name: String, _ value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.key != name } + [Member(name, value)])
  }
}

extension ImportItem {
  /// The kind of its first record.
  var thing: String { records.first?.kind.name ?? "" }
}
