import CairnSQL
import CairnTestKit
import Dispatch
import Testing

/// A barrier that blocks a write half-way, on the connection's own thread, until the test opens it.
private struct Barrier: Sendable {
  private let arrived = AsyncStream<Void>.makeStream()
  private let leave = DispatchSemaphore(value: 0)

  /// Signals that the closure has arrived, and blocks it.
  func pass() {
    arrived.continuation.yield()
    leave.wait()
  }

  func arrival() async {
    for await _ in arrived.stream { return }
  }

  func open() {
    leave.signal()
  }
}

/// Returns the code of the closure's storage error; nil if it throws none.
private func code(_ body: () async throws -> Void) async -> StorageError.Code? {
  do { try await body() } catch { return (error as? StorageError)?.code }
  return nil
}

extension EngineTests {
  @Test(arguments: TestEngine.files)
  func `writes are serialised`(engine: TestEngine) async throws {
    try await withTables(engine) { database, scratch in
      let other = try await scratch.open()
      try await database.write { try $0.run("INSERT INTO tally (n) VALUES (0)") }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for turn in 0..<60 {
          let writer = turn.isMultiple(of: 2) ? database : other
          group.addTask {
            try await writer.write { db in
              let n = try db.first("SELECT n FROM tally") { try $0.integer(0) } ?? 0
              try db.run("UPDATE tally SET n = \(n + 1)")
            }
          }
        }
        try await group.waitForAll()
      }
      let n = try await other.read { try $0.first("SELECT n FROM tally") { try $0.integer(0) } }
      #expect(n == 60)
    }
  }

  @Test(arguments: TestEngine.concurrent)
  func `a reader beside a writer sees what was committed`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let barrier = Barrier()
      async let writing: Void = database.write { db in
        try db.run("INSERT INTO thing (id, label) VALUES (1, 'new')")
        barrier.pass()
      }
      await barrier.arrival()
      #expect(try await database.labels() == [])
      barrier.open()
      try await writing
      #expect(try await database.labels() == ["new"])
    }
  }

  /// The second write waits while the first one holds the lock; the others join its commit.
  @Test(arguments: TestEngine.files)
  func `writes in one commit fail independently`(engine: TestEngine) async throws {
    try await withTables(engine) { database, scratch in
      let barrier = Barrier()
      async let first: Void = database.write { db in
        try db.run("INSERT INTO thing (id, label) VALUES (0, 'first')")
        barrier.pass()
      }
      await barrier.arrival()
      let cancelled = Task { try await database.add(99, "cancelled") }
      cancelled.cancel()
      let errors = await withTaskGroup(of: StorageError.Code?.self) { group in
        for id in 1...40 {
          // Every fourth write fails on an existing label, after it has written a row.
          group.addTask {
            await code {
              try await database.write { db in
                try db.run("INSERT INTO thing (id, label) VALUES (\(id), \("\(id)"))")
                guard id.isMultiple(of: 4) else { return }
                try db.run("INSERT INTO thing (id, label) VALUES (\(id + 100), 'first')")
              }
            }
          }
        }
        barrier.open()
        return await group.reduce(into: []) { $0.append($1) }
      }
      try await first
      _ = await cancelled.result
      #expect(errors.compactMap(\.self).count == 10)
      let other = try await scratch.open()
      let labels = try await other.labels()
      #expect(labels.count == 31 && !labels.contains("cancelled"))
    }
  }

  @Test(arguments: TestEngine.concurrent)
  func `a read sees one snapshot`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let barrier = Barrier()
      async let counts = database.read { db in
        let count: SQL = "SELECT count(*) FROM thing"
        let before = try db.first(count) { try $0.integer(0) }
        barrier.pass()
        return [before, try db.first(count) { try $0.integer(0) }]
      }
      await barrier.arrival()
      try await database.add(1)
      #expect(try await database.labels().count == 1)
      barrier.open()
      #expect(try await counts == [0, 0])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a point read sees commits and rejects writes`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      #expect(try await database.countWithPointRead() == 0)
      for count in 1...3 {
        try await database.add(count)
        #expect(try await database.countWithPointRead() == Int64(count))
      }
      let error = await refusal { try await database.pointRead { try $0.run("DELETE FROM thing") } }
      #expect(error?.code == .readOnly)
    }
  }

  @Test(arguments: TestEngine.concurrent)
  func `a point read does not wait for a busy connection`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let gates = [Barrier(), Barrier(), Barrier()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, barrier) in gates.enumerated() {
          group.addTask {
            if index == 0 { return try await database.write { _ in barrier.pass() } }
            try await database.read { _ in barrier.pass() }
          }
        }
        for barrier in gates { await barrier.arrival() }
        #expect(try await database.countWithPointRead() == 0)
        for barrier in gates { barrier.open() }
        try await group.waitForAll()
      }
    }
  }

  @Test(arguments: TestEngine.files)
  func `a lock timeout throws busy`(engine: TestEngine) async throws {
    try await withTables(engine) { database, scratch in
      let impatient = try await scratch.open(busyTimeout: .zero)
      let barrier = Barrier()
      async let writing: Void = database.write { _ in barrier.pass() }
      await barrier.arrival()
      let error = await refusal { try await impatient.add(1) }
      #expect(error?.code == .busy)
      barrier.open()
      try await writing
      try await impatient.add(1)
      #expect(try await database.labels().count == 1)
    }
  }

  @Test func `a commit that times out on another process's reader is rolled back`() async throws {
    try await withTables(.device) { database, scratch in
      let impatient = try await scratch.open(busyTimeout: .zero)
      let barrier = Barrier()
      async let reading: Void = database.read { db in
        try db.run("SELECT * FROM thing")
        barrier.pass()
      }
      await barrier.arrival()
      let error = await refusal { try await impatient.add(1) }
      #expect(error?.code == .busy)
      barrier.open()
      try await reading
      try await impatient.add(2, "later")
      let labels = try await database.labels()
      #expect(labels == ["later"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `cancelling interrupts the statement and rolls back`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let barrier = Barrier()
      let task = Task {
        try await database.write { db in
          try db.run("INSERT INTO thing (id) VALUES (1)")
          barrier.open()
          barrier.pass()
          try db.run(
            """
            WITH RECURSIVE forever(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM forever)
            SELECT max(n) FROM forever
            """
          )
        }
      }
      await barrier.arrival()
      task.cancel()
      let error = await refusal { try await task.value }
      #expect(error?.code == .interrupted)
      try await database.add(2, "after")
      #expect(try await database.labels() == ["after"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a cancelled write does not commit even if it ran to its end`(
    engine: TestEngine
  ) async throws {
    try await withTables(engine) { database, _ in
      let barrier = Barrier()
      let task = Task {
        try await database.write { db in
          try db.run("INSERT INTO thing (id) VALUES (1)")
          barrier.pass()
          let error = #expect(throws: StorageError.self) {
            try db.run("INSERT INTO thing (id) VALUES (2)")
          }
          #expect(error?.code == .interrupted)
        }
      }
      await barrier.arrival()
      task.cancel()
      barrier.open()
      await #expect(throws: CancellationError.self) { try await task.value }
      let labels = try await database.labels()
      #expect(labels == [])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a cancelled task that still waits never begins`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let barrier = Barrier()
      async let first: Void = database.write { _ in barrier.pass() }
      await barrier.arrival()
      let second = Task { try await database.add(1) }
      second.cancel()
      barrier.open()
      try await first
      await #expect(throws: CancellationError.self) { try await second.value }
      let labels = try await database.labels()
      #expect(labels == [])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a late cancellation does not affect the next task`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      for id in 1...50 {
        let doomed = Task { try await database.add(-id) }
        async let next: Void = database.add(id)
        doomed.cancel()
        try await next
        _ = await doomed.result
      }
      let kept = try await database.read { db in
        try db.first("SELECT count(*) FROM thing WHERE id > 0") { try $0.integer(0) }
      }
      #expect(kept == 50)
    }
  }
}
