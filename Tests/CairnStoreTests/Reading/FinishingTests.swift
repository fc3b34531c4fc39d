import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Finishing a book` {
  @Test(arguments: TestEngine.all)
  func `is automatic on the last page, on the person's day`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch, zone: "Europe/Berlin")
      try await me.log.set("dayStartHour", to: "4")
      let dune = try await me.add("Dune", pages: 600)
      me.at("22:30")
      let session = try await me.start(dune)
      scratch.clock.advance(by: .hours(4))
      try await me.stop(session.id, page: 600)
      let row = try #require(try await me.log.book(dune))
      #expect(row.status == .read)
      #expect((row.started, row.finished) == ("2026-01-05", "2026-01-05"))
      #expect(try await scratch.titles().first == "Session saved: “Dune”")
    }
  }

  @Test(arguments: TestEngine.all)
  func `is manual when that setting is off`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.log.set("autoFinish", to: "no")
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "16:00-17:00", page: 600)
      #expect(try await me.log.book(dune)?.status == .reading)
      #expect(try await me.log.book(dune)?.position?.isAtEnd == true)
      try await me.changeStatus(.read, dune)
      #expect(try await me.log.book(dune)?.finished == "2026-01-05")
    }
  }

  @Test(arguments: TestEngine.all)
  func `and starting again begins another read-through at page 0`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "16:00-17:00", page: 600)
      let first = try await me.book(dune).readThroughs
      scratch.clock.advance(by: .hours(24))
      let session = try await me.start(dune)
      let readings = try await me.book(dune).readThroughs
      #expect(session.detail.startPosition == (try Position.page(0, of: 600)))
      #expect(readings.count == 2)
      #expect(readings.first == first.first)
      #expect(readings.last?.id == session.detail.readThrough)
      #expect(readings.last?.started == PartialDay(text: "2026-01-06"))
      #expect(try await me.log.book(dune)?.finished == nil)
    }
  }

  @Test(arguments: TestEngine.all)
  func `during a session leaves the book unchanged when the session ends`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let session = try await me.start(dune)
      me.at("19:00")
      try await me.changeStatus(.read, dune)
      let finished = try await me.book(dune)
      try await me.stop(session.id, page: 590)
      #expect(try await me.book(dune) == finished)
      #expect(try await me.log.session(session.id)?.amount == 590)
    }
  }
}

@Suite struct `Tracking a session of a finished book` {
  /// Starts a book on 3 January and finishes it on the 5th.
  private func withFinished(
    _ engine: TestEngine,
    _ body: (Scenario, Identifier<Entry>) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      var me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      scratch.clock.advance(by: .hours(-48))
      try await me.start(dune)
      scratch.clock.advance(by: .hours(1))
      let open = try #require(try await me.log.openSessions().first?.id)
      try await me.stop(open, page: 100)
      scratch.clock.advance(by: .hours(47))
      try await me.track(dune, "16:00-17:00", page: 600)
      scratch.clock.advance(by: .hours(24 * 5))
      me.zone = "UTC"
      try await body(me, dune)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all, ["2026-01-02", "2026-01-04", "2026-01-05"])
  func `on or before the finish date extends that read-through`(
    engine: TestEngine,
    day: String
  ) async throws {
    try await withFinished(engine) { me, dune in
      let finished = try await me.book(dune)
      let session = try await me.trackHour(dune, day, pages: 30)
      let book = try await me.book(dune)
      #expect(book.entry == finished.entry && book.readThroughs.count == 1)
      #expect(book.readThroughs[0].started?.text == min(day, "2026-01-03"))
      #expect(book.readThroughs[0].finished == finished.readThroughs[0].finished)
      #expect(session.detail.readThrough == finished.readThroughs[0].id)
      #expect(session.detail.startPosition == nil)
      #expect(try await me.scratch.day(day)?.amount == (day == "2026-01-05" ? 530 : 30))
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps its end page without moving the bookmark`(
    engine: TestEngine
  ) async throws {
    try await withFinished(engine) { me, dune in
      let finished = try await me.book(dune)
      let session = try await me.trackHour(dune, "2026-01-04", page: 250)
      #expect(session.detail.endPosition == (try Position.page(250, of: 600)))
      #expect(try await me.book(dune) == finished)
    }
  }

  @Test(arguments: TestEngine.all)
  func `after the finish date begins another read-through`(engine: TestEngine) async throws {
    try await withFinished(engine) { me, dune in
      let session = try await me.trackHour(dune, "2026-01-06", pages: 30)
      let book = try await me.book(dune)
      #expect(book.entry.status == .reading)
      #expect(book.readThroughs.count == 2)
      #expect(book.openReading?.id == session.detail.readThrough)
      #expect(session.detail.amount == 30)
    }
  }

  @Test(arguments: TestEngine.all)
  func `uses the read-through of its day when the book was started again`(
    engine: TestEngine
  ) async throws {
    try await withFinished(engine) { me, dune in
      let again = try await me.trackHour(dune, "2026-01-08", pages: 30).detail.readThrough
      let book = try await me.book(dune)
      let old = try await me.trackHour(dune, "2026-01-04")
      #expect(old.detail.readThrough == book.readThroughs[0].id)
      #expect(try await me.book(dune) == book)
      #expect(try await me.trackHour(dune, "2026-01-09").detail.readThrough == again)
    }
  }

  @Test(arguments: TestEngine.all)
  func `uses the read-through that was abandoned later`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "16:00-17:00", page: 100)
      scratch.clock.advance(by: .hours(48))
      try await me.changeStatus(.didNotFinish, dune)
      let gaveUp = try await me.book(dune)
      let session = try await me.trackHour(dune, "2026-01-06", pages: 10)
      #expect(session.detail.readThrough == gaveUp.readThroughs[0].id)
      #expect(try await me.book(dune) == gaveUp)
    }
  }
}

extension Scenario {
  /// Tracks an hour from 10:00 of a day.
  @discardableResult
  func trackHour(
    _ book: Identifier<Entry>,
    _ day: String,
    pages: Int64? = nil,
    page: Int64? = nil
  ) async throws -> Session<Reading> {
    let start = try #require(Instant(text: "\(day)T10:00:00Z"))
    return try await log.write("Track") { writer in
      try writer.trackReading(
        book,
        [Segment(start: start, end: start + .hours(1))],
        zone: "UTC",
        note: nil,
        pages: pages,
        reaching: { (book) throws(CairnError) in
          try page.map { (page) throws(CairnError) in try book.page(page) }
        },
        adjust: false,
        allowShort: false
      )
    }
  }
}
