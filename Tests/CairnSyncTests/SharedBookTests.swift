import Cairn
import CairnActions
import CairnStore
import CairnSync
import CairnTestKit
import Testing
import CairnReports

/// Concurrent reading of one book on two devices.
@Suite struct `A book read on two devices` {
  /// Runs the steps of two devices in either order of their clocks, and with either device syncing first.
  private func inBothOrders(
    begin: (Scenario) async throws -> Identifier<Entry>,
    _ steps: [(Scenario, Identifier<Entry>) async throws -> Void],
    _ check: (SyncWorld, Identifier<Entry>) async throws -> Void
  ) async throws {
    for (isLater, sendsFirst) in [(true, true), (true, false), (false, true), (false, false)] {
      try await SyncWorld.with(2) { world in
        for one in world.devices + [world.server] { Scenario(one).at("22:00") }
        let book = try await begin(Scenario(world.devices[0]))
        try await world.syncAll()
        for (index, step) in steps.enumerated() {
          let me = Scenario(world.devices[index])
          me.at((index == 0) == isLater ? "22:02" : "22:01")
          try await step(me, book)
        }
        for one in world.devices + [world.server] { Scenario(one).at("22:30") }
        if !sendsFirst { try await world.sync(1) }
        try await world.syncAll()
        try await expectEqual(world, "\(isLater) \(sendsFirst)")
        try await check(world, book)
      }
    }
  }

  private func pages(_ world: SyncWorld) async throws -> [Int64?] {
    try await world.server.log.sessions(SessionFilter()).map(\.amount)
  }

  /// Tracks a book on two devices, so that an automatic mutation moves the start of one session.
  private func readOnBoth(
    _ check: @escaping (SyncWorld, Identifier<Entry>) async throws -> Void
  ) async throws {
    try await inBothOrders(
      begin: { me in
        let book = try await me.add("Dune", pages: 600)
        try await me.track(book, "06:00-07:00", page: 20)
        return book
      },
      [
        { try await $0.track($1, "08:00-09:00", page: 40) },
        { try await $0.track($1, "20:00-21:00", page: 100) },
      ],
      check
    )
  }

  @Test func `counts each page once`() async throws {
    try await readOnBoth { world, book in
      let counted = try await pages(world)
      #expect(counted == [60, 20, 20])
      let place = try await world.server.log.book(book)?.position
      #expect(place?.text == "page:100/600")
    }
  }

  @Test func `counts no page when the later session ended earlier in the book, and reports it`()
    async throws
  {
    try await inBothOrders(
      begin: { try await $0.add("Dune", pages: 600) },
      [
        { try await $0.track($1, "08:00-09:00", page: 200) },
        { try await $0.track($1, "20:00-21:00", page: 60) },
      ]
    ) { world, _ in
      let counted = try await pages(world)
      #expect(counted == [0, 200])
      let reported = try await world.server.log.openConflicts()
      #expect(reported.map(\.conflict.field) == ["startPosition"])
    }
  }

  @Test func `has one read-through when both started it`() async throws {
    try await inBothOrders(
      begin: { try await $0.add("Dune", pages: 400, status: .toRead) },
      [
        { try await $0.track($1, "08:00-09:00", page: 60) },
        { try await $0.track($1, "20:00-21:00", page: 100) },
      ]
    ) { world, book in
      let readings = try await world.server.log.write("Look") { try $0.book(book).readThroughs }
      #expect(readings.map { $0.position?.text } == ["page:100/400"])
      let counted = try await pages(world)
      #expect(counted == [40, 60])
    }
  }

  @Test func `has its bookmark at the end of the last session`() async throws {
    try await inBothOrders(
      begin: { me in
        let book = try await me.add("Dune", pages: 600)
        try await me.track(book, "06:00-07:00", page: 40)
        return book
      },
      [
        { try await $0.track($1, "20:00-21:00", page: 100) },
        { try await $0.track($1, "08:00-09:00", page: 70) },
      ]
    ) { world, book in
      let place = try await world.server.log.book(book)?.position
      #expect(place?.text == "page:100/600")
      let counted = try await pages(world)
      #expect(counted == [30, 30, 40])
    }
  }

  @Test func `is undone session by session, without automatic mutations`() async throws {
    try await readOnBoth { world, book in
      let log = world.devices[1].log
      let lines = try await log.history(limit: 10)
      #expect(lines.contains { $0.isAutomatic })
      for left in [2, 1, 0] {
        let report = try await log.undo()
        #expect(lines.first { $0.title == report.title }?.isAutomatic == false)
        let count = try await log.sessions(SessionFilter()).count
        #expect(count == left)
      }
      try await world.syncAll()
      try await expectEqual(world)
      let place = try await world.server.log.book(book)?.position
      #expect(place == nil)
    }
  }

  @Test func `cannot be undone over an edit made after the automatic mutation`() async throws {
    try await readOnBoth { world, _ in
      let log = world.devices[1].log
      let session = try #require(try await log.sessions(SessionFilter()).first)
      _ = try await log.write("Correct it") { writer in
        try writer.change(session.id, as: NoDetail.self) { $0.note = "Said later" }
      }
      let own = try await log.deviceNames().own
      let line = try await log.history(limit: 10).last { $0.node == own }
      let refused = await #expect(throws: CairnError.self) { _ = try await log.undo(line?.id) }
      #expect(refused?.code == "history.changed_since")
      #expect(refused?.message.contains("“Correct it”") == true)
    }
  }

  /// Tracking an earlier session does not move the bookmark if a later session has no known end position.
  @Test func `keeps the bookmark of its only device`() async throws {
    try await SyncWorld.with(1) { world in
      for one in world.devices + [world.server] { Scenario(one).at("22:00") }
      let me = Scenario(world.devices[0])
      let book = try await me.add("Dune", pages: 300)
      try await me.track(book, "08:00-08:30", page: 3)
      try await me.track(book, "20:00-20:30")
      try await me.track(book, "17:00-17:30", page: 6)
      let before = try await world.devices[0].log.book(book)?.position
      #expect(before?.text == "page:3/300")
      let outcome = try await world.sync(0)
      #expect(outcome.received == 0)
      let after = try await world.server.log.book(book)?.position
      #expect(after == before)
    }
  }
}
