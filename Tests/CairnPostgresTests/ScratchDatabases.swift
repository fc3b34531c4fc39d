import CairnPostgres
import CairnSQL
import CairnTestKit

/// Runs the body with a new log on the test server.
func withDatabase(_ body: (any SQLDatabase) async throws -> Void) async throws {
  try await TestEngine.postgresql.scratchLog { try await body($0.database) }
}

/// Runs the body with a new log and a limited pool of its own, so that no other test uses its connections.
func withOwnPool(
  connections: Int = 1,
  _ body: (any SQLDatabase) async throws -> Void
) async throws {
  let server = try await PostgresServer.another(named: "own", connections: connections)
  defer { server.close() }
  try await body(server.log(of: 6, UInt64.random(in: 0...UInt64.max)))
}
