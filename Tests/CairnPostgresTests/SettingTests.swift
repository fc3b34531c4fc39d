import CairnPostgres
import CairnSQL
import CairnTestKit
import Testing

/// Settings of a role, a database or an environment that must not affect stored data.
@Suite struct `The settings of PostgreSQL` {
  @Test(arguments: [
    "options='-c client_min_messages=debug5'", "client_encoding=LATIN1",
    "options='-c client_encoding=SQL_ASCII'", "options='-c standard_conforming_strings=off'",
    "options='-c DateStyle=German -c bytea_output=escape -c TimeZone=Asia/Kathmandu'",
  ])
  func `do not change stored data`(setting: String) async throws {
    let address = try await PostgresServer.scratchAddress(of: "cairn_app")
    let server = PostgresServer("\(address) \(setting)", connections: 2)
    defer { server.close() }
    let low = UInt64.random(in: 0...UInt64.max)
    let text = "Žižek über Ελλάδα \\ 100%"
    try await server.log(of: 10, low).write { connection in
      try connection.run("INSERT INTO setting (name, value) VALUES ('title', \(text))")
    }
    let plain = try await PostgresServer.scratch().log(of: 10, low)
    let found = try await plain.read { connection in
      try connection.first("SELECT value FROM setting") { try $0.text(0) }
    }
    #expect(found == text)
  }

  @Test func `cannot disable synchronous commits or their warnings`()
    async throws
  {
    let address = try await PostgresServer.scratchAddress(of: "cairn_app")
    let options = "options='-c synchronous_commit=off -c client_min_messages=error'"
    let server = PostgresServer("\(address) \(options)", connections: 1)
    defer { server.close() }
    #expect(try await server.sharedTables.read(Self.setting) == "onwarning")
  }

  @Test func `are overridden in each transaction behind a pooler`() async throws {
    let server = try await PostgresServer.another(isPooled: true)
    defer { server.close() }
    for _ in 0..<2 {
      #expect(try await server.sharedTables.write(Self.setting) == "onwarning")
      #expect(try await server.sharedTables.read(Self.setting) == "offnotice")
    }
  }

  @Sendable private static func setting(_ connection: any SQLConnection) throws -> String? {
    try connection.first(
      "SELECT current_setting('synchronous_commit') || current_setting('client_min_messages')"
    ) { try $0.text(0) }
  }
}
