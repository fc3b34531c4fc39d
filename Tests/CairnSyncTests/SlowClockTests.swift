import Cairn
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports

extension SyncTests {
  /// The server's clock shows 19:10, or the day before, when it receives a session started at 19:20.
  @Test(arguments: [Milliseconds.minutes(10), .hours(24)])
  func `end a session when another begins, even with a slow server clock`(
    late: Milliseconds
  ) async throws {
    try await withSharedBook { world, book in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      one.at("19:00")
      let first = try await one.start(book)
      two.at("19:20")
      _ = try await two.start(book)
      world.server.clock.set(to: one.instant("19:20") - late)
      one.at("19:20")
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.session(first.id)?.endedAt == one.instant("19:20"))
    }
  }

  @Test func `add no false hours when a device's clock is days ahead`() async throws {
    try await withSharedBook { world, book in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      one.at("19:00")
      let first = try await one.start(book)
      two.scratch.clock.set(to: one.instant("19:20") + .hours(48))
      _ = try await two.start(book)
      world.server.clock.set(to: one.instant("19:30"))
      one.at("19:30")
      try await world.syncAll()
      try await expectEqual(world)
      let end = try #require(try await world.server.log.session(first.id)?.endedAt)
      #expect(end <= one.instant("19:32"))
    }
  }

  @Test func `ignore automatic changes by a fast clock that were undone later`() async throws {
    try await withSharedBook { world, book in
      let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
      one.at("19:00")
      let first = try await one.start(book)
      one.scratch.clock.advance(by: .hours(24))
      try await one.pause(first.id)
      one.scratch.clock.advance(by: .minutes(1))
      _ = try await one.log.undo()
      two.at("19:20")
      _ = try await two.start(book)
      world.server.clock.set(to: two.instant("19:20"))
      try await world.sync(1)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.session(first.id)?.endedAt == two.instant("19:20"))
    }
  }

  @Test func `ignore a pause by a fast clock that was undone`() async throws {
    try await SyncWorld.with(3) { world in
      let (one, two, three) = (
        Scenario(world.devices[0]), Scenario(world.devices[1]), Scenario(world.devices[2])
      )
      let book = try await one.add("Emma", pages: 300)
      try await world.syncAll()
      one.at("19:00")
      let first = try await one.start(book)
      try await world.sync(0)
      try await world.sync(1)
      two.scratch.clock.set(to: one.instant("19:10") + .hours(48))
      try await two.pause(first.id)
      world.server.clock.set(to: one.instant("19:12"))
      try await world.sync(1)
      three.at("19:20")
      _ = try await three.start(book)
      try await world.sync(0)
      one.at("19:30")
      _ = try await one.log.undo()
      world.server.clock.set(to: one.instant("19:40"))
      try await world.sync(2)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.session(first.id)?.endedAt == three.instant("19:20"))
    }
  }
}
