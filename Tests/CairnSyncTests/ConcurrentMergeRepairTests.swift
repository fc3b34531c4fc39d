import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite("A session of a duplicate that another device merges")
struct ConcurrentMergeRepairTests {
  /// Sets up two devices with two books of the same title; the first device merges the second book.
  private func withTwins(
    merging: Bool = true,
    _ body: (inout SyncWorld, Identifier<Entry>, Identifier<Entry>) async throws -> Void
  ) async throws {
    try await SyncWorld.with(2) { world in
      let me = Scenario(world.devices[0])
      let (book, twin) = (
        try await me.add("Dune", pages: 600), try await me.add("Dune", pages: 600)
      )
      try await me.track(twin, "08:00-09:00", page: 40)
      try await world.syncAll()
      if merging { try await merge(twin, into: book, world.devices[0]) }
      try await body(&world, book, twin)
    }
  }

  private func merge(
    _ twin: Identifier<Entry>,
    into book: Identifier<Entry>,
    _ device: ScratchLog
  ) async throws {
    _ = try await device.log.write("Merge") { try MergeBooks(book, twin).run(in: $0) }
  }

  @Test func `belongs to the merge target on every device`() async throws {
    try await withTwins { world, book, twin in
      let other = Scenario(world.devices[1])
      try await other.track(twin, "10:00-11:00", page: 80)
      try await world.syncAll()
      try await expectEqual(world)
      for log in world.logs {
        #expect(try await log.books().map(\.id) == [book])
        #expect(try await log.totals(of: book).sessions == 2)
      }
      let reading = try await world.server.log.write("Look") { try $0.book(book).readThroughs }
      #expect(reading.count == 1)
      #expect(reading.first?.position == (try Position.page(80, of: 600)))
      let lines = try await world.server.log.history(limit: 1).map(\.title)
      #expect(lines == ["Sessions of a duplicate moved to “Dune”"])
    }
  }

  /// One of the sessions moves to the book after the other was merged into it; that must not undo their merge.
  @Test func `stays one session after its own merge`() async throws {
    try await withTwins { world, book, twin in
      let other = Scenario(world.devices[1])
      let first = try await other.track(twin, "10:00-11:00", page: 80)
      let second = try await other.track(twin, "11:00-11:30", page: 100)
      _ = try await other.log.write("Merge") {
        try $0.merge(first.id, second.id, as: Reading.self)
      }
      try await world.syncAll()
      try await expectEqual(world)
      let rows = try await world.server.log.sessions(SessionFilter())
      #expect(rows.filter { $0.active == .minutes(90) }.count == 1)
      #expect(rows.allSatisfy { $0.entry == book })
    }
  }

  @Test func `continues and ends with the merge target`() async throws {
    try await withTwins { world, book, twin in
      let other = Scenario(world.devices[1])
      let session = try await other.start(twin)
      try await world.syncAll()
      world.devices[1].clock.advance(by: .hours(1))
      try await other.stop(session.id, page: 90)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.totals(of: book).sessions == 2)
      #expect(
        try await world.devices[0].log.book(book)?.position == (try Position.page(90, of: 600))
      )
    }
  }

  @Test func `keeps the position, before and after the merge`() async throws {
    for stopsFirst in [true, false] {
      try await withTwins(merging: false) { world, book, twin in
        let (me, other) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
        try await me.track(book, "07:00-07:30", page: 60)
        let session = try await other.start(twin)
        world.devices[1].clock.advance(by: .hours(1))
        world.devices[0].clock.advance(by: .hours(stopsFirst ? 2 : 0))
        try await merge(twin, into: book, world.devices[0])
        try await other.stop(session.id, page: 80)
        try await world.syncAll()
        try await expectEqual(world)
        let place = try await world.server.log.book(book)?.position
        #expect(place == (try Position.page(80, of: 600)), "\(stopsFirst)")
      }
    }
  }

  @Test func `follows every merge to the last book`() async throws {
    try await withTwins { world, book, twin in
      let last = try await Scenario(world.devices[0]).add("Dune", pages: 600)
      try await merge(book, into: last, world.devices[0])
      try await Scenario(world.devices[1]).track(twin, "10:00-11:00", page: 80)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.totals(of: last).sessions == 2)
    }
  }

  @Test func `belongs to one book when two devices merge in opposite directions`() async throws {
    try await withTwins { world, book, twin in
      try await Scenario(world.devices[1]).track(twin, "10:00-11:00", page: 80)
      try await merge(book, into: twin, world.devices[1])
      try await world.syncAll()
      try await expectEqual(world)
      for log in world.logs {
        let books = try await log.books()
        #expect(books.count == 1)
        let one = try #require(books.first)
        #expect(try await log.totals(of: one.id).sessions == 2)
      }
    }
  }

  @Test func `stays deleted with a book that was deleted after the merge`() async throws {
    try await withTwins { world, book, twin in
      _ = try await world.devices[0].log.write("Delete") { try DeleteBook(book).run(in: $0) }
      try await Scenario(world.devices[1]).track(twin, "10:00-11:00", page: 80)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.books().isEmpty)
    }
  }

  /// An automatic mutation ends a session by its end alone; moving the session must not rewrite its segments.
  @Test func `keeps another device's pause when it was ended automatically`() async throws {
    try await SyncWorld.with(3) { world in
      let all = world.devices.map { Scenario($0) }
      let (book, twin) = (try await all[0].add("Dune"), try await all[0].add("Dune"))
      world.server.clock.set(to: all[0].instant("09:00"))
      for device in all { device.at("09:00") }
      try await world.syncAll()
      all[0].at("10:00")
      let session = try await all[0].start(twin)
      for device in 0...1 { try await world.sync(device) }
      all[2].at("10:30")
      _ = try await all[2].start(book)
      for device in [2, 0] { try await world.sync(device) }
      all[1].at("10:10")
      try await all[1].pause(session.id)
      all[1].at("10:20")
      try await all[1].resume(session.id)
      all[0].at("10:40")
      world.server.clock.set(to: all[0].instant("10:40"))
      try await merge(twin, into: book, world.devices[0])
      try await world.syncAll()
      try await expectEqual(world)
      for log in world.logs {
        let timeline = try await log.session(session.id)?.timeline
        #expect(timeline?.active(until: all[0].instant("11:00")) == .minutes(20))
      }
    }
  }

  private func undoMerge(on device: ScratchLog) async throws {
    let lines = try await device.log.history(limit: 20)
    let merge = try #require(lines.first { $0.title.contains("” merged into “") })
    _ = try await device.log.undo(merge.id)
  }

  @Test func `returns to the duplicate when the merge is undone, and back on redo`() async throws {
    try await withTwins { world, book, twin in
      try await Scenario(world.devices[1]).track(twin, "10:00-11:00", page: 80)
      try await world.syncAll()
      world.devices[0].clock.advance(by: .minutes(1))
      try await undoMerge(on: world.devices[0])
      try await world.syncAll()
      try await expectEqual(world)
      for log in world.logs {
        #expect(try await log.totals(of: book).sessions == 0)
        #expect(try await log.totals(of: twin).sessions == 2)
        #expect(try await log.book(twin)?.position == (try Position.page(80, of: 600)))
        #expect(try await log.book(book)?.position == nil)
      }
      world.devices[0].clock.advance(by: .minutes(1))
      _ = try await world.devices[0].log.redo()
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.totals(of: book).sessions == 2)
    }
  }

  @Test func `returns as well when the undo was made before its sync`() async throws {
    try await withTwins { world, book, twin in
      try await world.sync(0)
      try await Scenario(world.devices[1]).track(twin, "10:00-11:00", page: 80)
      try await world.sync(1)
      world.devices[0].clock.advance(by: .minutes(1))
      try await undoMerge(on: world.devices[0])
      try await world.syncAll()
      try await expectEqual(world)
      for log in world.logs {
        #expect(try await log.totals(of: book).sessions == 0)
        #expect(try await log.totals(of: twin).sessions == 2)
      }
    }
  }

  @Test func `stays with the book it was moved to manually`() async throws {
    try await withTwins { world, _, twin in
      let session = try await Scenario(world.devices[1]).track(twin, "10:00-11:00", page: 80)
      try await world.syncAll()
      let other = try await Scenario(world.devices[0]).add("Emma", pages: 600)
      let id = session.id
      _ = try await world.devices[0].log.write("Move") { try $0.moveSession(id, to: other) }
      world.devices[0].clock.advance(by: .minutes(1))
      try await undoMerge(on: world.devices[0])
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.totals(of: other).sessions == 1)
      #expect(try await world.server.log.totals(of: twin).sessions == 1)
    }
  }

  /// Sets up two devices with two stories; the first device merges the second story.
  private func withStories(
    _ body: (inout SyncWorld, Identifier<Story>, Identifier<Story>) async throws -> Void
  ) async throws {
    try await SyncWorld.with(2) { world in
      let twins = try await world.devices[0].log.write("Add") { writer in
        try (0..<2).map { _ in try AddStory(NewStory(title: "Emma")).run(in: writer).id }
      }
      try await world.syncAll()
      try await merge(story: twins[1], into: twins[0], world.devices[0])
      try await body(&world, twins[0], twins[1])
    }
  }

  private func merge(
    story twin: Identifier<Story>,
    into story: Identifier<Story>,
    _ device: ScratchLog
  ) async throws {
    _ = try await device.log.write("Merge") { try MergeStories(story, twin).run(in: $0) }
  }

  private func listen(_ story: Identifier<Story>, _ device: ScratchLog) async throws {
    let session = try await device.log.write("Start") { writer in
      try writer.startListening(story, at: writer.now, zone: "UTC", adjust: false).id
    }
    device.clock.advance(by: .minutes(30))
    try await device.log.write("Stop") { writer in
      try writer.change(session, as: NoDetail.self) { (session) throws(CairnError) in
        try session.end(at: writer.now, zone: "UTC")
      }
      try writer.addPlay(of: story, at: writer.now)
    }
  }

  @Test func `of listening belongs to the merged story`() async throws {
    try await withStories { world, story, twin in
      try await listen(twin, world.devices[1])
      try await world.syncAll()
      try await expectEqual(world)
      for log in world.logs {
        #expect(try await log.stories().map(\.id) == [story])
        #expect(try await log.story(story)?.sessions == 1)
      }
    }
  }

  @Test func `of listening returns to its own story when the merge is undone`() async throws {
    try await withStories { world, story, twin in
      try await listen(twin, world.devices[1])
      try await world.syncAll()
      world.devices[0].clock.advance(by: .minutes(1))
      try await undoMerge(on: world.devices[0])
      try await world.syncAll()
      try await expectEqual(world)
      for log in world.logs {
        #expect(try await log.story(story)?.sessions == 0)
        #expect(try await log.story(twin)?.sessions == 1)
      }
    }
  }

  @Test func `of listening belongs to one story when two devices merge in opposite directions`()
    async throws
  {
    try await withStories { world, story, twin in
      try await listen(twin, world.devices[1])
      try await merge(story: story, into: twin, world.devices[1])
      try await world.syncAll()
      try await expectEqual(world)
      for log in world.logs {
        #expect(try await log.stories().count == 1)
        #expect(try await log.stories().first?.sessions == 1)
      }
    }
  }
}

extension SyncWorld {
  fileprivate var logs: [Log] { [server.log] + devices.map(\.log) }
}
