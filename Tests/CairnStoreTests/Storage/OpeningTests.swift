import Cairn
import CairnActions
import CairnSQL
import CairnTestKit
import Foundation
import Testing

@testable import CairnStore
import CairnReports

@Suite struct `Opening a log` {
  private let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)

  private func schema(_ database: any SQLDatabase) async throws -> [String] {
    try await database.read { connection in
      try connection.all(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name"
      ) { try $0.text(0) }
    }
  }

  @Test func `marks its file`() async throws {
    try await TestEngine.device.scratchLog { scratch in
      let file = try #require(FileManager.default.contents(atPath: scratch.file.path))
      let id = LogSchema.applicationID
      #expect(Array(file[id.offset..<id.offset + id.bytes.count]) == id.bytes)
    }
  }

  @Test(arguments: TestEngine.all)
  func `that was copied assigns a new node`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      try await scratch.log.renewNode()
      let renewed = try await scratch.reopen().log.context.node
      #expect(renewed != scratch.log.context.node)
      #expect(try await scratch.reopen().log.context.node == renewed)
    }
  }

  /// A crash test found it unreadable (2026-11-23, seed 908193491).
  @Test(arguments: TestEngine.all)
  func `that was copied to a full disk is readable, and assigns a new node once there is space`(
    engine: TestEngine
  ) async throws {
    try await engine.scratch { file in
      let base = try await file.open()
      let old = try await Log.open(base, environment: environment, at: "here").context.node
      let database = FullDatabase(base)
      let log = try await Log.open(database, environment: environment, at: "there")
      #expect(try await log.books().isEmpty)
      let refused = await refusal {
        try await log.write("Add") { try AddBook(NewBook(title: "Dune"), zone: "UTC").run(in: $0) }
      }
      #expect(refused?.code == "storage.full")
      database.isFull = false
      for title in ["Dune", "Emma"] {
        try await log.write("Add") { try AddBook(NewBook(title: title), zone: "UTC").run(in: $0) }
      }
      let nodes = Seen<Set<UInt32>>()
      nodes.value = []
      try await log.export(records: { nodes.value?.insert($0.stamp.node) }, mutations: { _ in })
      let new = try await Log.open(base, environment: environment, at: "there").context.node
      #expect(new != old && nodes.value == [new])
    }
  }

  @Test(arguments: TestEngine.files)
  func `of a newer version is rejected without a change`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      _ = try await Scenario(scratch).add("Dune")
      try await scratch.database.write { connection in
        try connection.run(
          """
          INSERT INTO migration (number, name, checksum) VALUES (99, 'later', '0123456789abcdef')
          """
        )
      }
      let files = ["", "-wal"].map { scratch.file.path + $0 }
      let before = files.map { FileManager.default.contents(atPath: $0) }
      let error = await refusal { try await scratch.reopen() }
      #expect(error?.code == "storage.newer_log")
      #expect(error?.hint.contains("Update") == true)
      #expect(files.map { FileManager.default.contents(atPath: $0) } == before)
      #expect(before[0] != nil)
    }
  }

  @Test(arguments: TestEngine.files)
  func `requests a backup only before it migrates data`(
    engine: TestEngine
  ) async throws {
    try await engine.scratch { file in
      let database = try await file.open()
      for _ in 1...2 {
        _ = try await Log.open(database, environment: environment) {
          Issue.record("There is nothing to keep, or nothing to change.")
        }
      }
    }
    try await engine.scratch { file in
      let database = try await file.open()
      try await Migrator([]).migrate(database)
      var backups = 0
      for _ in 1...2 {
        _ = try await Log.open(database, environment: environment) { backups += 1 }
      }
      #expect(backups == 1)
    }
  }

  @Test(arguments: TestEngine.files)
  func `stops, and changes nothing, when the backup fails`(engine: TestEngine) async throws {
    struct Full: Error {}
    try await engine.scratch { file in
      let database = try await file.open()
      try await Migrator([]).migrate(database)
      let before = try await schema(database)
      await #expect(throws: Full.self) {
        _ = try await Log.open(database, environment: environment) { throw Full() }
      }
      #expect(try await schema(database) == before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `twice concurrently creates one device`(engine: TestEngine) async throws {
    try await engine.scratch { file in
      let (one, two) = (try await file.open(), try await file.open())
      async let first = Log.open(one, environment: environment)
      async let second = Log.open(two, environment: environment)
      let nodes = try await [first.context.node, second.context.node]
      #expect(nodes[0] == nodes[1])
      let count = try await one.read { connection in
        try connection.first("SELECT count(*) FROM device") { try $0.integer(0) }
      }
      #expect(count == 1)
    }
  }

  @Test(arguments: TestEngine.all)
  func `shows later writes of another program`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let other = Scenario(try await scratch.reopen())
      let session = try await Scenario(scratch).start(other.add("Dune"))
      #expect(try await other.log.openSessions().map(\.id) == [session.id])
    }
  }
}
