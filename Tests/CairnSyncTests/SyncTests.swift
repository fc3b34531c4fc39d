import Cairn
import CairnActions
import CairnSync
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports

@Suite("Two devices and a server")
struct SyncTests {
  @Test func `are equal, entry by entry, after each has synced`() async throws {
    try await SyncWorld.with(2) { world in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      let emma = try await one.add("Emma", pages: 300)
      try await one.track(emma, "10:00-11:00", page: 40)
      let dune = try await two.add("Dune")
      try await two.track(dune, "12:00-12:30")
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await two.log.sessions(SessionFilter()).count == 2)
    }
  }

  @Test func `send nothing twice, and report since when they agree`() async throws {
    try await SyncWorld.with(1) { world in
      let emma = try await Scenario(world.devices[0]).add("Emma")
      #expect(try await world.sync(0).sent == 1)
      let again = try await world.sync(0)
      #expect(again.sent == 0 && again.received == 0)
      let state = try await world.devices[0].log.syncState()
      #expect(state.queued == 0)
      #expect(state.cursor?.agreedAt == world.devices[0].clock.now)
      _ = emma
    }
  }

  @Test func `return a device's own changes to it, and nothing else`() async throws {
    try await SyncWorld.with(1) { world in
      let one = Scenario(world.devices[0])
      let emma = try await one.add("Emma", pages: 300)
      one.at("19:00")
      let session = try await one.start(emma)
      one.at("20:00")
      world.server.clock.set(to: one.instant("20:00"))
      try await one.stop(session.id, page: 300)
      let before = try await SyncWorld.export(one.log)
      #expect(try await world.sync(0).received == 0)
      #expect(try await SyncWorld.export(one.log) == before)
      try await expectEqual(world)
    }
  }

  @Test func `merge edits to two fields of one session`() async throws {
    try await withSharedSession { world, session in
      try await note("from one", session, world.devices[0])
      try await world.devices[1].log.write("Place") { writer in
        try writer.change(session, as: NoDetail.self) { $0.sessionContext.setPlace("Home") }
      }
      try await world.syncAll()
      try await expectEqual(world)
      let found = try await world.server.log.session(session)
      #expect(found?.note == "from one")
      #expect(found?.sessionContext.place == "Home")
      #expect(try await world.server.log.openConflicts().isEmpty)
    }
  }

  @Test func `keep the losing value, which one action restores`() async throws {
    try await withSharedSession { world, session in
      try await note("first", session, world.devices[0])
      world.devices[1].clock.advance(by: .minutes(1))
      try await note("second", session, world.devices[1])
      try await world.syncAll()
      try await expectEqual(world)
      let lost = try await world.devices[0].log.openConflicts()
      #expect(lost.map(\.conflict.value) == [.text("first")])
      #expect(lost.map(\.standing) == [.text("second")])
      world.devices[0].clock.advance(by: .minutes(5))
      try await world.devices[0].log.write("Take") {
        try $0.useLosingValue(lost[0].conflict.recordID)
      }
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[1].log.session(session)?.note == "first")
      #expect(try await world.devices[1].log.openConflicts().isEmpty)
    }
  }

  @Test func `prefer a deletion to an edit, which is restored with the record`() async throws {
    try await withSharedSession { world, session in
      try await Scenario(world.devices[0]).delete(session)
      world.devices[1].clock.advance(by: .minutes(1))
      try await note("still here", session, world.devices[1])
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[1].log.session(session) == nil)
      let lines = try await world.devices[0].log.history(limit: 5)
      let deletion = lines.first { $0.title == "Delete a session" }
      _ = try await world.devices[0].log.undo(deletion?.id)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[0].log.session(session)?.note == "still here")
    }
  }

  @Test func `end the session that started first when both run`() async throws {
    try await withSharedBook { world, book in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      one.at("19:00")
      let first = try await one.start(book)
      two.at("19:20")
      let second = try await two.start(book)
      world.server.clock.set(to: one.instant("19:30"))
      one.at("19:30")
      two.at("19:30")
      try await world.syncAll()
      try await expectEqual(world)
      let found = try await world.server.log.session(first.id)
      #expect(found?.endedAt == one.instant("19:20"))
      #expect(try await world.server.log.session(second.id)?.endedAt == nil)
    }
  }

  @Test func `have no conflict when an automatically ended session is resumed`() async throws {
    try await withSharedBook { world, book in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      for device in world.devices { device.clock.set(to: one.instant("19:00")) }
      let first = try await one.start(book)
      two.at("19:20")
      let second = try await two.start(book)
      one.at("19:40")
      try await one.pause(first.id)
      one.at("19:50")
      try await one.resume(first.id)
      for clock in [one.scratch.clock, two.scratch.clock, world.server.clock] {
        clock.set(to: one.instant("20:00"))
      }
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.session(first.id)?.endedAt == nil)
      #expect(try await world.server.log.session(second.id)?.endedAt == one.instant("19:50"))
    }
  }

  @Test func `reset a future stamp to the server's time`() async throws {
    try await withSharedSession { world, session in
      world.devices[0].clock.advance(by: .hours(24 * 365))
      try await note("from next year", session, world.devices[0])
      try await world.syncAll()
      try await expectEqual(world)
      world.devices[1].clock.advance(by: .minutes(10))
      world.server.clock.advance(by: .minutes(10))
      try await note("later", session, world.devices[1])
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[0].log.session(session)?.note == "later")
    }
  }

  @Test func `undo a log merge on both sides`() async throws {
    try await withSharedBook { world, _ in
      try await merge(aLogWith: "Persuasion", into: world.devices[0])
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[1].log.books(titled: "Persuasion").count == 1)
      _ = try await world.devices[0].log.undo()
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[1].log.books(titled: "Persuasion").isEmpty)
    }
  }

  @Test func `set rejected mutations aside, send the rest, and recover`() async throws {
    try await withSharedSession { world, session in
      let log = world.devices[0].log
      try await note("wrong", session, world.devices[0])
      let push = try #require(try await log.nextPush(limit: 1))
      let no = PushResult.Outcome.refused(code: "sync.unfit", reason: "No.")
      try await log.record([PushResult(push.mutations[0].mutation.id, no)], of: push)
      _ = try await Scenario(world.devices[0]).add("Dune")
      #expect(try await world.sync(0).sent == 1)
      #expect(try await log.syncState().refusals.map(\.reason) == ["No."])
      #expect(try await world.server.log.books(titled: "Dune").count == 1)
      #expect(try await world.server.log.session(session)?.note == nil)
      try await note("right", session, world.devices[0])
      try await log.retryRejected()
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await log.syncState().refusals.isEmpty)
      #expect(try await world.devices[1].log.session(session)?.note == "right")
    }
  }

  @Test func `reject a text that could not be sent`() async throws {
    try await withSharedSession { world, session in
      let long = String(repeating: "x", count: Record.textLimit + 1)
      await #expect { try await note(long, session, world.devices[0]) } throws: {
        ($0 as? CairnError)?.code == "record.too_long"
      }
    }
  }

  @Test func `reject a mutation that no device could fetch`() async throws {
    try await SyncWorld.with(1) { world in
      let (log, long) = (world.devices[0].log, String(repeating: "\u{1}", count: 500_000))
      await #expect {
        try await log.write("Much") { try Self.fill($0, with: long, 4) }
      } throws: {
        ($0 as? CairnError)?.code == "record.too_long"
      }
      let left = try await log.syncHead().head
      #expect(left == 0)
    }
  }

  @Test func `split a batch by size`() async throws {
    try await SyncWorld.with(1) { world in
      let (log, long) = (world.devices[0].log, String(repeating: "x", count: 180_000))
      try await log.write("Much") { writer in
        writer.beginBatch()
        try Self.fill(writer, with: long, 4)
      }
      let parts = try await SyncWorld.export(log).filter { $0.hasPrefix("{\"mutation\"") }
      #expect(parts.count == 2)
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  @Test func `detect another mutation with the same ID`() async throws {
    try await withSharedSession { world, session in
      try await note("mine", session, world.devices[0])
      var push = try #require(try await world.devices[0].log.nextPush(limit: 1))
      try await world.sync(0)
      let again = try await world.server.log.applyPush(push)
      #expect(again.map(\.isTaken) == [true])
      push.mutations = [SyncMutation(push.mutations[0].mutation.titled("Another"))]
      let other = try await world.server.log.applyPush(push)
      #expect(other.map(\.code) == ["sync.other_content"])
    }
  }

  @Test func `give a copied log its own node`() async throws {
    try await withSharedSession { world, session in
      try await note("not sent", session, world.devices[0])
      let (file, environment) = (world.devices[0].file, world.devices[0].environment)
      let (here, there) = ("1-1", "2-1")
      let first = try await Log.open(file.open(), environment: environment, at: here)
      let same = try await Log.open(file.open(), environment: environment, at: here)
      let copy = try await Log.open(file.open(), environment: environment, at: there)
      let later = try await Log.open(file.open(), environment: environment, at: there)
      #expect(first.context.node == world.devices[0].log.context.node)
      #expect(same.context.node == first.context.node)
      #expect(copy.context.node != first.context.node)
      #expect(later.context.node == copy.context.node)
      #expect(try await copy.syncState().queued == 1)
      #expect(try await copy.syncState().cursor != nil)
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  @Test func `reject a log other than the one they followed`() async throws {
    try await SyncWorld.with(1) { world in
      _ = try await Scenario(world.devices[0]).add("Emma")
      try await world.sync(0)
      let device = world.devices[0].log
      try await TestEngine.server.scratchLog(seed: 77) { other in
        await #expect {
          try await SyncRunner(device, transport: TestConnection().transport(to: other.log)).run()
        } throws: {
          ($0 as? CairnError)?.code == "sync.wrong_log"
        }
        let books = try await other.log.books()
        #expect(books.isEmpty)
      }
    }
  }

  @Test func `end a session although another is within its time`() async throws {
    try await withSharedBook { world, book in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      two.at("18:30")
      let long = try await two.start(book)
      one.at("19:20")
      try await one.track(book, "19:00-19:20")
      world.server.clock.set(to: one.instant("20:00"))
      one.at("20:00")
      two.at("20:00")
      try await world.syncAll()
      try await two.pause(long.id)
      two.at("20:10")
      try await two.resume(long.id)
      two.at("20:30")
      try await two.stop(long.id)
      world.server.clock.set(to: one.instant("20:30"))
      one.at("20:30")
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  @Test func `apply a page of the server in any order of sessions`() async throws {
    try await SyncWorld.with(3) { world in
      let people = world.devices.map { Scenario($0) }
      let book = try await people[0].add("Emma", pages: 300)
      try await world.syncAll()
      people[1].at("18:30")
      _ = try await people[1].start(book)
      people[0].at("19:00")
      let short = try await people[0].start(book)
      for clock in world.devices.map(\.clock) + [world.server.clock] {
        clock.set(to: people[0].instant("19:20"))
      }
      try await world.sync(0)
      try await world.sync(2)
      try await people[0].stop(short.id)
      try await world.sync(0)
      try await world.sync(1)
      try await note("moves it to the end", short.id, world.devices[0])
      try await world.sync(0)
      try await world.sync(2)
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  @Test func `keep unknown kinds and fields`() async throws {
    try await withSharedSession { world, session in
      var fields = Fields()
      fields["colour"] = .text("red")
      let (kind, id) = (RecordKind("future"), RecordID(derivedFrom: ["future"]))
      let set = fields
      try await world.devices[0].log.write("Future") { writer in
        try writer.set(set, kind, id)
        try writer.set(set, SessionRecord.kind, session.record)
      }
      try await world.syncAll()
      try await expectEqual(world)
      try await note("edited elsewhere", session, world.devices[1])
      try await world.syncAll()
      try await expectEqual(world)
      let all = try await SyncWorld.export(world.devices[0].log)
      #expect(
        all.filter { $0.contains(#""colour":"red""#) && $0.contains(#""record""#) }.count == 2
      )
    }
  }

  @Test func `do not delay others while one sends its whole log`() async throws {
    try await SyncWorld.with(2) { world in
      let one = Scenario(world.devices[0])
      for number in 0..<450 { _ = try await one.add("Book \(number)") }
      let line = TestConnection()
      try await world.sync(0, over: line)
      #expect(line.calls.filter { $0.path.hasSuffix("push") }.count == 3)
      try await world.sync(1)
      try await expectEqual(world)
    }
  }
}

extension SyncTests {
  /// Adds records of a kind that this version does not know.
  private static func fill(_ writer: LogWriter, with text: String, _ count: Int) throws {
    for _ in 0..<count {
      var fields = Fields()
      fields["words"] = .text(text)
      fields[RecordField.deleted] = .null
      try writer.set(fields, RecordKind("later_thing"), writer.newID())
    }
  }

  func note(_ text: String, _ session: SessionID, _ device: ScratchLog) async throws {
    try await device.log.write("Note") { writer in
      try writer.change(session, as: NoDetail.self) { $0.note = text }
    }
  }

  private func merge(aLogWith title: String, into device: ScratchLog) async throws {
    try await TestEngine.device.scratchLog(seed: 99) { other in
      _ = try await Scenario(other).add(title)
      let (records, lines) = try await contents(of: other.log)
      try await device.log.write("Import") { writer in
        var join = try LogMerge(writer)
        for record in records { try join.add(record, line: 1) }
        for line in lines { try join.add(line) }
        _ = try join.finish()
      }
    }
  }

  private func contents(of log: Log) async throws -> ([Record], [Mutation]) {
    let head = try await log.syncHead()
    let page = try await log.syncPage(SyncPull(epoch: head.epoch, records: 0, mutations: 0))
    return (page.records, page.mutations.map(\.mutation))
  }
}
