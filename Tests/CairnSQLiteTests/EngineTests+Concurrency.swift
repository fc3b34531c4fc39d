import CairnSQL
import CairnTestKit
import Dispatch
import Testing

/// A write that stops half-way until the test lets it go on, on the connection's own thread.
private struct HostAndOriginCheck: Sendable {
  private let arrived = AsyncStream<Void>.makeStream()
  private let leave = DispatchSemaphore(value: 0)

  /// Tells the test that the closure is here, and waits for it.
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

/// The code of the storage error the closure throws; nil when it throws none.
private func code(_ body: () async throws -> Void) async -> StorageError.Code? {
  do { try await body() } catch { return (error as? StorageError)?.code }
  return nil
}

extension EngineTests {
  @Test(arguments: TestEngine.files)
  func `writers of one database follow one another`(engine: TestEngine) async throws {
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
      let gate = HostAndOriginCheck()
      async let writing: Void = database.write { db in
        try db.run("INSERT INTO thing (id, label) VALUES (1, 'new')")
        gate.pass()
      }
      await gate.arrival()
      #expect(try await database.labels() == [])
      gate.open()
      try await writing
      #expect(try await database.labels() == ["new"])
    }
  }

  /// The second write waits while the first holds the lock, and the others join it meanwhile.
  @Test(arguments: TestEngine.files)
  func `writes that share a commit fail each for itself`(engine: TestEngine) async throws {
    try await withTables(engine) { database, scratch in
      let gate = HostAndOriginCheck()
      async let first: Void = database.write { db in
        try db.run("INSERT INTO thing (id, label) VALUES (0, 'first')")
        gate.pass()
      }
      await gate.arrival()
      let cancelled = Task { try await database.add(99, "cancelled") }
      cancelled.cancel()
      let errors = await withTaskGroup(of: StorageError.Code?.self) { group in
        for id in 1...40 {
          // Every fourth meets a label that is there already, after it has written something.
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
        gate.open()
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
  func `a read keeps to one state of the database`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let gate = HostAndOriginCheck()
      async let counts = database.read { db in
        let count: SQL = "SELECT count(*) FROM thing"
        let before = try db.first(count) { try $0.integer(0) }
        gate.pass()
        return [before, try db.first(count) { try $0.integer(0) }]
      }
      await gate.arrival()
      try await database.add(1)
      #expect(try await database.labels().count == 1)
      gate.open()
      #expect(try await counts == [0, 0])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a pointRead sees what was committed and writes nothing`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      #expect(try await database.glimpse() == 0)
      for count in 1...3 {
        try await database.add(count)
        #expect(try await database.glimpse() == Int64(count))
      }
      let error = await refusal { try await database.pointRead { try $0.run("DELETE FROM thing") } }
      #expect(error?.code == .readOnly)
    }
  }

  @Test(arguments: TestEngine.concurrent)
  func `a pointRead waits for no one at work`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let gates = [HostAndOriginCheck(), HostAndOriginCheck(), HostAndOriginCheck()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, gate) in gates.enumerated() {
          group.addTask {
            if index == 0 { return try await database.write { _ in gate.pass() } }
            try await database.read { _ in gate.pass() }
          }
        }
        for gate in gates { await gate.arrival() }
        #expect(try await database.glimpse() == 0)
        for gate in gates { gate.open() }
        try await group.waitForAll()
      }
    }
  }

  @Test(arguments: TestEngine.files)
  func `a lock that is held too long is busy`(engine: TestEngine) async throws {
    try await withTables(engine) { database, scratch in
      let impatient = try await scratch.open(busyTimeout: .zero)
      let gate = HostAndOriginCheck()
      async let writing: Void = database.write { _ in gate.pass() }
      await gate.arrival()
      let error = await refusal { try await impatient.add(1) }
      #expect(error?.code == .busy)
      gate.open()
      try await writing
      try await impatient.add(1)
      #expect(try await database.labels().count == 1)
    }
  }

  @Test func `a commit kept waiting by another process's reader leaves nothing`() async throws {
    try await withTables(.device) { database, scratch in
      let impatient = try await scratch.open(busyTimeout: .zero)
      let gate = HostAndOriginCheck()
      async let reading: Void = database.read { db in
        try db.run("SELECT * FROM thing")
        gate.pass()
      }
      await gate.arrival()
      let error = await refusal { try await impatient.add(1) }
      #expect(error?.code == .busy)
      gate.open()
      try await reading
      try await impatient.add(2, "later")
      let labels = try await database.labels()
      #expect(labels == ["later"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `cancelling interrupts the statement and rolls back`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let gate = HostAndOriginCheck()
      let task = Task {
        try await database.write { db in
          try db.run("INSERT INTO thing (id) VALUES (1)")
          gate.open()
          gate.pass()
          try db.run(
            """
            WITH RECURSIVE forever(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM forever)
            SELECT max(n) FROM forever
            """
          )
        }
      }
      await gate.arrival()
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
      let gate = HostAndOriginCheck()
      let task = Task {
        try await database.write { db in
          try db.run("INSERT INTO thing (id) VALUES (1)")
          gate.pass()
          let error = #expect(throws: StorageError.self) {
            try db.run("INSERT INTO thing (id) VALUES (2)")
          }
          #expect(error?.code == .interrupted)
        }
      }
      await gate.arrival()
      task.cancel()
      gate.open()
      await #expect(throws: CancellationError.self) { try await task.value }
      let labels = try await database.labels()
      #expect(labels == [])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a cancelled task that still waits never begins`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let gate = HostAndOriginCheck()
      async let first: Void = database.write { _ in gate.pass() }
      await gate.arrival()
      let second = Task { try await database.add(1) }
      second.cancel()
      gate.open()
      try await first
      await #expect(throws: CancellationError.self) { try await second.value }
      let labels = try await database.labels()
      #expect(labels == [])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a late cancel does not hurt the next in line`(engine: TestEngine) async throws {
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
