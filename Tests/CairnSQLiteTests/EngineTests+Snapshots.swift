import CairnSQL
import CairnSQLite
import CairnTestKit
import Testing

/// Several reads on one snapshot.
extension EngineTests {
  @Test(arguments: TestEngine.files)
  func `a snapshot shows the state of its first read`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let (labels, writing) = try await database.snapshot { snapshot in
        let before = try await snapshot.labels()
        let writing = Task.detached { try await database.add(1, "late") }
        // With a rollback journal the write waits until all reads have ended.
        if engine.role == .server { try await writing.value }
        return ([before, try await snapshot.labels()], writing)
      }
      #expect(labels == [[], []])
      try await writing.value
      #expect(try await database.labels() == ["late"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `a point read uses the snapshot`(engine: TestEngine) async throws {
    try await withTables(engine) { database, scratch in
      let other = try await scratch.open()
      let counts = try await database.snapshot { snapshot in
        let before = try await snapshot.countWithPointRead()
        if engine.role == .server { try await other.add(1) }
        return [
          before, try await snapshot.countWithPointRead(), Int64(try await snapshot.labels().count),
        ]
      }
      #expect(counts == [0, 0, 0])
    }
  }

  @Test func `another process waits until a snapshot is over`() async throws {
    try await withTables(.device) { database, scratch in
      let impatient = try await scratch.open(busyTimeout: .zero)
      let error = try await database.snapshot { snapshot in
        _ = try await snapshot.labels()
        return await #expect(throws: StorageError.self) { try await impatient.add(1) }
      }
      #expect(error?.code == .busy)
      try await impatient.add(1)
    }
  }

  @Test(arguments: TestEngine.files)
  func `a snapshot rejects writes`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let error = await #expect(throws: StorageError.self) {
        try await database.snapshot { try await $0.add(1) }
      }
      #expect(error?.code == .readOnly)
      let inside = await #expect(throws: StorageError.self) {
        try await database.snapshot { snapshot in
          try await snapshot.read { try $0.run("INSERT INTO tally (n) VALUES (1)") }
        }
      }
      #expect(inside?.code == .readOnly)
      let labels = try await database.labels()
      #expect(labels.isEmpty)
    }
  }

  @Test(arguments: TestEngine.files)
  func `a failed snapshot leaves a usable database`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      for number in 1...9 {
        await #expect(throws: CancellationError.self) {
          try await database.snapshot { snapshot in
            _ = try await snapshot.labels()
            throw CancellationError()
          }
        }
        try await database.add(number)
      }
      #expect(try await database.countWithPointRead() == 9)
    }
  }

  @Test(arguments: TestEngine.files)
  func `many snapshots at once each have one state`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 1...40 {
          group.addTask {
            try await database.add(number)
            return try await database.snapshot { snapshot in
              let before = try await snapshot.labels().count
              return try await snapshot.countWithPointRead() == Int64(before)
            }
          }
        }
        for try await isSame in group { #expect(isSame) }
      }
      #expect(try await database.countWithPointRead() == 40)
    }
  }

  @Test(arguments: TestEngine.files)
  func `a read of a snapshot stops when its task is cancelled`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let (begun, note) = AsyncStream<Void>.makeStream()
      let task = Task {
        try await database.snapshot { snapshot in
          note.finish()
          return try await snapshot.read { try $0.first(Self.endless) { try $0.integer(0) } }
        }
      }
      for await _ in begun {}
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
      try await database.add(1)
    }
  }

  @Test(arguments: TestEngine.files)
  func `a snapshot is not begun for a task that was cancelled`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await database.snapshot { try await $0.countWithPointRead() }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      try await database.add(1)
    }
  }

  @Test(arguments: TestEngine.files)
  func `a snapshot reads the current state after its end`(engine: TestEngine) async throws {
    try await withTables(engine) { database, _ in
      let snapshot = try await database.snapshot { $0 }
      try await database.add(1, "late")
      #expect(try await snapshot.labels() == ["late"])
      #expect(try await snapshot.countWithPointRead() == 1)
    }
  }

  private static let endless: SQL = """
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT count(*) FROM n
    """
}
