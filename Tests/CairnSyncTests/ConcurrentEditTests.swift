import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports
import CairnSync

/// Edits of a session concurrent with its split or merge on another device.
@Suite struct `An edit to a session that another device splits or merges` {
  typealias Step = SyncWorld.Step

  /// Runs two concurrent edits of two sessions in every order of clocks and syncs.
  ///
  /// The sessions take an hour with 30 pages and half an hour with 10.
  private func everyOrder(
    _ one: @escaping Step,
    _ other: @escaping Step,
    _ check: (SyncWorld, [SessionID]) async throws -> Void
  ) async throws {
    for isLater in [true, false] {
      for sendsFirst in [true, false] {
        try await SyncWorld.runConcurrently(one, other, isLater, sendsFirst, check)
      }
    }
  }

  private static func time(_ text: String) -> Instant {
    Instant(text: "2026-01-05T\(text):00Z") ?? .limit
  }

  private static let split: Step = { writer, first, _ in
    _ = try SplitSession(first, at: time("08:30")).run(in: writer)
  }

  @Test func `keeps the tags of both`() async throws {
    let tags = ["beach", "sea"].map { tag -> Step in
      { writer, first, _ in
        try TagSessions([first], add: [tag], remove: []).run(in: writer)
      }
    }
    try await everyOrder(tags[0], tags[1]) { world, ids in
      let row = try await world.server.log.session(ids[0])
      #expect(row?.sessionContext.tags.names == ["beach", "sea"])
    }
  }

  @Test func `has one tag of two spellings, and nothing to resolve`() async throws {
    let tags = ["Beach", "beach"].map { tag -> Step in
      { writer, first, _ in
        try TagSessions([first], add: [tag], remove: []).run(in: writer)
      }
    }
    try await everyOrder(tags[0], tags[1]) { world, ids in
      let row = try await world.server.log.session(ids[0])
      #expect(row?.sessionContext.tags.names.count == 1)
      #expect(try await world.server.log.openConflicts().isEmpty)
    }
  }

  @Test func `keeps the note, and either page`() async throws {
    let edit: Step = { writer, first, _ in
      try writer.change(first, as: NoDetail.self) { $0.note = "by the fire" }
      try writer.setPlaces(first, from: nil) { (session) throws(CairnError) in try session.page(35)
      }
    }
    try await everyOrder(Self.split, edit) { world, ids in
      let first = try #require(try await world.server.log.session(ids[0]))
      #expect(first.note == "by the fire")
      #expect([15, 35].contains(first.amount))
      let lost = try await world.server.log.openConflicts().map(\.conflict.field)
      #expect(lost == ["endPosition"])
    }
  }

  @Test func `keeps a session logged within the time of a split one, and reports the time`()
    async throws
  {
    let log: Step = { writer, first, _ in
      let book = try writer.session(first, as: Reading.self).detail.entry
      _ = try writer.trackReading(
        book,
        [Segment(start: Self.time("08:30"), end: Self.time("08:45"))],
        zone: "UTC",
        note: "mine",
        pages: 5,
        adjust: true,
        allowShort: true
      )
    }
    try await everyOrder(log, Self.split) { world, _ in
      let rows = try await world.server.log.sessions(SessionFilter())
      let mine = rows.filter { $0.note == "mine" }
      #expect(mine.map { $0.active } == [.minutes(15)])
      #expect(rows.reduce(Milliseconds.zero) { $0 + $1.active } > .minutes(90))
      #expect(try await !world.server.log.overlaps().isEmpty)
    }
  }
}
