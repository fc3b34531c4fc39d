import CairnPostgres
import CairnSQL
import CairnTestKit
import Testing

/// Errors of the server, and the state they leave behind.
@Suite struct `An error of PostgreSQL` {
  @Test func `at connect leaves no socket open`() async throws {
    let socket = try RefusingSocket()
    let server = PostgresServer("host=\(socket.folder) user=nobody dbname=cairn")
    for _ in 0..<20 { await Self.refused(by: server) }
    let (all, open) = socket.close()
    #expect(all == 20 && open == 0)
    server.close()
  }

  @Test func `for an unknown role names the cause`() async throws {
    let server = try await PostgresServer.scratch(as: "nobody_at_all")
    #expect(await Self.refused(by: server).contains("nobody_at_all"))
    server.close()
  }

  @discardableResult
  private static func refused(by server: PostgresServer) async -> String {
    let error = await #expect(throws: StorageError.self) {
      try await server.sharedTables.read { try $0.drain() }
    }
    #expect(error?.code == .unreachable)
    return error?.cause ?? ""
  }

  @Test(arguments: [
    "postgresql://me:S3cret@pass@[::1]/cairn", "postgresql://me:@@S3cret@localhost/cairn",
    "postgresql://me:p@S3cret/word@localhost/cairn",
  ])
  func `for an invalid address does not quote the password`(address: String) async throws {
    let server = PostgresServer(address)
    let error = await #expect(throws: StorageError.self) {
      try await server.sharedTables.read { try $0.drain() }
    }
    let words = "\(error?.message ?? "") \(error?.cause ?? "")"
    #expect(error?.code == .unreachable && !words.contains("cret"))
    #expect(!words.contains("pass@"))
  }

  @Test func `in the first read fails the whole snapshot`() async throws {
    try await withOwnPool { database in
      for _ in 0..<3 {
        let error = await #expect(throws: StorageError.self) {
          try await database.snapshot { snapshot in
            let first = try? await snapshot.read { try $0.first("SELECT 1 / 0") { _ in } != nil }
            let second = try? await Self.count(in: snapshot)
            #expect(first == nil && second == nil)
          }
        }
        #expect(error?.message.contains("22012") == true)
      }
      let count = try await Self.count(in: database)
      #expect(count == 0)
    }
  }

  @Test func `of a read's own code keeps the snapshot`() async throws {
    try await withOwnPool { database in
      let (first, second) = try await database.snapshot { snapshot in
        let told = await #expect(throws: SnapshotError.self) {
          try await snapshot.read { connection in
            throw SnapshotError(moment: try Self.moment(connection))
          }
        }
        return (told?.moment, try await snapshot.read { try Self.moment($0) })
      }
      #expect(first != nil && first == second)
    }
  }

  private struct SnapshotError: Error { let moment: String? }

  private static func moment(_ connection: any SQLConnection) throws -> String? {
    try connection.first("SELECT pg_current_snapshot()::text || now()::text") { try $0.text(0) }
  }

  private static func count(in database: any SQLDatabase) async throws -> Int64? {
    try await database.read { connection in
      try connection.first("SELECT count(*) FROM setting") { try $0.integer(0) }
    }
  }
}
