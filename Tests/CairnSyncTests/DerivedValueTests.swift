import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnSync
import CairnTestKit
import Testing

@Suite("Derived values on two devices")
struct DerivedValueTests {
  /// Sets up two devices with a book of 160 pages, read to page 20 on the first.
  private func withBook(
    _ body: (SyncWorld, Scenario, Scenario, Identifier<Entry>) async throws -> Void
  ) async throws {
    try await SyncWorld.with(2) { world in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      let book = try await one.add("Emma", pages: 160)
      try await one.track(book, "07:00-08:00", page: 20)
      try await world.syncAll()
      try await body(world, one, two, book)
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  private func lost(_ world: SyncWorld) async throws -> [String] {
    try await world.syncAll()
    return try await world.server.log.openConflicts().map(\.conflict.field)
  }

  private func note(
    _ page: Int64,
    in book: Identifier<Entry>,
    _ device: ScratchLog
  ) async throws {
    try await device.log.write("Note") { writer in
      let day = try writer.day(at: writer.now, zone: "UTC")
      try writer.reach(try writer.book(book).page(page), in: book, today: day)
    }
  }

  @Test func `are no conflict: the position reached by sessions on both`() async throws {
    try await withBook { world, one, two, book in
      try await one.track(book, "10:00-11:00", page: 40)
      world.devices[1].clock.advance(by: .minutes(1))
      try await two.track(book, "12:00-13:00", page: 60)
      #expect(try await lost(world) == [])
    }
  }

  @Test func `are no conflict: the end of a book finished on both`() async throws {
    try await withBook { world, one, two, book in
      try await one.track(book, "10:00-11:00", page: 160)
      world.devices[1].clock.advance(by: .hours(24))
      world.server.clock.advance(by: .hours(24))
      try await two.track(book, "12:00-13:00", page: 160)
      #expect(try await lost(world) == [])
    }
  }

  @Test func `are a conflict when they were set manually`() async throws {
    try await withBook { world, one, two, book in
      try await note(35, in: book, world.devices[0])
      world.devices[1].clock.advance(by: .minutes(1))
      try await two.track(book, "12:00-13:00", page: 60)
      #expect(try await lost(world) == ["position"])
    }
  }

  @Test func `are no conflict with a value that was set manually`() async throws {
    try await withBook { world, one, _, book in
      try await one.track(book, "10:00-11:00", page: 40)
      world.devices[1].clock.advance(by: .minutes(1))
      try await note(35, in: book, world.devices[1])
      #expect(try await lost(world) == [])
    }
  }

  @Test func `are no conflict, whichever device syncs first`() async throws {
    try await withBook { world, one, two, book in
      try await one.track(book, "10:00-11:00", page: 40)
      world.devices[1].clock.advance(by: .minutes(1))
      try await two.track(book, "12:00-13:00", page: 60)
      try await world.sync(1)
      #expect(try await lost(world) == [])
    }
  }

  @Test func `are no conflict: the order of climbs moved on both`() async throws {
    try await SyncWorld.with(2) { world in
      let climbs = try await world.devices[0].log.write("Climb") { writer in
        let start = writer.now - .hours(2)
        let session = try writer.track(
          Climbing(),
          [Segment(start: start, end: start + .hours(1))],
          zone: "UTC",
          note: nil,
          adjust: false,
          allowShort: false
        )
        return try ["A", "B", "C"].map { name in
          var new = NewClimb()
          new.name = name
          return try AddClimb(new, to: session.id).run(in: writer)
        }
      }
      try await world.syncAll()
      _ = try await world.devices[0].log.write { try MoveClimb(climbs[2], to: 1).run(in: $0) }
      world.devices[1].clock.advance(by: .minutes(1))
      _ = try await world.devices[1].log.write { try MoveClimb(climbs[0], to: 3).run(in: $0) }
      #expect(try await lost(world) == [])
      try await expectEqual(world)
    }
  }
}
