import Cairn
import CairnStore
import CairnTestKit
import Testing

/// One device merges two sessions, another deletes one of them or finds that it was another book.
@Suite struct `A merge of sessions that another device meant otherwise` {
  typealias Step = @Sendable (LogWriter, SessionID, SessionID) throws -> Void

  /// Two sessions of one book, 08:00 to 09:00 with 30 pages and 09:00 to 09:30 with 10 more.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let step: Step
    /// Minutes and pages of each session afterwards, the latest first.
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
  func `is taken back`(one: Case, sendsFirst: Bool) async throws {
    for isLater in [true, false] {
      try await SyncWorld.with(2) { world in
        for one in world.devices + [world.server] { Scenario(one).at("12:00") }
        let me = Scenario(world.devices[0])
        let book = try await me.add("Dune", pages: 600)
        let first = try await me.track(book, "08:00-09:00", page: 30).id
        let second = try await me.track(book, "09:00-09:30", page: 40).id
        try await world.settle()
        Scenario(world.devices[0]).at(isLater ? "12:02" : "12:01")
        Scenario(world.devices[1]).at(isLater ? "12:01" : "12:02")
        _ = try await me.log.write("Merge") { try $0.merge(first, second) }
        _ = try await world.devices[1].log.write("Change") { try one.step($0, first, second) }
        for one in world.devices + [world.server] { Scenario(one).at("12:30") }
        if !sendsFirst { try await world.sync(1) }
        try await world.settle()
        try await expectEqual(world, "\(isLater)")
        let rows = try await world.server.log.sessions(SessionFilter())
        #expect(rows.map { Int($0.active.count) / 60_000 } == one.minutes, "\(isLater)")
        #expect(rows.map(\.amount) == one.pages, "\(isLater)")
        #expect(Set(rows.map(\.title)).count == rows.count, "\(isLater)")
      }
    }
  }

  @Test func `stays where the merged one is deleted by who knows of it`() async throws {
    try await SyncWorld.with(2) { world in
      for one in world.devices + [world.server] { Scenario(one).at("12:00") }
      let (me, other) = (Scenario(world.devices[0]), world.devices[1].log)
      let book = try await me.add("Dune", pages: 600)
      let first = try await me.track(book, "08:00-09:00", page: 30).id
      let second = try await me.track(book, "09:00-09:30", page: 40).id
      _ = try await me.log.write("Merge") { try $0.merge(first, second) }
      try await world.settle()
      _ = try await other.write("Delete") { try Self.delete(0)($0, first, second) }
      try await world.settle()
      try await expectEqual(world)
      #expect(try await me.log.sessions(SessionFilter()).isEmpty)
    }
  }

  private static func delete(_ which: Int) -> Step {
    { writer, first, second in
      try writer.delete(SessionRecord.kind, (which == 0 ? first : second).record)
    }
  }

  private static func another(_ which: Int) -> Step {
    { writer, first, second in
      let book = try writer.add(NewBook(title: "Emma", pages: 600), zone: "UTC").entry.id
      try writer.moveSession(which == 0 ? first : second, to: book)
    }
  }
}
