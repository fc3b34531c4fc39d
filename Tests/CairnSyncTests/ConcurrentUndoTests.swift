import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// Undo of a value that two devices set concurrently.
@Suite struct `Undo of a field that another device also set` {
  /// Sets a daily goal on two devices, a minute apart; passes both history entries to the closure.
  private func setOnBoth(
    _ one: Int64,
    _ other: Int64,
    _ check: (SyncWorld, [RecordID]) async throws -> Void
  ) async throws {
    try await SyncWorld.with(2) { world in
      try await world.syncAll()
      var lines: [RecordID] = []
      for (index, target) in [one, other].enumerated() {
        Scenario(world.devices[index]).at("12:0\(index)")
        let log = world.devices[index].log
        let goal = try Goal(.minutes, .daily, target: target, from: LocalDay(number: 20_458))
        _ = try await log.write("Set a goal") { try SetGoal(goal).run(in: $0) }
        lines += try await log.history(limit: 1).map(\.id)
      }
      for one in world.devices + [world.server] { Scenario(one).at("12:30") }
      try await world.syncAll()
      try await check(world, lines)
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  /// The goal after each of two undos; the first undoes the earlier or the later entry.
  @Test(arguments: [([20, 30], 0, 30), ([20, 30], 1, 20), ([30, 30], 0, 30), ([30, 30], 1, 30)])
  func `keeps the other device's value`(goals: [Int64], first: Int, left: Int64) async throws {
    try await setOnBoth(goals[0], goals[1]) { world, lines in
      for (device, line, left) in [(0, lines[first], left), (1, lines[1 - first], nil)] {
        let log = world.devices[device].log
        _ = try await log.undo(line, keepChanged: true)
        let goals = try await log.goals().map(\.target)
        #expect(goals == (left.map { [$0] } ?? []))
        try await world.syncAll()
      }
    }
  }
}
