import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnSync
import CairnTestKit
import Testing

/// The time of the target is not that of the merge, so the merged session would count nowhere.
@Suite struct `A merge whose time in the target another device overwrites` {
  typealias Suite = `A session that one device merges or splits while another changes it`

  static let cases = Suite.cases.filter {
    ["merge, and an earlier start", "merge, and a split", "merge, and an earlier end"]
      .contains($0.testDescription)
  }

  /// Runs the body after a merge and a later edit of the target, with the IDs of both sessions.
  private func withMerge(
    _ step: Suite.Case,
    sendsFirst: Bool = true,
    _ body: (SyncWorld, [SessionID]) async throws -> Void
  ) async throws {
    try await SyncWorld.runConcurrently(step.one, step.other, false, sendsFirst) { world, ids in
      try await body(world, ids)
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  private func merges(_ log: Log) async throws -> [ConflictView] {
    try await log.openConflicts().filter { $0.field == "merge" }
  }

  @Test(arguments: cases, [true, false])
  func `is a conflict about the merged session`(
    step: Suite.Case,
    sendsFirst: Bool
  ) async throws {
    try await withMerge(step, sendsFirst: sendsFirst) { world, ids in
      let lost = try #require(try await merges(world.server.log).first)
      #expect(lost.conflict.about == ids[1].record)
      #expect(lost.choices == ("Separate", "Keep merged"))
    }
  }

  @Test(arguments: cases) func `is none if the merge is later`(step: Suite.Case) async throws {
    try await SyncWorld.runConcurrently(step.one, step.other, true, true) { world, _ in
      let found = try await merges(world.server.log)
      #expect(found.isEmpty)
    }
  }

  @Test(arguments: cases)
  func `has the merged time again when it is separated`(step: Suite.Case) async throws {
    try await withMerge(step) { world, ids in
      let log = world.devices[0].log
      let id = try #require(try await merges(log).first?.conflict.recordID)
      _ = try await log.write("Separate") { try $0.useLosingValue(id) }
      #expect(try await log.session(ids[1])?.active == .minutes(30))
      let minutes = try await log.sessions(SessionFilter()).map { Int($0.active.count) / 60_000 }
      #expect(minutes.reduce(0, +) == step.minutes[1] + 30)
      #expect(try await log.openConflictCount() == 0)
      try await world.syncAll()
      try await expectEqual(world)
      _ = try await log.undo()
      #expect(try await merges(log).map(\.conflict.recordID) == [id])
    }
  }

  @Test(arguments: cases) func `stays when it is kept`(step: Suite.Case) async throws {
    try await withMerge(step) { world, _ in
      let log = world.devices[1].log
      let id = try #require(try await merges(log).first?.conflict.recordID)
      _ = try await log.write("Keep") { try $0.keepCurrentValue(id) }
      try await world.syncAll()
      #expect(try await merges(world.devices[0].log).isEmpty)
      #expect(try await log.undo().title == "Kept merged: “Dune”")
      #expect(try await merges(log).map(\.conflict.recordID) == [id])
    }
  }

  /// The second part of a split is in the way of the merge's time.
  @Test(arguments: cases.filter { !$0.testDescription.contains("split") })
  func `is settled by the time of the merge, and not by the other`(
    step: Suite.Case
  ) async throws {
    try await withMerge(step) { world, _ in
      let log = world.devices[0].log
      let time = try #require(try await log.openConflicts().first { $0.field == "time" })
      let id = time.conflict.recordID
      _ = try await log.write("Keep") { try $0.keepCurrentValue(id) }
      #expect(try await merges(log).count == 1)
      _ = try await log.undo()
      _ = try await log.write("Use") { try $0.useLosingValue(id) }
      #expect(try await merges(log).isEmpty)
      try await world.syncAll()
      _ = try await log.undo()
      #expect(try await merges(log).count == 1)
    }
  }
}
