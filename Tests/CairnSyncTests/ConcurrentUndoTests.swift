import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports
import CairnSync

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

  /// Runs the closure with a session on two devices, to whose note one device gave two values; all know of them.
  private func withTwoNotes(
    _ body: (SyncWorld, _ lines: [RecordID], SessionID) async throws -> Void
  ) async throws {
    try await SyncWorld.with(2) { world in
      for one in world.devices + [world.server] { Scenario(one).at("12:00") }
      let me = Scenario(world.devices[0])
      let session = try await me.track(me.add("Dune", pages: 600), "08:00-09:00", page: 30).id
      for note in ["first", "second"] { try await set(note, session, on: world.devices[0]) }
      try await world.syncAll()
      try await body(world, world.devices[0].log.history(limit: 2).map(\.id), session)
    }
  }

  private func set(_ note: String, _ session: SessionID, on device: ScratchLog) async throws {
    _ = try await device.log.write("Note") { writer in
      try writer.change(session, as: NoDetail.self) { $0.note = note }
    }
  }

  private func note(_ world: SyncWorld) async throws -> String? {
    try await world.syncAll()
    try await expectEqual(world)
    return try await world.server.log.sessions(SessionFilter())[0].note
  }

  @Test func `loses against a later edit that it does not know, with a conflict`() async throws {
    try await withTwoNotes { world, lines, session in
      Scenario(world.devices[1]).at("12:01")
      try await set("third", session, on: world.devices[1])
      Scenario(world.devices[0]).at("12:02")
      _ = try await world.devices[0].log.undo(lines[0], keepChanged: false)
      for one in world.devices + [world.server] { Scenario(one).at("12:30") }
      #expect(try await note(world) == "third")
      let conflicts = try await world.server.log.openConflicts()
      #expect(conflicts.map(\.conflict.value) == [.text("first")])
    }
  }

  @Test(arguments: [true, false])
  func `of two acts leaves neither, on one device or on two`(isOnOne: Bool) async throws {
    try await withTwoNotes { world, lines, _ in
      for (number, line) in lines.enumerated() {
        _ = try await world.devices[isOnOne ? 1 : number].log.undo(line, keepChanged: true)
        #expect(try await note(world) == (number == 0 ? "first" : nil))
      }
      for (line, expected) in zip(lines.reversed(), ["first", "second"]) {
        _ = try await world.devices[0].log.redo(line)
        #expect(try await note(world) == expected)
      }
    }
  }

  @Test func `of the same act on both devices sets the same`() async throws {
    try await withTwoNotes { world, lines, _ in
      for device in world.devices { _ = try await device.log.undo(lines[0], keepChanged: false) }
      #expect(try await note(world) == "first")
      #expect(try await world.server.log.openConflictCount() == 0)
      _ = try await world.devices[1].log.redo(lines[0])
      #expect(try await note(world) == "second")
    }
  }
}
