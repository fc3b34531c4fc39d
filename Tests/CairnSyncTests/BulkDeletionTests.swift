import Cairn
import CairnSQL
import CairnSync
import CairnTestKit
import Testing

@testable import CairnStore

@Suite("Much that was deleted on another device")
struct BulkDeletionTests {
  @Test func `is told by the server and every other device, and deleted there`() async throws {
    try await Ruin.with { ruin in
      try await ruin.delete(12)
      try await ruin.world.settle()
      try await expectEqual(ruin.world)
      #expect(try await ruin.one.log.bulkDeletions().isEmpty)
      let node = ruin.one.log.context.node
      for log in [ruin.world.server.log, ruin.two.log] {
        let told = try await log.bulkDeletions()
        #expect(told.map(\.counts) == [[SessionRecord.kind: 12]])
        #expect(told.map(\.nodes) == [[node]])
        #expect(told.map(\.at) == [ruin.world.server.clock.now])
        #expect(try await log.sessions(SessionFilter()).isEmpty)
      }
      #expect(try await ruin.two.log.syncState().deletions.count == 1)
    }
  }

  @Test func `comes back everywhere with one step, once`() async throws {
    try await Ruin.with { ruin in
      let before = try await ruin.sums()
      try await ruin.delete(12)
      try await ruin.world.settle()
      let outcome = try await ruin.restore(on: ruin.two.log)
      #expect(outcome.restored == 12 && outcome.left == 0)
      try await ruin.world.settle()
      try await expectEqual(ruin.world)
      #expect(try await ruin.sums() == before)
      for log in ruin.logs { #expect(try await log.bulkDeletions().isEmpty) }
    }
  }

  @Test func `is brought back a second time by nothing`() async throws {
    try await Ruin.with { ruin in
      try await ruin.delete(12)
      try await ruin.world.settle()
      let log = ruin.two.log
      let id = try #require(try await log.bulkDeletions().first?.id)
      try await log.write("Restore") { try $0.restore(id) }
      let lines = try await log.mutationCount()
      let again = try await log.write("Restore") { try $0.restore(id) }
      #expect(again == RestoredRecords())
      #expect(try await log.mutationCount() == lines)
    }
  }

  @Test func `goes again when bringing it back is undone`() async throws {
    try await Ruin.with { ruin in
      try await ruin.delete(12)
      try await ruin.world.settle()
      _ = try await ruin.restore(on: ruin.two.log)
      let line = try #require(try await ruin.two.log.history(limit: 1).first)
      #expect(line.title == "Bring back what another device deleted")
      _ = try await ruin.two.log.undo(line.id)
      try await ruin.world.settle()
      try await expectEqual(ruin.world)
      #expect(try await ruin.world.server.log.sessions(SessionFilter()).isEmpty)
    }
  }

  @Test func `is not told when it is not much`() async throws {
    try await Ruin.with { ruin in
      try await ruin.delete(10)
      try await ruin.world.settle()
      for log in ruin.logs { #expect(try await log.bulkDeletions().isEmpty) }
    }
    try await Ruin.with(sessions: 70) { ruin in
      try await ruin.delete(12)
      try await ruin.world.settle()
      for log in ruin.logs { #expect(try await log.bulkDeletions().isEmpty) }
    }
  }

  @Test func `is told as one when it comes in parts`() async throws {
    try await Ruin.with { ruin in
      for number in 0..<12 {
        try await ruin.delete(1, from: number)
        try await ruin.world.sync(0)
        ruin.world.pass(.minutes(9))
      }
      try await ruin.world.settle()
      for log in [ruin.world.server.log, ruin.two.log] {
        #expect(try await log.bulkDeletions().map(\.count) == [12])
      }
    }
  }

  @Test func `is not told by who heard of little at a time over a long while`() async throws {
    try await Ruin.with { ruin in
      for number in 0..<12 {
        try await ruin.delete(1, from: number)
        try await ruin.world.sync(0)
        ruin.world.pass(.minutes(10))
      }
      #expect(try await ruin.world.server.log.bulkDeletions().isEmpty)
      try await ruin.world.settle()
      #expect(try await ruin.two.log.bulkDeletions().map(\.count) == [12])
    }
  }

  @Test func `grows by what follows, and is another one later`() async throws {
    try await Ruin.with(sessions: 30) { ruin in
      try await ruin.delete(12)
      try await ruin.world.sync(0)
      ruin.world.pass(.minutes(5))
      try await ruin.delete(2, from: 12)
      try await ruin.world.sync(0)
      #expect(try await ruin.world.server.log.bulkDeletions().map(\.count) == [14])
      ruin.world.pass(.hours(1))
      try await ruin.delete(12, from: 14)
      try await ruin.world.sync(0)
      #expect(try await ruin.world.server.log.bulkDeletions().map(\.count) == [12, 14])
    }
  }

  @Test func `is told no more where it is left deleted, and its state is another one`()
    async throws
  {
    try await Ruin.with { ruin in
      try await ruin.delete(12)
      try await ruin.world.settle()
      let log = ruin.world.server.log
      let id = try #require(try await log.bulkDeletions().first?.id)
      let mark = try await log.mark().text
      try await log.write("Dismiss") { try $0.dismiss(id) }
      #expect(try await log.bulkDeletions().isEmpty)
      let now = try await log.mark().text
      #expect(now != mark)
      try await log.write("Dismiss") { try $0.dismiss(id) }
      #expect(try await log.mark().text == now)
      #expect(try await ruin.two.log.bulkDeletions().count == 1)
      try await ruin.world.settle()
      try await expectEqual(ruin.world)
    }
  }

  @Test func `leaves deleted what has no room any more, and goes on telling of it`() async throws {
    try await Ruin.with { ruin in
      try await ruin.delete(12)
      try await ruin.world.settle()
      try await ruin.two.track(ruin.book, "00:10-00:20")
      let outcome = try await ruin.restore(on: ruin.two.log)
      #expect(outcome.restored == 11 && outcome.left == 1)
      #expect(try await ruin.two.log.bulkDeletions().map(\.count) == [1])
      try await ruin.world.settle()
      try await expectEqual(ruin.world)
    }
  }

  @Test func `brings a session that ran back as it stood then, and one that is open stays`()
    async throws
  {
    try await Ruin.with { ruin in
      ruin.one.at("18:10")
      let running = try await ruin.one.start(ruin.book)
      ruin.world.setAll("18:15")
      try await ruin.world.settle()
      ruin.world.setAll("18:30")
      try await ruin.delete(13)
      try await ruin.world.settle()
      ruin.world.setAll("19:30")
      let outcome = try await ruin.restore(on: ruin.two.log)
      #expect(outcome.restored == 13)
      let back = try await ruin.two.log.session(running.id)
      #expect(back?.endedAt == nil && back?.active == .minutes(20))
      try await ruin.world.settle()
      try await expectEqual(ruin.world)
    }
  }

  @Test func `brings back books with what belongs to them, and no record that nobody can read`()
    async throws
  {
    try await Ruin.with { ruin in
      let books = try await ruin.addBooks(12) + [ruin.book]
      try await ruin.world.settle()
      try await ruin.one.log.write("Delete") { writer in
        for book in books { try writer.deleteBook(book) }
      }
      try await ruin.world.settle()
      let book = ruin.book.record
      // Simulates a disk error; no writer produces this value.
      try await ruin.world.devices[1].database.write { connection in
        let query: SQL = "SELECT fields FROM record WHERE kind = 'entry' AND id = \(book)"
        var fields = try Fields(json: connection.first(query) { try $0.text(0) } ?? "")
        fields["status"] = .integer(4)
        try connection.run(
          "UPDATE record SET fields = \(fields.json) WHERE kind = 'entry' AND id = \(book)"
        )
      }
      let outcome = try await ruin.restore(on: ruin.two.log)
      #expect(outcome.restored == 12 && outcome.left == 1)
      #expect(try await ruin.two.log.bulkDeletions().map(\.words) == ["1 book"])
    }
  }

  @Test func `is no merge of books`() async throws {
    try await Ruin.with { ruin in
      let books = try await ruin.addBooks(12)
      try await ruin.world.settle()
      let book = ruin.book
      try await ruin.one.log.write("Merge") { writer in
        for other in books { try writer.mergeBooks(book, other) }
      }
      try await ruin.world.settle()
      for log in ruin.logs { #expect(try await log.bulkDeletions().isEmpty) }
    }
  }

  @Test func `is told of a server that says everything is gone`() async throws {
    try await Ruin.with { ruin in
      let log = ruin.two.log
      let pull = try #require(try await log.nextPull())
      var page = SyncPage(epoch: pull.epoch, nextRecord: 900, nextLine: pull.lines)
      let stamp = try #require(Stamp(text: "019bffff00000000-9f3a61c2"))
      page.records = ruin.sessions.map {
        var fields = Fields()
        fields[RecordField.deleted] = .text(Deletion.byPerson)
        return Record(kind: SessionRecord.kind, id: $0.record, fields: fields, stamp: stamp)
      }
      _ = try await log.applyPull(page, of: pull)
      #expect(try await log.bulkDeletions().map(\.count) == [12])
    }
  }

  @Test func `is told by the log that takes the place of another`() async throws {
    try await Ruin.with { ruin in
      try await ruin.delete(12)
      try await ruin.world.settle()
      let told = try await ruin.world.server.log.bulkDeletions()
      for engine in TestEngine.all {
        try await engine.scratchLog(seed: 5) { new in
          try await new.log.fill(from: ruin.world.server.log)
          #expect(try await new.log.bulkDeletions() == told)
        }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is told and brought back on every engine`(engine: TestEngine) async throws {
    try await engine.scratchLog(seed: 9) { server in
      try await TestEngine.device.scratchLog(seed: 8) { device in
        let me = Scenario(device)
        let book = try await me.add("Emma", pages: 300)
        var sessions: [SessionID] = []
        for hour in 0..<12 { sessions.append(try await me.track(book, Ruin.hour(hour)).id) }
        let run = { try await SyncRunner(device.log, transport: server.log.answering).run() }
        _ = try await run()
        for session in sessions { try await me.delete(session) }
        _ = try await run()
        let told = try await server.log.bulkDeletions()
        #expect(told.map(\.words) == ["12 sessions"])
        let id = try #require(told.first?.id)
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
private struct Ruin {
  var world: SyncWorld
  let book: Identifier<Entry>
  let sessions: [SessionID]

  var one: Scenario { Scenario(world.devices[0]) }
  var two: Scenario { Scenario(world.devices[1]) }
  var logs: [Log] { [world.server.log] + world.devices.map(\.log) }

  static func with(sessions count: Int = 12, _ body: (Ruin) async throws -> Void) async throws {
    try await SyncWorld.with(2) { world in
      let one = Scenario(world.devices[0])
      let book = try await one.add("Emma", pages: 300)
      var sessions: [SessionID] = []
      for number in 0..<count { sessions.append(try await one.track(book, hour(number)).id) }
      try await world.settle()
      try await body(Ruin(world: world, book: book, sessions: sessions))
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
