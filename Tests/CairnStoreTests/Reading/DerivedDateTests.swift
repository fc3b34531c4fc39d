import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A derived date` {
  private func started(_ me: Scenario, _ book: Identifier<Entry>) async throws -> String? {
    try await me.book(book).readThroughs.last?.started?.text
  }

  private func set(_ session: SessionID, page: Int64, _ me: Scenario) async throws {
    try await me.log.write("Edit") { writer in
      try writer.setPlaces(session, from: nil) { (session) throws(CairnError) in
        try session.page(page)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `moves back with a session that is recorded late`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", pages: 300)
      _ = try await me.trackHour(emma, "2026-01-04", page: 30)
      #expect(try await started(me, emma) == "2026-01-04")
      let early = try await me.trackHour(emma, "2026-01-01", pages: 20)
      #expect(try await started(me, emma) == "2026-01-01")
      try await me.log.write("Delete") { try $0.delete(SessionRecord.kind, early.id.record) }
      #expect(try await started(me, emma) == "2026-01-04")
      _ = try await me.log.undo()
      #expect(try await started(me, emma) == "2026-01-01")
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `stays once it was set manually`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", pages: 300)
      let last = try await me.trackHour(emma, "2026-01-04", page: 300)
      try await me.log.write("Date") { writer in
        var edits = DateEdits()
        edits.started = .set(PartialDay(LocalDay(text: "2026-01-03") ?? .first))
        edits.finished = .set(PartialDay(LocalDay(text: "2026-01-05") ?? .first))
        try EditReading(of: emma, edits, zone: "UTC").run(in: writer)
      }
      _ = try await me.trackHour(emma, "2026-01-01", pages: 20)
      try await set(last.id, page: 200, me)
      let row = try #require(try await me.log.book(emma))
      #expect((row.started, row.finished) == ("2026-01-03", "2026-01-05"))
      #expect(row.status == .read)
    }
  }

  @Test(arguments: TestEngine.all)
  func `is empty when a read-through was already open on an unknown day`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", pages: 300, status: .reading)
      try await me.log.write("Date") { writer in
        var edits = DateEdits()
        edits.started = .clear
        try EditReading(of: emma, edits, zone: "UTC").run(in: writer)
      }
      _ = try await me.trackHour(emma, "2026-01-03", page: 30)
      _ = try await me.trackHour(emma, "2026-01-02", pages: 10)
      #expect(try await started(me, emma) == nil)
      let last = try await me.trackHour(emma, "2026-01-04", page: 300)
      let row = try #require(try await me.log.book(emma))
      #expect(row.started == nil && row.finished == "2026-01-04" && row.days == nil)
      try await me.delete(last.id)
      #expect(try await me.log.book(emma)?.status == .reading)
      #expect(try await started(me, emma) == nil)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `is cleared when a mistyped last page is corrected`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", pages: 300)
      _ = try await me.trackHour(emma, "2026-01-03", page: 100)
      let last = try await me.trackHour(emma, "2026-01-04", page: 300)
      #expect(try await me.log.book(emma)?.finished == "2026-01-04")
      try await set(last.id, page: 200, me)
      let row = try #require(try await me.log.book(emma))
      #expect(row.status == .reading && row.finished == nil && row.position?.value == 200)
      try await set(last.id, page: 300, me)
      #expect(try await me.log.book(emma)?.finished == "2026-01-04")
      try await me.log.write("Delete") { try $0.delete(SessionRecord.kind, last.id.record) }
      let deleted = try #require(try await me.log.book(emma))
      #expect(deleted.status == .reading && deleted.position?.value == 100)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `of a finish moves with its session, to the day it ended`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", pages: 300)
      let last = try await me.trackHour(emma, "2026-01-04", page: 300)
      let late = try #require(Instant(text: "2026-01-02T23:30:00Z"))
      try await me.log.write("Move") { writer in
        try writer.change(last.id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.move(to: late)
        }
      }
      let row = try #require(try await me.log.book(emma))
      #expect((row.started, row.finished) == ("2026-01-02", "2026-01-03"))
    }
  }

  @Test(arguments: TestEngine.all)
  func `stays as the finish that a person confirmed`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.log.set("autoFinish", to: "no")
      let emma = try await me.add("Emma", pages: 300)
      let last = try await me.trackHour(emma, "2026-01-04", page: 300)
      try await me.changeStatus(.read, emma)
      let reported = try await me.log.write("Edit") { writer in
        try writer.setPlaces(last.id, from: nil) { (session) throws(CairnError) in
          try session.page(200)
        }
        try writer.reconcileReadThroughDates()
        return writer.movedFinish?.1
      }
      #expect(reported == .keptByHand)
      #expect(try await me.log.book(emma)?.status == .read)
    }
  }
}

@Suite struct `An abandoned book` {
  @Test(arguments: TestEngine.all)
  func `has an ended read-through, with or without a reason`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      for reason in [nil, "boring"] {
        let book = try await me.add("Book \(reason ?? "")", pages: 100)
        try await me.log.write("Give up") {
          try ChangeStatus(.didNotFinish, book, reason: reason, zone: "UTC").run(in: $0)
        }
        let reading = try #require(try await me.book(book).readThroughs.first)
        #expect(reading.outcome == .gaveUp && reading.stopped?.text == "2026-01-05")
        #expect(reading.reason == reason)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `that is finished later has no reason`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let book = try await me.add("Emma", pages: 100)
      try await me.log.write("Give up") {
        try ChangeStatus(.didNotFinish, book, reason: "boring", zone: "UTC").run(in: $0)
      }
      for status in [ReadingStatus.reading, .read] {
        try await me.changeStatus(status, book)
        #expect(try await me.log.book(book)?.reason == nil)
        #expect(try await me.book(book).readThroughs[0].reason == nil)
      }
      let id = try await me.book(book).readThroughs[0].id
      await #expect(throws: CairnError.self) {
        try await me.log.write("Edit") { writer in
          var edits = ReadingEdits()
          edits.reason = "dull"
          try EditReading(id, of: book, DateEdits(), edits, zone: "UTC").run(in: writer)
        }
      }
    }
  }
}

@Suite struct `A session tracked afterwards` {
  @Test(arguments: TestEngine.all)
  func `reports the outcome for the bookmark`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", pages: 300)
      try await me.track(emma, "10:00-11:00", page: 120)
      let day = "2026-01-05"
      let reported = try await me.log.write("Track") { writer in
        try ["08:00", "12:00"].map { time in
          let start = Instant(text: "\(day)T\(time):00Z") ?? writer.now
          _ = try writer.trackReading(
            emma,
            [Segment(start: start, end: start + .minutes(30))],
            zone: "UTC",
            note: nil,
            from: time == "12:00" ? 60 : nil,
            pages: nil,
            reaching: { (book) throws(CairnError) in try book.page(70) },
            adjust: false,
            allowShort: false
          )
          return writer.effects.bookmark
        }
      }
      let page = try Position.page(120, of: 300)
      #expect(
        reported.count == 2 && reported[0] == .stays(at: page)
          && reported[1] == .movedBack(from: page)
      )
    }
  }

  @Test(arguments: TestEngine.all)
  func `has no more pages than the book`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", pages: 100)
      try await me.track(emma, "16:00-17:00", page: 50)
      await #expect(throws: CairnError.self) {
        try await me.track(emma, "10:00-11:00", pages: 500)
      }
    }
  }
}
