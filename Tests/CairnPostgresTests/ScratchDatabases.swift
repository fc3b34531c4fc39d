import CairnPostgres
import CairnSQL
import CairnTestKit

/// A log of nobody else on the server of the tests.
func withDatabase(_ body: (any SQLDatabase) async throws -> Void) async throws {
  try await TestEngine.postgresql.scratchLog { try await body($0.database) }
}

/// The same where no more than so many connections may be used, by which nobody else reads.
func withOwn(
  connections: Int = 1,
  _ body: (any SQLDatabase) async throws -> Void
) async throws {
  let server = try await PostgresServer.another(named: "own", connections: connections)
  defer { server.close() }
  try await body(server.log(of: 6, UInt64.random(in: 0...UInt64.max)))
}
