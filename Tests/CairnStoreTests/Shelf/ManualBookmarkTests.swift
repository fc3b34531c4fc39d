import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A bookmark set manually` {
  private func withReader(
    _ engine: TestEngine,
    _ body: (Scenario, Identifier<Entry>, SessionID) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "16:00-17:00", page: 200)
      let session = try await me.start(dune)
      me.at("19:00")
      try await body(me, dune, session.id)
      try await me.scratch.isSound()
    }
  }

  private func note(
    _ me: Scenario,
    _ book: Identifier<Entry>,
    _ page: Int64,
    before: Bool = false
  ) async throws {
    try await me.log.write("Page") { writer in
      let today = try writer.day(at: writer.now, zone: "UTC")
      try writer.reach(try writer.book(book).page(page), in: book, today: today, before: before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `is the end of the running session by default`(
    engine: TestEngine
  ) async throws {
    try await withReader(engine) { me, dune, session in
      try await note(me, dune, 220)
      #expect(try await me.log.book(dune)?.position == (try Position.page(220, of: 600)))
      try await me.stop(session)
      #expect(try await me.log.session(session)?.amount == 20)
    }
  }

  // D19
  @Test(arguments: TestEngine.all)
  func `is replaced by the end page, and the session counts from its start`(
    engine: TestEngine
  ) async throws {
    try await withReader(engine) { me, dune, session in
      try await note(me, dune, 220)
      try await me.stop(session, page: 250)
      let row = try await me.log.session(session)
      #expect(row?.startPosition == (try Position.page(200, of: 600)))
      #expect(row?.amount == 50)
      #expect(try await me.log.totals(of: dune).pages == 250)
    }
  }

  @Test(arguments: TestEngine.all)
  func `before the session moves its start, and those pages do not count`(
    engine: TestEngine
  ) async throws {
    try await withReader(engine) { me, dune, session in
      try await note(me, dune, 230, before: true)
      try await me.stop(session, page: 250)
      #expect(try await me.log.session(session)?.amount == 20)
    }
  }

  @Test(arguments: TestEngine.all)
  func `further back moves the bookmark, and the session has no end page`(
    engine: TestEngine
  ) async throws {
    try await withReader(engine) { me, dune, session in
      try await note(me, dune, 220)
      try await note(me, dune, 150)
      #expect(try await me.log.book(dune)?.position == (try Position.page(150, of: 600)))
      try await me.stop(session)
      #expect(try await me.log.session(session)?.amount == nil)
    }
  }

  @Test(arguments: TestEngine.all)
  func `in another book leaves the session unchanged`(engine: TestEngine) async throws {
    try await withReader(engine) { me, _, session in
      let emma = try await me.add("Emma", pages: 474)
      try await note(me, emma, 40)
      try await me.stop(session)
      #expect(try await me.log.session(session)?.amount == nil)
    }
  }

  @Test(arguments: TestEngine.all, ["yes", "no"])
  func `at the end finishes the book only if enabled`(
    engine: TestEngine,
    setting: String
  ) async throws {
    try await withReader(engine) { me, dune, session in
      try await me.log.set("autoFinish", to: setting)
      try await note(me, dune, 600)
      #expect(try await me.log.book(dune)?.status == (setting == "yes" ? .read : .reading))
      #expect(try await me.log.book(dune)?.position?.isAtEnd == true)
      try await me.stop(session)
      #expect(try await me.log.totals(of: dune).sessions == 2)
      #expect(try await me.book(dune).readThroughs.count == 1)
    }
  }
}
