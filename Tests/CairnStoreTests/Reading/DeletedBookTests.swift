import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing

@Suite struct `A session of a deleted book` {
  private func withDeleted(
    _ engine: TestEngine,
    _ body: (Scenario, SessionID) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "16:00-17:00", page: 100)
      let session = try await me.start(dune)
      try await me.log.write("Delete") { try $0.delete(Entry.recordKind, dune.record) }
      me.at("19:00")
      try await body(me, session.id)
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps its end page`(engine: TestEngine) async throws {
    try await withDeleted(engine) { me, id in
      try await me.stop(id, page: 150)
      let session = try await me.log.session(id, as: Reading.self)
      #expect(session?.detail.endPosition == (try Position.page(150, of: 600)))
      #expect(session?.detail.amount == 50)
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `allows corrected positions`(engine: TestEngine) async throws {
    try await withDeleted(engine) { me, id in
      try await me.stop(id)
      try await me.log.write("Edit") {
        try $0.setPlaces(id, from: 90) { (session) throws(CairnError) in try session.page(140) }
      }
      #expect(try await me.log.session(id, as: Reading.self)?.detail.amount == 50)
      try await me.scratch.refuses("reading.page_beyond_end") {
        try await me.log.write("Edit") {
          try $0.setPlaces(id, from: nil) { (session) throws(CairnError) in try session.page(601) }
        }
      }
    }
  }
}

@Suite struct `A book that gets its page count while it is read` {
  @Test(arguments: TestEngine.all)
  func `has the pages of a session that ends at a percentage`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune")
      try await me.track(dune, "16:00-17:00", page: 30)
      let session = try await me.start(dune)
      try await me.log.write("Count") { writer in
        var book = try writer.book(dune)
        var edition = Edition(id: Identifier(writer.newID()), work: book.work.id)
        edition.pages = 600
        book.edition = edition
        book.entry.edition = edition.id
        try writer.save(book)
      }
      me.at("19:00")
      let ended = try await me.log.write("Stop") {
        try $0.endReading(
          session.id,
          position: { (_) throws(CairnError) in try Position.percent(hundredths: 5_000) },
          at: nil,
          zone: "UTC",
          allowShort: false
        )
      }
      #expect(ended.detail.amount == 270)
      try await scratch.isSound()
    }
  }
}
