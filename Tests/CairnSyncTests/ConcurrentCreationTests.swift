import Cairn
import CairnActions
import CairnReports
import CairnTestKit
import Testing

@testable import CairnStore
import CairnSync

/// Records with an ID derived from what they are about, which two devices create as one.
@Suite struct `A record that two devices create and one deletes before both sync` {
  /// Returns the world in which both devices split a session at 08:30, and one deletes the later part.
  private func withSplits(
    isLater: Bool,
    sendsFirst: Bool,
    _ check: (SyncWorld, Log) async throws -> Void
  ) async throws {
    let split: SyncWorld.Step = { writer, first, _ in
      let cut = try #require(Instant(text: "2026-01-05T08:30:00Z"))
      _ = try SplitSession(first, at: cut).run(in: writer)
    }
    let splitAndDelete: SyncWorld.Step = { writer, first, _ in
      let cut = try #require(Instant(text: "2026-01-05T08:30:00Z"))
      let (_, later) = try SplitSession(first, at: cut).run(in: writer)
      try writer.delete(SessionRecord.kind, later.record)
    }
    try await SyncWorld.runConcurrently(splitAndDelete, split, isLater, sendsFirst) { world, _ in
      try await check(world, world.devices[1].log)
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `stays deleted, which is a conflict until somebody decides`(
    isLater: Bool,
    sendsFirst: Bool
  ) async throws {
    try await withSplits(isLater: isLater, sendsFirst: sendsFirst) { world, log in
      #expect(try await Self.minutes(in: log) == [30, 30])
      let lost = try #require(try await log.openConflicts().first)
      #expect(lost.conflict.field == RecordField.deleted)
      #expect(lost.texts { $0.text }.current == "deleted")
      try await log.write("Keep") { try $0.keepCurrentValue(lost.conflict.recordID) }
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[0].log.openConflictCount() == 0)
      #expect(try await Self.minutes(in: log) == [30, 30])
      _ = try await log.undo()
      let again = try #require(try await log.openConflicts().first)
      try await log.write("Use") { try $0.useLosingValue(again.conflict.recordID) }
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await Self.minutes(in: log) == [30, 30, 30])
      #expect(try await log.openConflictCount() == 0)
    }
  }

  @Test(arguments: [true, false])
  func `is there again once the deletion is undone`(isLater: Bool) async throws {
    try await withSplits(isLater: isLater, sendsFirst: true) { world, log in
      let device = world.devices[0].log
      let own = try await device.history(limit: 9).first { $0.node == device.context.node }
      _ = try await device.undo(try #require(own).id, keepChanged: true)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await Self.minutes(in: log).reduce(0, +) == 90)
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `stays deleted if it is a rest day, too`(isLater: Bool, sendsFirst: Bool) async throws {
    let restDay = RestDay(LocalDay(number: 20_459))
    let add: SyncWorld.Step = { writer, _, _ in try writer.save(restDay) }
    let remove: SyncWorld.Step = { writer, _, _ in
      try writer.save(restDay)
      try writer.delete(RestDay.recordKind, restDay.recordID)
    }
    try await SyncWorld.runConcurrently(remove, add, isLater, sendsFirst) { world, _ in
      let restDays = try await world.server.log.restDays()
      #expect(restDays.isEmpty)
    }
  }

  private static func minutes(in log: Log) async throws -> [Int64] {
    try await log.sessions(SessionFilter()).map { $0.active.count / 60_000 }.reversed()
  }
}
