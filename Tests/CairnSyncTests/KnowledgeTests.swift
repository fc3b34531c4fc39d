import Cairn
import CairnActions
import CairnReports
import CairnTestKit
import Testing

@testable import CairnStore

@Suite("The knowledge of an act")
struct ActKnowledgeTests {
  @Test func `is none in a log that never met another`() async throws {
    try await SyncWorld.with(1) { world in
      _ = try await Scenario(world.devices[0]).add("Emma", pages: 300)
      #expect(try await Self.known(in: world.devices[0].log) == [""])
      #expect(
        try await SyncWorld.export(world.devices[0].log).last?.contains(#""knowledge":"","#) == true
      )
    }
  }

  @Test func `is what its device had received, and the same on every device`() async throws {
    try await SyncWorld.with(2) { world in
      let (one, other) = (world.devices[0], world.devices[1])
      let book = try await Scenario(one).add("Emma", pages: 300)
      try await world.syncAll()
      try await Scenario(one).track(book, "10:00-11:00")
      other.clock.advance(by: .minutes(1))
      try await Scenario(other).track(book, "12:00-13:00")
      try await world.syncAll()
      try await Scenario(other).track(book, "14:00-15:00")
      try await world.syncAll()
      let steps = try await Self.steps(in: other.log)
      let (added, read, later) = (steps[0], steps[1], steps[3])
      #expect(try #require(read.knowledge) == Knowledge() && read.knows(added.stamp) == true)
      #expect(steps[2].knowledge?.text == added.stamp.text)
      #expect(steps[2].knows(read.stamp) == false && read.knows(steps[2].stamp) == false)
      #expect(later.knows(read.stamp) == true && later.knows(steps[2].stamp) == true)
      try await expectEqual(world)
    }
  }

  @Test func `on the server includes what devices sent`() async throws {
    try await SyncWorld.with(1) { world in
      let book = try await Scenario(world.devices[0]).add("Emma", pages: 300)
      try await world.syncAll()
      try await Scenario(world.server).track(book, "10:00-11:00")
      let steps = try await Self.steps(in: world.server.log)
      #expect(steps.count == 2 && steps[1].knows(steps[0].stamp) == true)
    }
  }

  @Test func `of a copied log includes the acts of its original`() async throws {
    try await SyncWorld.with(1) { world in
      let device = world.devices[0]
      _ = try await Scenario(device).add("Emma", pages: 300)
      try await device.log.renewNode()
      let step = try #require(try await Self.steps(in: device.log).first)
      let known = try await device.log.read { try MutationTable.clock(of: 1, in: $0).1 }
      #expect(known.text == step.stamp.text)
    }
  }

  private static func known(in log: Log) async throws -> [String?] {
    try await steps(in: log).map(\.knowledge?.text)
  }

  /// Returns the history of a log, by stamp.
  private static func steps(in log: Log) async throws -> [Mutation] {
    try await log.read { connection in
      var steps: [Mutation] = []
      try MutationTable.each(in: connection) { steps.append($0) }
      return steps
    }
  }
}
