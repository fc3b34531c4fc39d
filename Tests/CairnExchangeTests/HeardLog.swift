import Cairn
import CairnExchange
import CairnStore
import CairnTestKit

/// When the sessions that are made here begin, in milliseconds since 1970.
let start: Int64 = 1_767_600_000_000

/// Gives the closure an empty log on each engine, after all that is listened to here.
func withListeningLogs(_ body: (ScratchLog) async throws -> Void) async throws {
  for engine in TestEngine.all { try await engine.scratchLog(at: climbingNow, body) }
}

extension ScratchLog {
  /// Imports a history as the command does.
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

  /// The seconds of all sessions, ascending.
  func heardSeconds() async throws -> [Int64] {
    try await log.sessions(SessionFilter()).map { $0.active.count / 1_000 }.sorted()
  }
}

/// What a server would tell of these sessions.
func heard(_ sessions: [JSON]) -> ImportedHistory {
  var history = AudiobookshelfHistory()
  for session in sessions { history.add(session: session) }
  return history.history
}

/// A session of an hour of audio, begun so many seconds after ``start``, as the server tells of it.
func told(_ id: String, at second: Int64 = 0, seconds: Int64) -> JSON {
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
  /// The object with another value under a name.
  func with(_ name: String, _ value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.key != name } + [Member(name, value)])
  }
}

extension ImportItem {
  /// What it is in one word.
  var thing: String { records.first?.kind.name ?? "" }
}
