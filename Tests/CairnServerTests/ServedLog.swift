import Cairn
import CairnListener
import CairnServer
import CairnStore
import CairnTestKit

/// A person's log behind a server, for one test.
struct ServedLog: Sendable {
  let scratch: ScratchLog
  let door: Door

  var log: Log { scratch.log }
  var person: Scenario { Scenario(scratch) }

  /// Gives the closure a server on an empty log, reached in one of the ways.
  static func run(
    _ way: Way = .memory,
    limits: ListenerLimits = ListenerLimits(),
    _ body: (ServedLog) async throws -> Void
  ) async throws {
    try await TestEngine.device.scratchLog { scratch in
      guard way == .socket else {
        let server = server(scratch, host: "127.0.0.1:8080")
        let door = Door(server: server, host: "127.0.0.1:8080", port: nil)
        return try await body(ServedLog(scratch: scratch, door: door))
      }
      let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
      let host = "127.0.0.1:\(socket.port)"
      let server = server(scratch, host: host)
      let listener = Listener(socket, limits: limits) { await server.respond(to: $0) }
      let served = ServedLog(
        scratch: scratch,
        door: Door(server: server, host: host, port: socket.port)
      )
      do {
        try await body(served)
      } catch {
        await listener.stop()
        throw error
      }
      await listener.stop()
    }
  }

  static func server(_ scratch: ScratchLog, host: String) -> Server {
    let world = ServerWorld(
      hosts: [host, "localhost:8080"],
      zone: SystemZones.rules("Europe/Berlin") ?? .utc,
      now: scratch.environment.now,
      random: scratch.environment.random,
      freeBytes: { 1 << 40 },
      version: "1.2.3"
    )
    return Server(scratch.log, world: world)
  }

  /// What the log holds, as one text: it stays the same exactly when nothing was changed.
  func contents() async throws -> String {
    let history = try await log.history(limit: 10_000).map { "\($0.id.text) \($0.title)" }
    let sessions = try await log.sessions(SessionFilter(limit: 10_000)).map { "\($0)" }
    let books = try await log.books().map { "\($0)" }
    return (history + sessions + books).joined(separator: "\n")
  }
}
