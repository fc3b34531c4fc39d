import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// A merge of two sessions, concurrent with deleting one or moving it to another book.
@Suite struct `A merge of sessions in conflict with another device's edit` {
  typealias Step = SyncWorld.Step

  /// A step concurrent with a merge of two sessions of a book: 08:00–09:00 with 30 pages, 09:00–09:30 with 10 more.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let step: Step
    /// The minutes of each session afterwards, latest first; the pages likewise.
    let minutes: [Int]
    let pages: [Int64]
  }

  static let cases = [
    Case(testDescription: "the second is deleted", step: delete(1), minutes: [60], pages: [30]),
    Case(testDescription: "the first is deleted", step: delete(0), minutes: [30], pages: [10]),
    Case(
      testDescription: "the second was another book",
      step: another(1),
      minutes: [30, 60],
      pages: [10, 30]
    ),
    Case(
      testDescription: "the first was another book",
      step: another(0),
      minutes: [30, 60],
      pages: [10, 30]
    ),
  ]

  @Test(arguments: cases, [true, false])
  func `is undone automatically`(one: Case, sendsFirst: Bool) async throws {
    for isLater in [true, false] {
      let merge: SyncWorld.Step = { try MergeSessions($1, $2).run(in: $0) }
      try await SyncWorld.runConcurrently(merge, one.step, isLater, sendsFirst) { world, _ in
        let rows = try await world.server.log.sessions(SessionFilter())
        #expect(rows.map { Int($0.active.count) / 60_000 } == one.minutes, "\(isLater)")
        #expect(rows.map(\.amount) == one.pages, "\(isLater)")
        #expect(Set(rows.map(\.title)).count == rows.count, "\(isLater)")
      }
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
