import Cairn
import CairnActions
import CairnSQL
import CairnSync
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports

@Suite("A bulk deletion on another device")
struct BulkDeletionTests {
  @Test func `is reported on the server and every other device, and applied there`() async throws {
    try await DeletionScenario.with { scenario in
      try await scenario.delete(12)
      try await scenario.world.syncAll()
      try await expectEqual(scenario.world)
      #expect(try await scenario.one.log.bulkDeletions().isEmpty)
      let node = scenario.one.log.context.node
      for log in [scenario.world.server.log, scenario.two.log] {
        let reported = try await log.bulkDeletions()
        #expect(reported.map(\.counts) == [[SessionRecord.kind: 12]])
        #expect(reported.map(\.nodes) == [[node]])
        #expect(reported.map(\.at) == [scenario.world.server.clock.now])
        #expect(try await log.sessions(SessionFilter()).isEmpty)
      }
      #expect(try await scenario.two.log.syncState().deletions.count == 1)
    }
  }

  @Test func `is restored everywhere with one action, once`() async throws {
    try await DeletionScenario.with { scenario in
      let before = try await scenario.sums()
      try await scenario.delete(12)
      try await scenario.world.syncAll()
      let outcome = try await scenario.restore(on: scenario.two.log)
      #expect(outcome.restored == 12 && outcome.left == 0)
      try await scenario.world.syncAll()
      try await expectEqual(scenario.world)
      #expect(try await scenario.sums() == before)
      for log in scenario.logs { #expect(try await log.bulkDeletions().isEmpty) }
    }
  }

  @Test func `is not restored a second time`() async throws {
    try await DeletionScenario.with { scenario in
      try await scenario.delete(12)
      try await scenario.world.syncAll()
      let log = scenario.two.log
      let id = try #require(try await log.bulkDeletions().first?.id)
      try await log.write("Restore") { try $0.restore(id) }
      let lines = try await log.mutationCount()
      let again = try await log.write("Restore") { try $0.restore(id) }
      #expect(again == RestoredRecords())
      #expect(try await log.mutationCount() == lines)
    }
  }

  @Test func `is repeated when its restoration is undone`() async throws {
    try await DeletionScenario.with { scenario in
      try await scenario.delete(12)
      try await scenario.world.syncAll()
      _ = try await scenario.restore(on: scenario.two.log)
      let line = try #require(try await scenario.two.log.history(limit: 1).first)
      #expect(line.title == "Bulk deletion by another device restored")
      _ = try await scenario.two.log.undo(line.id)
      try await scenario.world.syncAll()
      try await expectEqual(scenario.world)
      #expect(try await scenario.world.server.log.sessions(SessionFilter()).isEmpty)
    }
  }

  @Test func `is not reported when it is small`() async throws {
    try await DeletionScenario.with { scenario in
      try await scenario.delete(10)
      try await scenario.world.syncAll()
      for log in scenario.logs { #expect(try await log.bulkDeletions().isEmpty) }
    }
    try await DeletionScenario.with(sessions: 70) { scenario in
      try await scenario.delete(12)
      try await scenario.world.syncAll()
      for log in scenario.logs { #expect(try await log.bulkDeletions().isEmpty) }
    }
  }

  @Test func `is reported as one when it arrives in parts`() async throws {
    try await DeletionScenario.with { scenario in
      for number in 0..<12 {
        try await scenario.delete(1, from: number)
        try await scenario.world.sync(0)
        scenario.world.pass(.minutes(9))
      }
      try await scenario.world.syncAll()
      for log in [scenario.world.server.log, scenario.two.log] {
        #expect(try await log.bulkDeletions().map(\.count) == [12])
      }
    }
  }

  @Test func `is not reported to a device that received it slowly in small parts`() async throws {
    try await DeletionScenario.with { scenario in
      for number in 0..<12 {
        try await scenario.delete(1, from: number)
        try await scenario.world.sync(0)
        scenario.world.pass(.minutes(10))
      }
      #expect(try await scenario.world.server.log.bulkDeletions().isEmpty)
      try await scenario.world.syncAll()
      #expect(try await scenario.two.log.bulkDeletions().map(\.count) == [12])
    }
  }

  @Test func `grows with what follows, and starts again later`() async throws {
    try await DeletionScenario.with(sessions: 30) { scenario in
      try await scenario.delete(12)
      try await scenario.world.sync(0)
      scenario.world.pass(.minutes(5))
      try await scenario.delete(2, from: 12)
      try await scenario.world.sync(0)
      #expect(try await scenario.world.server.log.bulkDeletions().map(\.count) == [14])
      scenario.world.pass(.hours(1))
      try await scenario.delete(12, from: 14)
      try await scenario.world.sync(0)
      #expect(try await scenario.world.server.log.bulkDeletions().map(\.count) == [12, 14])
    }
  }

  @Test func `is no longer reported after its dismissal, which changes the change mark`()
    async throws
  {
    try await DeletionScenario.with { scenario in
      try await scenario.delete(12)
      try await scenario.world.syncAll()
      let log = scenario.world.server.log
      let id = try #require(try await log.bulkDeletions().first?.id)
      let token = try await log.versionToken().text
      try await log.write("Dismiss") { try $0.dismiss(id) }
      #expect(try await log.bulkDeletions().isEmpty)
      let now = try await log.versionToken().text
      #expect(now != token)
      try await log.write("Dismiss") { try $0.dismiss(id) }
      #expect(try await log.versionToken().text == now)
      #expect(try await scenario.two.log.bulkDeletions().count == 1)
      try await scenario.world.syncAll()
      try await expectEqual(scenario.world)
    }
  }

  @Test func `keeps a session deleted when its time is occupied, and stays reported`() async throws
  {
    try await DeletionScenario.with { scenario in
      try await scenario.delete(12)
      try await scenario.world.syncAll()
      try await scenario.two.track(scenario.book, "00:10-00:20")
      let outcome = try await scenario.restore(on: scenario.two.log)
      #expect(outcome.restored == 11 && outcome.left == 1)
      #expect(try await scenario.two.log.bulkDeletions().map(\.count) == [1])
      try await scenario.world.syncAll()
      try await expectEqual(scenario.world)
    }
  }

  @Test func `restores a running session as it was then, and keeps an open one`() async throws {
    try await DeletionScenario.with { scenario in
      scenario.one.at("18:10")
      let running = try await scenario.one.start(scenario.book)
      scenario.world.setAll("18:15")
      try await scenario.world.syncAll()
      scenario.world.setAll("18:30")
      try await scenario.delete(13)
      try await scenario.world.syncAll()
      scenario.world.setAll("19:30")
      let outcome = try await scenario.restore(on: scenario.two.log)
      #expect(outcome.restored == 13)
      let back = try await scenario.two.log.session(running.id)
      #expect(back?.endedAt == nil && back?.active == .minutes(20))
      try await scenario.world.syncAll()
      try await expectEqual(scenario.world)
    }
  }

  @Test func `restores books with their records, but no unreadable record`() async throws {
    try await DeletionScenario.with { scenario in
      let books = try await scenario.addBooks(12) + [scenario.book]
      try await scenario.world.syncAll()
      try await scenario.one.log.write("Delete") { writer in
        for book in books { try DeleteBook(book).run(in: writer) }
      }
      try await scenario.world.syncAll()
      let book = scenario.book.record
      // Simulates a disk error; no writer produces this value.
      try await scenario.world.devices[1].database.write { connection in
        let query: SQL = "SELECT fields FROM record WHERE kind = 'entry' AND id = \(book)"
        var fields = try Fields(json: connection.first(query) { try $0.text(0) } ?? "")
        fields["status"] = .integer(4)
        try connection.run(
          "UPDATE record SET fields = \(fields.json) WHERE kind = 'entry' AND id = \(book)"
        )
      }
      let outcome = try await scenario.restore(on: scenario.two.log)
      #expect(outcome.restored == 12 && outcome.left == 1)
      #expect(try await scenario.two.log.bulkDeletions().map(\.summary) == ["1 book"])
    }
  }

  @Test func `does not include merged books`() async throws {
    try await DeletionScenario.with { scenario in
      let books = try await scenario.addBooks(12)
      try await scenario.world.syncAll()
      let book = scenario.book
      try await scenario.one.log.write("Merge") { writer in
        for other in books { try MergeBooks(book, other).run(in: writer) }
      }
      try await scenario.world.syncAll()
      for log in scenario.logs { #expect(try await log.bulkDeletions().isEmpty) }
    }
  }

  @Test func `is reported when a server claims that everything is deleted`() async throws {
    try await DeletionScenario.with { scenario in
      let log = scenario.two.log
      let pull = try #require(try await log.nextPull())
      var page = SyncPage(epoch: pull.epoch, nextRecord: 900, nextMutation: pull.mutations)
      let stamp = try #require(Stamp(text: "019bffff00000000-9f3a61c2"))
      page.records = scenario.sessions.map {
        var fields = Fields()
        fields.delete()
        return Record(kind: SessionRecord.kind, id: $0.record, fields: fields, stamp: stamp)
      }
      _ = try await log.applyPull(page, of: pull)
      #expect(try await log.bulkDeletions().map(\.count) == [12])
    }
  }

  @Test func `is reported by the log that replaces another`() async throws {
    try await DeletionScenario.with { scenario in
      try await scenario.delete(12)
      try await scenario.world.syncAll()
      let reported = try await scenario.world.server.log.bulkDeletions()
      for engine in TestEngine.all {
        try await engine.scratchLog(seed: 5) { new in
          try await new.log.fill(from: scenario.world.server.log)
          #expect(try await new.log.bulkDeletions() == reported)
        }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is reported and restored on every engine`(engine: TestEngine) async throws {
    try await engine.scratchLog(seed: 9) { server in
      try await TestEngine.device.scratchLog(seed: 8) { device in
        let me = Scenario(device)
        let book = try await me.add("Emma", pages: 300)
        var sessions: [SessionID] = []
        for hour in 0..<12 {
          sessions.append(try await me.track(book, DeletionScenario.hour(hour)).id)
        }
        let run = { try await SyncRunner(device.log, transport: server.log.directTransport).run() }
        _ = try await run()
        for session in sessions { try await me.delete(session) }
        _ = try await run()
        let reported = try await server.log.bulkDeletions()
        #expect(reported.map(\.summary) == ["12 sessions"])
        let id = try #require(reported.first?.id)
        let outcome = try await server.log.write("Restore") { try $0.restore(id) }
        #expect(outcome.restored == 12)
        _ = try await run()
        #expect(try await device.log.sessions(SessionFilter()).count == 12)
        #expect(try await server.log.bulkDeletions().isEmpty)
        #expect(try await server.log.checkProjections(repair: false).isHealthy)
      }
    }
  }
}

/// A book with sessions, synced to two devices and a server, before the first device deletes them.
private struct DeletionScenario {
  var world: SyncWorld
  let book: Identifier<Entry>
  let sessions: [SessionID]

  var one: Scenario { Scenario(world.devices[0]) }
  var two: Scenario { Scenario(world.devices[1]) }
  var logs: [Log] { [world.server.log] + world.devices.map(\.log) }

  static func with(sessions count: Int = 12, _ body: (DeletionScenario) async throws -> Void)
    async throws
  {
    try await SyncWorld.with(2) { world in
      let one = Scenario(world.devices[0])
      let book = try await one.add("Emma", pages: 300)
      var sessions: [SessionID] = []
      for number in 0..<count { sessions.append(try await one.track(book, hour(number)).id) }
      try await world.syncAll()
      try await body(DeletionScenario(world: world, book: book, sessions: sessions))
    }
  }

  /// Returns a ten-minute range; the ranges start a quarter of an hour apart.
  static func hour(_ number: Int) -> String {
    let text = { (minute: Int) in
      let (hour, rest) = (minute / 60, minute % 60)
      return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }
    return "\(text(number * 15))-\(text(number * 15 + 10))"
  }

  /// Deletes sessions on the first device in one mutation, the open one last.
  func delete(_ count: Int, from first: Int = 0) async throws {
    let open = try await one.log.openSessions().map(\.id)
    let meant = (sessions + open).dropFirst(first).prefix(count)
    try await one.log.write("Delete sessions") { writer in
      for id in meant { try writer.delete(SessionRecord.kind, id.record) }
    }
  }

  /// Adds books on the first device.
  func addBooks(_ count: Int) async throws -> [Identifier<Entry>] {
    var books: [Identifier<Entry>] = []
    for number in 0..<count { books.append(try await one.add("Book \(number)", pages: 100)) }
    return books
  }

  func restore(on log: Log) async throws -> RestoredRecords {
    let id = try #require(try await log.bulkDeletions().first?.id)
    return try await log.write("Restore") { try $0.restore(id) }
  }

  /// Returns the total session time of each log.
  func sums() async throws -> [Milliseconds] {
    var sums: [Milliseconds] = []
    for log in logs {
      let rows = try await log.sessions(SessionFilter())
      sums.append(rows.reduce(Milliseconds(0)) { $0 + $1.active })
    }
    return sums
  }
}

extension SyncWorld {
  fileprivate func pass(_ time: Milliseconds) {
    for log in devices + [server] { log.clock.advance(by: time) }
  }

  fileprivate func setAll(_ time: String) {
    for log in devices + [server] { log.clock.set(to: Scenario(log).instant(time)) }
  }
}
