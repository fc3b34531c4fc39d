import Cairn
import CairnListener
import CairnServer
import CairnStore
import CairnTestKit
import CairnReports

/// A single-user server with a log, for one test.
struct ServedLog: Sendable {
  let scratch: ScratchLog
  let client: TestClient

  var log: Log { scratch.log }
  var person: Scenario { Scenario(scratch) }

  /// Runs a body with a server on an empty log.
  static func run(
    _ way: TestTransport = .memory,
    limits: ListenerLimits = .patient,
    pace: ChangeFeedConfiguration = .singleUser,
    in folder: MemoryFolder = MemoryFolder(),
    _ change: @escaping (inout ServerDependencies) -> Void = { _ in },
    _ body: (ServedLog) async throws -> Void
  ) async throws {
    try await TestEngine.any.scratchLog { scratch in
      let make = { server(scratch, host: $0, pace: pace, in: folder, change) }
      try await TestClient.run(way, limits: limits, make) {
        try await body(ServedLog(scratch: scratch, client: $0))
      }
    }
  }

  static func server(
    _ scratch: ScratchLog,
    host: String,
    pace: ChangeFeedConfiguration = .singleUser,
    in folder: MemoryFolder = MemoryFolder(),
    _ change: (inout ServerDependencies) -> Void = { _ in }
  ) -> Server {
    var dependencies = ServerDependencies(
      hosts: [host, "localhost:8080"],
      zone: SystemZones.rules("Europe/Berlin") ?? .utc,
      now: scratch.environment.now,
      random: scratch.environment.random,
      freeBytes: { 1 << 40 },
      version: "1.2.3"
    )
    change(&dependencies)
    return Server(scratch.log, in: folder, dependencies: dependencies, pace: pace)
  }

  /// Returns the content of the log as text, which is equal exactly if nothing changed.
  func contents() async throws -> String {
    let history = try await log.history(limit: 10_000).map { "\($0.id.text) \($0.title)" }
    let sessions = try await log.sessions(SessionFilter(limit: 10_000)).map { "\($0)" }
    let books = try await log.books().map { "\($0)" }
    return (history + sessions + books).joined(separator: "\n")
  }
}
