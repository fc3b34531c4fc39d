import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Undoing` {
  /// Every user action with its prerequisites.
  private static let actions:
    [(name: String, run: @Sendable (Scenario, Identifier<Entry>, SessionID) async throws -> Void)] =
      [
        ("add a book", { me, _, _ in _ = try await me.add("Emma", pages: 400) }),
        ("mark as read", { me, dune, _ in try await me.changeStatus(.read, dune) }),
        ("put back", { me, dune, _ in try await me.changeStatus(.wishlist, dune) }),
        ("start", { me, dune, _ in try await me.start(dune) }),
        (
          "stop and start",
          { me, dune, _ in
            let open = try await me.start(dune).id
            me.at("23:30")
            let zone = me.zone
            _ = try await me.log.write("Start") { writer in
              try writer.start(after: open, zone: zone) { (writer) throws(CairnError) in
                try writer.startReading(dune, at: writer.now, zone: zone).id
              }
            }
          }
        ),
        ("track", { me, dune, _ in try await me.track(dune, "20:10-20:20", adjust: true) }),
        ("delete a session", { me, _, session in try await me.delete(session) }),
        (
          "delete a book",
          { me, dune, _ in _ = try await me.log.write("Delete") { try DeleteBook(dune).run(in: $0) }
          }
        ),
        (
          "pages",
          { me, dune, _ in
            try await me.log.write("Pages") { try SetPageCount(500, of: dune).run(in: $0) }
          }
        ),
        ("day start", { me, _, _ in try await me.log.set("dayStartHour", to: "21") }),
        (
          "split",
          { me, _, session in
            let cut = me.instant("20:30")
            _ = try await me.log.write("Split") { try $0.split(session, as: Reading.self, at: cut) }
          }
        ),
        (
          "move",
          { me, _, session in
            let start = me.instant("12:00")
            _ = try await me.log.write("Move") { writer in
              try writer.change(session, as: NoDetail.self) { (session) throws(CairnError) in
                try session.move(to: start)
              }
            }
          }
        ),
        (
          "merge",
          { me, dune, session in
            let other = try await me.track(dune, "21:00-21:30").id
            _ = try await me.log.write("Merge") { try $0.merge(session, other, as: Reading.self) }
          }
        ),
      ]

  private func withSession(
    _ engine: TestEngine,
    _ body: (Scenario, Identifier<Entry>, SessionID) async throws -> Void
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      me.at("23:00")
      let session = try await me.track(dune, "20:00-21:00", page: 60)
      try await body(me, dune, session.id)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all, actions.map(\.name))
  func `restores every table, and redo repeats the change`(
    engine: TestEngine,
    action: String
  ) async throws {
    let run = try #require(Self.actions.first { $0.name == action }?.run)
    try await withSession(engine) { me, dune, session in
      try await run(me, dune, session)
      let line = try #require(try await me.log.history(limit: 1).first)
      let after = try await me.scratch.projections()
      let report = try await me.log.undo()
      #expect(report.title == line.title && report.undone > 0 && report.kept == 0)
      let before = try await me.scratch.projections()
      #expect(before != after)
      _ = try await me.log.redo()
      #expect(try await me.scratch.projections() == after)
      _ = try await me.log.undo()
      #expect(try await me.scratch.projections() == before)
      try await me.scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `removes entry after entry until nothing is left, and redo restores all`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, dune, session in
      try await me.changeStatus(.paused, dune)
      try await me.log.set("dayStartHour", to: "4")
      try await me.delete(session)
      let after = try await me.scratch.projections()
      for _ in 0..<5 { _ = try await me.log.undo() }
      #expect(try await me.scratch.projections().values.allSatisfy(\.isEmpty))
      try await me.scratch.refuses("history.nothing_to_undo") { try await me.log.undo() }
      for _ in 0..<5 { _ = try await me.log.redo() }
      #expect(try await me.scratch.projections() == after)
      try await me.scratch.refuses("history.nothing_to_redo") { try await me.log.redo() }
    }
  }

  @Test(arguments: TestEngine.all)
  func `adds a history entry that names the undone one`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, dune, _ in
      try await me.changeStatus(.paused, dune)
      _ = try await me.log.undo()
      let undone = try await me.log.history(limit: 2)
      #expect(
        undone.map(\.title) == ["Undone: “Dune” marked as paused", "“Dune” marked as paused"]
      )
      #expect(undone.map(\.isInEffect) == [true, false])
      #expect(undone[0].undoes == undone[1].id)
      _ = try await me.log.redo()
      let redone = try await me.log.history(limit: 3)
      #expect(redone.map(\.title)[0] == "Redone: “Dune” marked as paused")
      #expect(redone.map(\.isInEffect) == [true, false, true])
    }
  }

  @Test(arguments: TestEngine.all)
  func `accepts an older entry when nothing it changed was changed later`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, dune, session in
      try await me.changeStatus(.paused, dune)
      let line = try #require(try await me.log.history(limit: 1).first)
      try await me.log.write("Note") { writer in
        try writer.change(session, as: NoDetail.self) { $0.note = "good" }
      }
      _ = try await me.log.undo(line.id)
      #expect(try await me.log.book(dune)?.status == .reading)
      #expect(try await me.log.session(session)?.note == "good")
      try await me.scratch.refuses("history.already_undone") { try await me.log.undo(line.id) }
    }
  }

  @Test(arguments: TestEngine.all)
  func `names the later entry that changed the record, not one that only refers to it`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, dune, _ in
      try await me.changeStatus(.paused, dune)
      let line = try #require(try await me.log.history(limit: 1).first)
      try await me.changeStatus(.read, dune)
      try await me.changeStatus(.reading, dune)
      try await me.start(dune)
      let error = try await me.scratch.refuses("history.changed_since") {
        try await me.log.undo(line.id)
      }
      #expect(
        error?.message.contains("“Dune” marked as reading") == true,
        "\(error?.message ?? "")"
      )
      try await me.log.write { try DeleteBook(dune, withOpenSession: true).run(in: $0) }
    }
  }

  @Test(arguments: TestEngine.all)
  func `keeps later changes on request, and undoes the rest`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, dune, session in
      let start = me.instant("19:00")
      try await me.log.write("Edit") { writer in
        try writer.change(session, as: NoDetail.self) { (edited) throws(CairnError) in
          try edited.resize(start: start, end: nil)
          edited.note = "first"
        }
        try SetPageCount(700, of: dune).run(in: writer)
      }
      let line = try #require(try await me.log.history(limit: 1).first)
      try await me.log.write("Note") { writer in
        try writer.change(session, as: NoDetail.self) { $0.note = "second" }
      }
      try await me.scratch.refuses("history.changed_since") { try await me.log.undo(line.id) }
      let report = try await me.log.undo(line.id, keepChanged: true)
      #expect((report.undone, report.kept) == (1, 1))
      #expect(try await me.log.book(dune)?.pages == 600)
      #expect(try await me.log.session(session)?.note == "second")
    }
  }

  @Test(arguments: TestEngine.all)
  func `an undo redoes, and undoing a redo undoes again`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, dune, _ in
      try await me.changeStatus(.paused, dune)
      let line = try #require(try await me.log.history(limit: 1).first)
      _ = try await me.log.undo()
      let undo = try #require(try await me.log.history(limit: 1).first)
      _ = try await me.log.undo(undo.id)
      #expect(try await me.log.book(dune)?.status == .paused)
      let redo = try #require(try await me.log.history(limit: 1).first)
      #expect(redo.title == "Redone: “Dune” marked as paused")
      _ = try await me.log.undo(redo.id)
      #expect(try await me.log.book(dune)?.status == .reading)
      #expect(try await me.log.history(limit: 1).first?.title == "Undone: “Dune” marked as paused")
      let isInEffect = try await me.log.history(limit: 9).first { $0.id == line.id }?.isInEffect
      #expect(isInEffect == false)
      _ = try await me.log.redo()
      #expect(try await me.log.book(dune)?.status == .paused)
    }
  }

  @Test(arguments: TestEngine.all)
  func `can be redone for any entry, by either of its IDs`(engine: TestEngine) async throws {
    try await withSession(engine) { me, dune, session in
      try await me.changeStatus(.paused, dune)
      let line = try #require(try await me.log.history(limit: 1).first)
      #expect(try await !me.log.undo().isRedo)
      let undo = try #require(try await me.log.history(limit: 1).first)
      try await me.delete(session)
      _ = try await me.log.undo()
      let report = try await me.log.redo(line.id)
      #expect(report.isRedo && report.title == line.title)
      #expect(try await me.log.book(dune)?.status == .paused)
      for id in [line.id, undo.id] {
        try await me.scratch.refuses("history.not_undone") { try await me.log.redo(id) }
      }
      try await me.scratch.refuses("history.not_undone") { try await me.log.undo(undo.id) }
      _ = try await me.log.undo(line.id)
      let latest = try #require(try await me.log.history(limit: 1).first)
      try await me.scratch.refuses("history.not_undone") { try await me.log.redo(undo.id) }
      #expect(try await me.log.redo(latest.id).title == line.title)
    }
  }

  @Test(arguments: TestEngine.all)
  func `skips an entry that cannot be redone for an older one`(engine: TestEngine) async throws {
    try await withSession(engine) { me, dune, session in
      try await me.delete(session)
      let older = try #require(try await me.log.history(limit: 1).first)
      _ = try await me.log.undo()
      try await me.changeStatus(.paused, dune)
      _ = try await me.log.undo()
      try await me.changeStatus(.read, dune)
      try await me.scratch.refuses("history.changed_since") { try await me.log.redo() }
      #expect(try await me.log.redo(older.id).title == older.title)
      #expect(try await me.log.redo(keepChanged: true).kept > 0)
    }
  }

  @Test(arguments: TestEngine.all)
  func `that is redone does not delete what was edited since, and names the edit`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, _, session in
      try await me.delete(session)
      _ = try await me.log.undo()
      try await me.log.write("Note added") { writer in
        try writer.change(session, as: NoDetail.self) { $0.note = "kept" }
      }
      let error = try await me.scratch.refuses("history.changed_since") { try await me.log.redo() }
      #expect(error?.message.contains("“Note added”") == true, "\(error?.message ?? "")")
      #expect(try await me.log.session(session)?.note == "kept")
    }
  }

  @Test(arguments: TestEngine.all)
  func `removes a record that was recreated after an undo`(
    engine: TestEngine
  ) async throws {
    try await withSession(engine) { me, _, _ in
      let author = Author(id: Identifier(RecordID(high: 1, low: 2)), name: "Jane")
      let before = try await me.scratch.projections()
      var again = author
      again.name = "Jane Austen"
      for one in [author, author, again] {
        try await me.log.write("Add") { try $0.save(one) }
        _ = try await me.log.undo()
        #expect(try await me.scratch.projections() == before)
      }
      for hour in ["4", "5"] {
        try await me.log.set("dayStartHour", to: hour)
        #expect(try await me.log.dayStartHour() == Int64(hour))
        _ = try await me.log.undo()
        #expect(try await me.log.dayStartHour() == 0)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `does not restore a session into another's time`(engine: TestEngine) async throws {
    try await withSession(engine) { me, dune, session in
      try await me.delete(session)
      let line = try #require(try await me.log.history(limit: 1).first)
      let other = try await me.track(dune, "20:30-21:30")
      let error = try await me.scratch.refuses("session.overlap") {
        try await me.log.undo(line.id)
      }
      #expect(error?.message.contains(ShortID(other.id.record).text) == true)
      try await me.delete(other.id)
      _ = try await me.log.undo(line.id)
      #expect(try await me.log.session(session)?.active == .hours(1))
    }
  }

  @Test(arguments: TestEngine.all)
  func `does not reopen a session while another is open`(engine: TestEngine) async throws {
    try await withSession(engine) { me, dune, _ in
      let first = try await me.start(dune)
      scratchHour(me)
      try await me.stop(first.id)
      let line = try #require(try await me.log.history(limit: 1).first)
      let second = try await me.start(dune)
      try await me.scratch.refuses("session.already_running") { try await me.log.undo(line.id) }
      try await me.delete(second.id)
      _ = try await me.log.undo(line.id)
      #expect(try await me.log.openSessions().map(\.id) == [first.id])
    }
  }

  private func scratchHour(_ me: Scenario) { me.scratch.clock.advance(by: .minutes(30)) }

  @Test(arguments: TestEngine.all)
  func `rejects an unknown entry`(engine: TestEngine) async throws {
    try await withSession(engine) { me, _, _ in
      try await me.scratch.refuses("history.not_found") {
        try await me.log.undo(RecordID(high: 1, low: 2))
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `starts with the later part of a batch`(engine: TestEngine) async throws {
    try await withSession(engine) { me, dune, _ in
      let before = try await me.scratch.projections()
      try await me.log.write("Change a book often") { writer in
        writer.beginBatch()
        for pages in 700...Int64(1_000) { try SetPageCount(pages, of: dune).run(in: writer) }
      }
      #expect(try await me.log.history(limit: 1).first?.parts == 2)
      _ = try await me.log.undo()
      #expect(try await me.scratch.projections() == before)
    }
  }

  @Test(arguments: TestEngine.all)
  func `treats a batch of many parts as one`(engine: TestEngine) async throws {
    try await withSession(engine) { me, _, _ in
      let before = try await me.scratch.projections()
      try await me.log.write("Add 500 authors") { writer in
        writer.beginBatch()
        for number in 0..<500 {
          try writer.save(Author(id: Identifier(writer.newID()), name: "Author \(number)"))
        }
      }
      let line = try #require(try await me.log.history(limit: 1).first)
      #expect((line.title, line.parts) == ("Add 500 authors", 3))
      let after = try await me.scratch.projections()
      let report = try await me.log.undo()
      #expect(report.undone == 500)
      #expect(try await me.scratch.projections() == before)
      #expect(try await me.log.history(limit: 1).first?.parts == 3)
      _ = try await me.log.redo()
      #expect(try await me.scratch.projections() == after)
    }
  }
}
