import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports
import CairnSync

/// A merge of two sessions, concurrent with deleting one or moving it to another book.
@Suite struct `A merge of sessions in conflict with another device's edit` {
  typealias Step = SyncWorld.Step

  /// A step concurrent with a merge of two sessions of a book: 08:00–09:00 with 30 pages, 09:00–09:30 with 10 more.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let step: Step
    /// The minutes of each session, latest first: until somebody decides, with the other value, and with the current.
    let minutes, used, kept: [Int]
  }

  static let cases = [
    Case(
      testDescription: "the second is deleted",
      step: delete(1),
      minutes: [90],
      used: [90],
      kept: [60]
    ),
    Case(
      testDescription: "the first is deleted",
      step: delete(0),
      minutes: [],
      used: [90],
      kept: [30]
    ),
    Case(
      testDescription: "the second was another book",
      step: another(1),
      minutes: [90],
      used: [30, 60],
      kept: [90]
    ),
  ]

  @Test(arguments: cases, [true, false])
  func `is a conflict, and either choice counts each minute once`(
    one: Case,
    sendsFirst: Bool
  ) async throws {
    for (isLater, uses) in [(true, true), (true, false), (false, true), (false, false)] {
      let merge: SyncWorld.Step = { try MergeSessions($1, $2).run(in: $0) }
      try await SyncWorld.runConcurrently(merge, one.step, isLater, sendsFirst) { world, _ in
        let log = world.devices[1].log
        #expect(try await Self.minutes(in: log) == one.minutes, "\(isLater)")
        let lost = try #require(try await log.openConflicts().first)
        _ = try await log.write("Decide") { writer in
          let id = lost.conflict.recordID
          if uses { try writer.useLosingValue(id) } else { try writer.keepCurrentValue(id) }
        }
        try await world.syncAll()
        try await expectEqual(world)
        let minutes = try await Self.minutes(in: world.server.log)
        #expect(minutes == (uses ? one.used : one.kept), "\(isLater) \(uses)")
        #expect(try await world.devices[0].log.openConflictCount() == 0, "\(isLater) \(uses)")
      }
    }
  }

  /// Each case with the choice that separates the sessions again.
  @Test(arguments: zip(cases, [false, false, true]))
  func `is listed again when the decision is undone, also twice`(
    one: Case,
    uses: Bool
  ) async throws {
    let merge: SyncWorld.Step = { try MergeSessions($1, $2).run(in: $0) }
    try await SyncWorld.runConcurrently(merge, one.step, false, true) { world, _ in
      let log = world.devices[1].log
      let listed = try await log.openConflicts()
      let id = try #require(listed.first?.conflict.recordID)
      for _ in 0..<2 {
        _ = try await log.write("Decide") { writer in
          _ = uses ? try writer.useLosingValue(id) : try writer.keepCurrentValue(id)
        }
        try await world.syncAll()
        let decided = try await Self.minutes(in: world.server.log)
        #expect(decided == (uses ? one.used : one.kept))
        #expect(try await log.openConflictCount() == 0)
        let report = try await log.undo()
        #expect(report.title == (uses ? "Separated: “Emma”" : "Kept deleted: “Dune”"))
        try await world.syncAll()
        try await expectEqual(world)
        #expect(try await Self.minutes(in: world.server.log) == one.minutes)
        #expect(try await log.openConflicts().map(\.conflict) == listed.map(\.conflict))
      }
    }
  }

  @Test(arguments: [true, false])
  func `gives the other session back if the target, also edited, is kept deleted`(
    sendsFirst: Bool
  ) async throws {
    try await SyncWorld.with(2) { world in
      for one in world.devices + [world.server] { Scenario(one).at("12:00") }
      let (me, other) = (Scenario(world.devices[0]), world.devices[1].log)
      let book = try await me.add("Dune", pages: 600)
      let first = try await me.track(book, "08:00-09:00", page: 30).id
      let second = try await me.track(book, "09:00-09:30", page: 40).id
      try await world.syncAll()
      _ = try await me.log.write("Merge") { try MergeSessions(first, second).run(in: $0) }
      _ = try await me.log.write("Note") { writer in
        try writer.change(first, as: NoDetail.self) { $0.note = "by the fire" }
      }
      _ = try await other.write("Delete") { try $0.delete(SessionRecord.kind, first.record) }
      if sendsFirst { try await world.sync(1) }
      try await world.syncAll()
      let lost = try #require(try await other.openConflicts().first)
      _ = try await other.write("Keep") { try $0.keepCurrentValue(lost.conflict.recordID) }
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await Self.minutes(in: me.log) == [30])
    }
  }

  private static func minutes(in log: Log) async throws -> [Int] {
    try await log.sessions(SessionFilter()).map { Int($0.active.count) / 60_000 }
  }

  @Test(arguments: [true, false], [true, false])
  func `keeps one book for the target, and the other is a conflict`(
    isLater: Bool,
    sendsFirst: Bool
  ) async throws {
    let merge: SyncWorld.Step = { try MergeSessions($1, $2).run(in: $0) }
    try await SyncWorld.runConcurrently(merge, Self.another(0), isLater, sendsFirst) { world, _ in
      let rows = try await world.server.log.sessions(SessionFilter())
      #expect(rows.map(\.title) == [isLater ? "Dune" : "Emma"])
      let lost = try await world.server.log.openConflicts().map(\.conflict.field)
      #expect(lost.contains("entry"))
    }
  }

  /// Deletes on the merging device, before or after it syncs, or on another device.
  @Test(arguments: [0, 1, 2])
  func `stays when the merged session is deleted with knowledge of the merge`(
    who: Int
  ) async throws {
    let merge: SyncWorld.Step = { writer, first, second in
      try MergeSessions(first, second).run(in: writer)
    }
    let twice: SyncWorld.Step = { writer, first, second in
      try merge(writer, first, second)
      if who == 0 { try Self.delete(0)(writer, first, second) }
    }
    try await SyncWorld.runConcurrently(twice, { _, _, _ in }, true, true) { world, ids in
      if who > 0 {
        let log = world.devices[who - 1].log
        _ = try await log.write("Delete") { try Self.delete(0)($0, ids[0], ids[1]) }
        try await world.syncAll()
      }
      try await expectEqual(world)
      let rows = try await world.server.log.sessions(SessionFilter())
      #expect(rows.isEmpty)
    }
  }

  private static func delete(_ which: Int) -> Step {
    { writer, first, second in
      try writer.delete(SessionRecord.kind, (which == 0 ? first : second).record)
    }
  }

  private static func another(_ which: Int) -> Step {
    { writer, first, second in
      let book = try AddBook(NewBook(title: "Emma", pages: 600), zone: "UTC").run(in: writer).entry
        .id
      try writer.moveSession(which == 0 ? first : second, to: book)
    }
  }

  @Test(arguments: [true, false])
  func `is undone separately when each was merged into the other`(isLater: Bool) async throws {
    let merge: SyncWorld.Step = { try MergeSessions($1, $2).run(in: $0) }
    let other: SyncWorld.Step = { try MergeSessions($2, $1).run(in: $0) }
    try await SyncWorld.runConcurrently(merge, other, isLater, true) { world, _ in
      for _ in 0..<2 { _ = try await world.devices[0].log.undo() }
      try await world.syncAll()
      try await expectEqual(world)
      let rows = try await world.server.log.sessions(SessionFilter())
      #expect(rows.map { Int($0.active.count) / 60_000 } == [30, 60])
    }
  }
}
