import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A bookmark` {
  @Test(arguments: TestEngine.all)
  func `starts at page 0 with the first session of a new book`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let session = try await me.start(dune)
      #expect(session.detail.startPosition == (try Position.page(0, of: 600)))
      #expect(try await me.log.book(dune)?.status == .reading)
      #expect(try await me.log.book(dune)?.started == "2026-01-05")
      me.at("19:00")
      try await me.stop(session.id, page: 30)
      #expect(try await me.log.session(session.id)?.amount == 30)
      #expect(try await scratch.titles().count == 3)
    }
  }

  @Test(arguments: TestEngine.all)
  func `is unknown for a book imported as being read`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.imported("Dune", pages: 600, .reading) { entry in
        [ReadThrough(id: ReadThrough.derivedID(1), entry: entry, started: nil, at: nil)]
      }
      let session = try await me.start(dune)
      #expect(session.detail.startPosition == nil)
      me.at("19:00")
      try await me.stop(session.id, page: 130)
      #expect(try await me.log.session(session.id)?.amount == nil)
      #expect(try await me.log.book(dune)?.position == (try Position.page(130, of: 600)))
      me.at("20:00")
      #expect(try await me.start(dune).detail.startPosition == (try Position.page(130, of: 600)))
    }
  }

  @Test(arguments: TestEngine.all)
  func `moves in the same history entry that ends the session`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let session = try await me.start(dune)
      let running = try await scratch.projections()
      me.at("19:00")
      try await me.stop(session.id, page: 30)
      #expect(try await me.log.book(dune)?.position == (try Position.page(30, of: 600)))
      _ = try await me.log.undo()
      #expect(try await scratch.projections() == running)
    }
  }

  @Test(arguments: TestEngine.all)
  func `stays when no page is given`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "16:00-17:00", page: 30)
      let session = try await me.start(dune)
      me.at("19:00")
      try await me.stop(session.id)
      let row = try #require(try await me.log.session(session.id))
      #expect((row.startPosition, row.endPosition) == (try Position.page(30, of: 600), nil))
      #expect(try await me.log.book(dune)?.position == (try Position.page(30, of: 600)))
    }
  }

  // D66
  @Test(
    arguments: TestEngine.all,
    [(601, "reading.page_beyond_end"), (19, "reading.page_before_start")] as [(Int64, String)]
  )
  func `rejects an invalid page, and the session continues`(
    engine: TestEngine,
    wrong: (page: Int64, code: String)
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "16:00-17:00", page: 20)
      let session = try await me.start(dune)
      me.at("19:00")
      let error = try await scratch.refuses(wrong.code) {
        try await me.stop(session.id, page: wrong.page)
      }
      #expect(error?.message.contains("\(wrong.page)") == true)
      let open = try await me.log.openSessions().first
      #expect(open?.timeline.state == .running(since: .scratchStart))
      try await me.stop(session.id, page: 600)
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps its fraction when the page count changes, and earlier sessions keep their pages`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 300)
      let first = try await me.track(dune, "16:00-17:00", page: 150)
      try await me.log.write("Pages") { try SetPageCount(600, of: dune).run(in: $0) }
      let row = try #require(try await me.log.book(dune))
      #expect(row.position?.page(in: row.pages) == 300)
      #expect(row.position?.hundredths(in: row.pages) == 5_000)
      let session = try await me.start(dune)
      me.at("19:00")
      try await me.stop(session.id, page: 330)
      #expect(try await me.log.session(session.id)?.amount == 30)
      #expect(try await me.log.session(first.id)?.amount == 150)
      #expect(try await me.log.totals(of: dune).pages == 180)
    }
  }

  @Test(arguments: TestEngine.all, [30, nil] as [Int64?])
  func `moves when the page of its session is corrected`(
    engine: TestEngine,
    page: Int64?
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let session = try await me.start(dune)
      me.at("19:00")
      try await me.stop(session.id, page: page)
      try await correct(me, session.id, to: 45)
      #expect(try await me.log.book(dune)?.position == (try Position.page(45, of: 600)))
      me.at("20:00")
      let next = try await me.start(dune)
      #expect(next.detail.startPosition == (try Position.page(45, of: 600)))
      me.at("21:00")
      try await me.stop(next.id, page: 60)
      try await correct(me, session.id, to: 40)
      #expect(try await me.log.book(dune)?.position == (try Position.page(60, of: 600)))
    }
  }

  @Test(arguments: TestEngine.all, [(20, nil), (nil, 20)] as [(Int64?, Int64?)])
  func `stays when an earlier session of the book is corrected`(
    engine: TestEngine,
    read: (pages: Int64?, page: Int64?)
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      let session = try await me.start(dune)
      me.at("19:00")
      try await me.stop(session.id, page: 41)
      let before = try await me.book(dune)
      let forgotten = try await me.log.write("Track") { writer in
        try writer.trackReading(
          dune,
          me.segments("16:00-17:00"),
          zone: "UTC",
          note: nil,
          pages: read.pages,
          reaching: { (book) throws(CairnError) in
            try read.page.map { (page) throws(CairnError) in try book.page(page) }
          },
          adjust: false,
          allowShort: false
        )
      }
      #expect(forgotten.detail.startPosition == nil)
      #expect(forgotten.detail.amount == read.pages)
      #expect(try await me.book(dune) == before)
    }
  }

  private func correct(_ me: Scenario, _ id: SessionID, to page: Int64) async throws {
    try await me.log.write("Correct") { writer in
      try writer.setPlaces(id, from: nil) { (session) throws(CairnError) in try session.page(page) }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is not derived from a page count alone, although those pages count`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.imported("Dune", pages: 600, .reading) { entry in
        [ReadThrough(id: ReadThrough.derivedID(1), entry: entry, started: nil, at: nil)]
      }
      let session = try await me.track(dune, "16:00-17:00", pages: 30)
      #expect(try await me.log.session(session.id)?.amount == 30)
      #expect(try await scratch.day("2026-01-05")?.amount == 30)
      #expect(try await me.log.book(dune)?.position == nil)
      let cut = me.instant("16:20")
      let parts = try await me.log.write("Split") {
        try $0.split(session.id, as: Reading.self, at: cut)
      }
      #expect([parts.0.detail.amount, parts.1.detail.amount] == [10, 20])
      let merged = try await me.log.write("Merge") {
        try $0.merge(parts.0.id, parts.1.id, as: Reading.self)
      }
      #expect(merged.detail.amount == 30)
      try await me.log.write("Places") { writer in
        try writer.setPlaces(merged.id, from: 100) { (session) throws(CairnError) in
          try session.page(140)
        }
      }
      #expect(try await me.log.session(merged.id)?.amount == 40)
      try await scratch.isSound()
    }
  }
}
