import CairnPostgres
import CairnSQL
import CairnTestKit
import Testing

/// Waiting for a connection when all are in use.
@Suite struct `Waiting for a connection` {
  @Test func `ends when the task is cancelled, and the next waiter continues`() async throws {
    try await withOwnPool { database in
      let patient = try await database.snapshot { snapshot in
        _ = try await Self.count(in: snapshot)
        let impatient = (0..<20).map { _ in Self.asking(database) }
        let patient = Self.asking(database)
        for task in impatient {
          await Task.yield()
          task.cancel()
          await #expect(throws: CancellationError.self) { try await task.value }
        }
        return patient
      }
      #expect(try await patient.value == 0)
    }
  }

  @Test func `fails at once for a cancelled task`() async throws {
    try await withOwnPool { database in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await Self.count(in: database)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      let count = try await Self.count(in: database)
      #expect(count == 0)
    }
  }

  private static func asking(_ database: any SQLDatabase) -> Task<Int64?, any Error> {
    Task.detached { try await count(in: database) }
  }

  private static func count(in database: any SQLDatabase) async throws -> Int64? {
    try await database.read { connection in
      try connection.first("SELECT count(*) FROM setting") { try $0.integer(0) }
    }
  }
}
