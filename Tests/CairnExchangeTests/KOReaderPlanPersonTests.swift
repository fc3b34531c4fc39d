import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let evening = statistics(views("2026-01-04T20:00:00Z", 1...30))

@Suite struct `KOReader sessions and the person's own sessions` {
  @Test func `never count the same time twice when the timer came first`() async throws {
    try await withLog { scratch in
      let person = Scenario(scratch)
      let book = try await person.add("Emma")
      scratch.clock.set(to: try #require(Instant(text: "2026-01-04T20:10:00Z")))
      let session = try await person.start(book)
      scratch.clock.advance(by: .minutes(40))
      try await person.stop(session.id)
      let report = try await scratch.take(evening)
      #expect(report.figures == [1, 0, 0, 0, 1])
      let message = try #require(report.skipped.first).message
      #expect(message.contains("session \(ShortID(session.id.record).text) of “Emma”"))
      #expect(try await scratch.seconds() == 40 * 60)
      try await scratch.isSound()
    }
  }

  @Test func `never count the same time twice when the import came first`() async throws {
    try await withLog { scratch in
      try await scratch.take(evening)
      scratch.clock.set(to: try #require(Instant(text: "2026-01-04T23:00:00Z")))
      let person = Scenario(scratch)
      let book = try await person.add("Emma")
      await #expect(throws: CairnError.self) { try await person.track(book, "20:10-20:50") }
      #expect(try await scratch.seconds() == 30 * 60)
    }
  }

  @Test func `never count the same time twice while the timer runs`() async throws {
    try await withLog { scratch in
      let person = Scenario(scratch)
      let book = try await person.add("Emma")
      scratch.clock.set(to: try #require(Instant(text: "2026-01-04T20:10:00Z")))
      try await person.start(book)
      scratch.clock.advance(by: .minutes(40))
      #expect(try await scratch.take(evening).skipped.count == 1)
    }
  }

  @Test func `may be adjacent`() async throws {
    try await withLog { scratch in
      let person = Scenario(scratch)
      let book = try await person.add("Emma")
      scratch.clock.set(to: try #require(Instant(text: "2026-01-04T23:00:00Z")))
      try await person.track(book, "19:00-20:00")
      try await person.track(book, "20:30-21:00")
      #expect(try await scratch.take(evening).figures == [2, 0, 0, 0, 0])
      #expect(try await scratch.seconds() == 120 * 60)
    }
  }

  @Test func `do not grow into another session`() async throws {
    try await withLog { scratch in
      try await scratch.take(evening)
      let person = Scenario(scratch)
      let book = try await person.add("Emma")
      scratch.clock.set(to: try #require(Instant(text: "2026-01-04T23:00:00Z")))
      try await person.track(book, "20:30-21:00")
      let longer = statistics(views("2026-01-04T20:00:00Z", 1...40))
      let report = try await scratch.take(longer)
      #expect(report.skipped.count == 1)
      #expect(try await scratch.seconds() == 60 * 60)
      try await scratch.isSound()
    }
  }

  @Test func `include an excluded session once the other is deleted`() async throws {
    try await withLog { scratch in
      let person = Scenario(scratch)
      let book = try await person.add("Emma")
      scratch.clock.set(to: try #require(Instant(text: "2026-01-04T23:00:00Z")))
      let mine = try await person.track(book, "20:10-20:50")
      try await scratch.take(evening)
      try await person.delete(mine.id)
      #expect(try await scratch.take(evening).added.count == 1)
      #expect(try await scratch.seconds() == 30 * 60)
    }
  }

  @Test func `exclude a session with a future date`() async throws {
    try await withLog { scratch in
      let report = try await scratch.take(statistics(views("2026-03-01T20:00:00Z", 1...30)))
      #expect(report.figures == [0, 0, 0, 0, 1])
      #expect(report.skipped.first?.message.contains("is in the future") == true)
      #expect(try await scratch.sessions() == [])
      #expect(try await scratch.log.books() == [])
    }
  }
}

@Suite struct `A KOReader session that the person changed` {
  private func imported(_ body: (ScratchLog, SessionID) async throws -> Void) async throws {
    try await withLog { scratch in
      try await scratch.take(evening)
      let row = try #require(try await scratch.log.sessions(SessionFilter(limit: 1)).first)
      try await body(scratch, row.id)
    }
  }

  @Test func `stays deleted, with a report`() async throws {
    try await imported { scratch, id in
      try await Scenario(scratch).delete(id)
      let report = try await scratch.take(evening)
      #expect(report.figures == [0, 0, 1, 0, 1])
      #expect(report.skipped.first?.message.contains("because you deleted it") == true)
      #expect(try await scratch.sessions() == [])
    }
  }

  @Test func `keeps its times when the file has more pages`() async throws {
    try await imported { scratch, id in
      let end = try #require(Instant(text: "2026-01-04T20:20:00Z"))
      try await scratch.log.write("Edit") { writer in
        try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
          try session.resize(start: nil, end: end)
        }
      }
      let report = try await scratch.take(statistics(views("2026-01-04T20:00:00Z", 1...40)))
      #expect(report.kept >= 1)
      #expect(try await scratch.seconds() == 20 * 60)
      try await scratch.isSound()
    }
  }

  @Test func `stays split`() async throws {
    try await imported { scratch, id in
      let cut = try #require(Instant(text: "2026-01-04T20:10:00Z"))
      try await scratch.log.write("Split") { _ = try $0.split(id, as: Reading.self, at: cut) }
      let before = try await scratch.everything()
      #expect(try await scratch.take(evening).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.everything() == before)
    }
  }

  @Test func `stays merged`() async throws {
    try await withLog { scratch in
      let file = statistics(
        views("2026-01-04T20:00:00Z", 1...30),
        views("2026-01-04T21:00:00Z", 31...40)
      )
      try await scratch.take(file)
      let ids = try await scratch.log.sessions(SessionFilter(limit: 2)).map(\.id)
      try await scratch.log.write("Merge") {
        _ = try $0.merge(ids[1], ids[0], as: Reading.self)
      }
      #expect(try await scratch.take(file).figures == [0, 0, 2, 0, 1])
      #expect(try await scratch.sessions().count == 1)
      #expect(try await scratch.seconds() == 40 * 60)
    }
  }

  @Test func `keeps its note and its book`() async throws {
    try await imported { scratch, id in
      let emma = try await Scenario(scratch).add("Emma")
      try await scratch.log.write("Edit") { writer in
        try writer.change(id, as: Reading.self) {
          $0.note = "on the train"
          $0.detail.entry = emma
        }
      }
      let before = try await scratch.everything()
      #expect(try await scratch.take(evening).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.everything() == before)
    }
  }
}

@Suite struct `A book in KOReader` {
  @Test func `that the person finished stays finished`() async throws {
    try await withLog { scratch in
      try await scratch.take(evening)
      let dune = try await scratch.book("Dune").id
      try await Scenario(scratch).changeStatus(.read, dune)
      let before = try await scratch.everything()
      #expect(try await scratch.take(evening).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.everything() == before)
      #expect(
        try await scratch.readings("Dune") == ["finished 2026-01-04..2026-01-05 page:300/300 -"]
      )
    }
  }

  @Test func `that the person reads again keeps the newer position`() async throws {
    try await withLog { scratch in
      try await scratch.take(evening)
      let (person, dune) = (Scenario(scratch), try await scratch.book("Dune").id)
      try await person.changeStatus(.read, dune)
      scratch.clock.advance(by: .hours(48))
      try await person.changeStatus(.reading, dune)
      let before = try await scratch.everything()
      #expect(try await scratch.take(evening).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.everything() == before)
      scratch.clock.advance(by: .hours(48))
      let again = statistics(
        views("2026-01-04T20:00:00Z", 1...30),
        views("2026-01-08T20:00:00Z", 5...9)
      )
      try await scratch.take(again)
      #expect(
        try await scratch.readings("Dune") == [
          "- 2026-01-07..- page:9/300 -", "finished 2026-01-04..2026-01-05 page:300/300 -",
        ]
      )
    }
  }

  @Test(arguments: [("Dune", "frank  HERBERT"), ("DUNE", nil)] as [(String, String?)])
  func `is matched with one added by hand`(title: String, author: String?) async throws {
    try await withLog { scratch in
      let book = NewBook(title: title, authors: author.map { [$0] } ?? [], pages: 604)
      try await scratch.log.write("Add") { try AddBook(book, zone: "UTC").run(in: $0) }
      try await scratch.take(evening)
      let dune = try await scratch.book("Dune")
      #expect(dune.status == .toRead)
      #expect(dune.pages == 604)
      #expect(try await scratch.count("author") == 1)
      #expect(try await scratch.take(evening).figures == [0, 0, 2, 0, 0])
    }
  }

  @Test func `stays deleted, and its sessions keep their time`() async throws {
    try await withLog { scratch in
      try await scratch.take(evening)
      let dune = try await scratch.book("Dune").id
      try await scratch.log.write("Delete") { try DeleteBook(dune).run(in: $0) }
      let more = statistics(
        views("2026-01-04T20:00:00Z", 1...30),
        views("2026-01-04T22:00:00Z", 31...40)
      )
      let report = try await scratch.take(more)
      #expect(report.figures == [1, 0, 1, 0, 1])
      #expect(try await scratch.log.books() == [])
      #expect(try await scratch.seconds() == 40 * 60)
    }
  }

  @Test func `has the latest position, from the person or from the reader`() async throws {
    try await withLog { scratch in
      let (person, dune) = (Scenario(scratch), try await Scenario(scratch).add("Dune", pages: 300))
      try await person.changeStatus(.reading, dune)
      try await scratch.take(evening)
      #expect(try await scratch.book("Dune").position?.value == 30)
      let today = try #require(LocalDay(text: "2026-01-05"))
      try await scratch.log.write("") { try $0.reach(.page(80, of: 300), in: dune, today: today) }
      try await scratch.take(evening)
      #expect(try await scratch.book("Dune").position?.value == 80)
      scratch.clock.advance(by: .hours(48))
      let later = views("2026-01-04T20:00:00Z", 1...30) + views("2026-01-06T20:00:00Z", 81...90)
      try await scratch.take(statistics(later))
      #expect(try await scratch.book("Dune").position?.value == 90)
      #expect(try await scratch.take(statistics(later)).updated == [])
    }
  }
}
