import Cairn
import CairnActions
import CairnSQL
import CairnTestKit
import Foundation
import Testing

@testable import CairnStore

@Suite struct `Opening a log` {
  private let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)

  private func schema(_ database: any SQLDatabase) async throws -> [String] {
    try await database.read { connection in
      try connection.all(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name"
      ) { try $0.text(0) }
    }
  }

  @Test(arguments: TestEngine.files, 0...LogSchema.migrations.count)
  func `of an older version creates the same schema as a new one`(
    engine: TestEngine,
    steps: Int
  ) async throws {
    let fresh = try await engine.scratchLog { try await schema($0.database) }
    let migrated = try await engine.scratch { file in
      let database = try await file.open()
      try await Migrator(Array(LogSchema.migrations.prefix(steps))).migrate(database)
      _ = try await Log.open(database, environment: environment)
      return try await schema(database)
    }
    #expect(migrated == fresh)
    #expect(fresh.count > 20)
  }

  @Test(arguments: TestEngine.files)
  func `of a version without attempt totals computes them`(
    engine: TestEngine
  ) async throws {
    let records = try await engine.climber { climber in
      try await climber.log.write("Add") { writer in
        for count in 0...3 {
          var new = NewClimb()
          (new.attempts, new.isSent) = (Int64(count), count > 1)
          let today = LocalDay(number: 20_458)
          try AddClimb(new, on: today, at: nil, isOutdoor: nil, today: today).run(in: writer)
        }
      }
      let all = Seen<[Record]>()
      all.value = []
      try await climber.log.export(records: { all.value?.append($0) }, mutations: { _ in })
      return try #require(all.value)
    }
    try await engine.scratch { file in
      let database = try await file.open()
      let steps = LogSchema.migrations.prefix { $0.name != "add up the attempts at each climb" }
      try await Migrator(Array(steps)).migrate(database)
      try await database.write { try Self.fill($0, records) }
      let log = try await Log.open(database, environment: environment)
      let climbs = try await log.climbingTotals().climbs.sorted { $0.attempts < $1.attempts }
      #expect(climbs.map(\.attempts) == [0, 1, 2, 3] && climbs.map(\.sends) == [0, 0, 1, 1])
      #expect(try await log.checkProjections(repair: false).isHealthy)
    }
  }

  @Test(arguments: TestEngine.files)
  func `of a version that stored reports with the milestone keeps them reported`(
    engine: TestEngine
  ) async throws {
    try await engine.scratch { file in
      let database = try await file.open()
      let steps = LogSchema.migrations.prefix { $0.name != "keep what apps were told of apart" }
      try await Migrator(Array(steps)).migrate(database)
      try await database.write { connection in
        for (name, isTold) in [("FIRST_STORY", true), ("LISTENING_1H", false)] {
          try connection.run(
            "INSERT INTO milestone VALUES (\(name), 0, \(RecordID(derivedFrom: [name])), \(isTold))"
          )
        }
      }
      _ = try await Log.open(database, environment: environment)
      let reported = try await database.read { connection in
        try connection.all("SELECT name FROM notified_milestone") { try $0.text(0) }
      }
      #expect(reported == ["FIRST_STORY"])
    }
  }

  @Test(arguments: TestEngine.files)
  func `of format 1 has all records under their current names`(engine: TestEngine) async throws {
    try await engine.scratch { file in
      let database = try await file.open()
      try await Migrator(Array(LogSchema.migrations.prefix { $0.name != "use the current names" }))
        .migrate(database)
      try await database.write { try Self.fillFormat1($0) }
      let log = try await Log.open(database, environment: environment)
      #expect(
        try await log.checkProjections(repair: true).tables.map(\.name).contains("streak_minimum")
      )
      #expect(try await log.minimums().map(\.minimum.text) == ["20 minutes"])
      #expect(try await log.restDays() == [LocalDay(number: 20_458)])
      let fields = Seen<[String]>()
      fields.value = []
      try await log.export(
        records: { record in
          fields.value? += record.fields.names.map { "\(record.kind.name).\($0)" }
        },
        mutations: { _ in }
      )
      #expect(
        fields.value == [
          "author.isAskingDisabled", "author.name", "author.supplied.region", "rest_day.day",
          "streak_minimum.cadence", "streak_minimum.from", "streak_minimum.minimum",
        ]
      )
    }
  }

  /// Stores records as format 1 had them.
  private static func fillFormat1(_ connection: any SQLConnection) throws {
    let day = LocalDay(number: 20_458)
    let records: [(kind: String, id: RecordID, fields: String)] = [
      ("author", RecordID(high: 1, low: 1), #"{"isNotAsked":true,"name":"A","told.region":true}"#),
      (
        "dose", RecordID(derivedFrom: ["dose", "daily", day.text]),
        #"{"cadence":"daily","dose":"20 minutes","from":"\#(day.text)"}"#
      ),
      ("freeze", RecordID(derivedFrom: ["freeze", day.text]), #"{"day":"\#(day.text)"}"#),
    ]
    for (index, record) in records.enumerated() {
      let stamp = Stamp(time: 1, node: 1).text
      try connection.run(
        """
        INSERT INTO record (kind, id, fields, stamp, stamps, seq)
        VALUES (\(record.kind), \(record.id), \(record.fields), \(stamp), NULL, \(Int64(index) + 1))
        """
      )
    }
  }

  /// Stores records with the rows that an old version had for climbs without a name, and for attempts.
  private static func fill(_ connection: any SQLConnection, _ records: [Record]) throws {
    for (index, record) in records.enumerated() {
      try RecordTable.store(record, sequence: Int64(index) + 1, in: connection)
      if record.kind == Climb.recordKind {
        let climb = try Climb(recordID: record.id, fields: record.fields)
        guard case .day(let day, _, _) = climb.climbContext else { continue }
        try connection.run(
          """
          INSERT INTO climb (id, short, day, position, at)
          VALUES (\(climb.id), \(ShortID(record.id).number), \(day), \(climb.position), \(climb.at))
          """
        )
      } else if record.kind == Attempt.recordKind {
        let attempt = try Attempt(recordID: record.id, fields: record.fields)
        try connection.run(
          """
          INSERT INTO attempt (climb, number, id, result, tick, at)
          VALUES (\(attempt.climb), \(attempt.number), \(attempt.id), \(attempt.result?.name),
            \(attempt.explicitTick?.name), \(attempt.at))
          """
        )
      }
    }
  }

  @Test func `marks its file`() async throws {
    try await TestEngine.device.scratchLog { scratch in
      let file = try #require(FileManager.default.contents(atPath: scratch.file.path))
      let mark = LogSchema.mark
      #expect(Array(file[mark.offset..<mark.offset + mark.bytes.count]) == mark.bytes)
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
