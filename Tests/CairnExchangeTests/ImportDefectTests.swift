import Cairn
import CairnExchange
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// Regression tests for the defects in spec/reading.md 2.14 that an import could cause.
@Suite struct `A known import defect does not occur` {
  private let evenings = statistics(
    views("2026-01-01T20:00:00Z", 1...20),
    views("2026-01-02T20:00:00Z", 21...40),
    views("2026-01-03T20:00:00Z", 41...60)
  )

  private func storyGraph(_ cells: String) throws -> ImportedLibrary {
    let header = "Title,Authors,ISBN/UID,Read Status,Dates Read,Read Count,Star Rating\n"
    return try StoryGraphExport.parse(Array((header + cells + "\n").utf8))
  }

  @Test func `D1, D22: every session of one book is kept, and belongs to it`() async throws {
    try await withLog { scratch in
      try await scratch.take(evenings)
      let dune = try await scratch.book("Dune")
      #expect(try await scratch.log.totals(of: dune.id).sessions == 3)
      let origins = try await scratch.log.sessionOrigins()
      #expect(origins.values.map(\.entry) == [dune.id, dune.id, dune.id])
    }
  }

  @Test func `D2: the same file creates the same IDs in every log`() async throws {
    var logs: [[String]] = []
    for _ in 0..<2 {
      try await withLog { scratch in
        try await scratch.take(evenings)
        try await scratch.take(export([row(1, "Emma", "Jane Austen")]))
        logs.append(try await scratch.log.read { try $0.texts("SELECT id, kind FROM record") })
      }
    }
    #expect(Set(logs[0]) == Set(logs[1]) && logs[0].count > 6)
  }

  @Test func `D10, D13: a session of seconds without a page keeps its length`() async throws {
    try await withLog { scratch in
      let text =
        "ASIN,start_time,end_time,total_reading_milliseconds,product_name\n"
        + "B1,2026-01-01T10:00:00Z,2026-01-01T10:00:02Z,2000,Emma\n"
      let read = try KindleSessions.parse(Array(text.utf8))
      let index = try await scratch.log.libraryIndex()
      let plan = read.plan(for: index, titles: KindleTitles(), zone: .utc, now: scratchNow)
      _ = try await scratch.log.apply(plan, dryRun: false) { _ in }
      let session = try #require(try await scratch.log.sessions(SessionFilter()).first)
      #expect(session.active == Milliseconds(2_000) && session.amount == nil)
    }
  }

  @Test func `D55: quarter stars are imported and exported unchanged`() async throws {
    try await withLog { scratch in
      try await scratch.take(try storyGraph("Emma,Jane Austen,,read,,1,4.25"))
      #expect(try await scratch.book("Emma").rating == 17)
      let file = GoodreadsFile.write(try await scratch.log.shelvedBooks())
      #expect(try GoodreadsExport.parse(file).library.books.map(\.quarterStars) == [17])
    }
  }

  @Test(arguments: ["Pacific/Kiritimati", "America/New_York"])
  func `D57: an imported day is that day in every zone`(zone: String) async throws {
    try await withLog { scratch in
      try await scratch.log.set("dayStartHour", to: "4")
      try await scratch.take(try storyGraph("Emma,Jane Austen,,read,2021/12/30-2021/12/31,1,"))
      try await scratch.take(evenings, zone: zone)
      #expect(try await scratch.readings("Emma") == ["finished 2021-12-30..2021-12-31 - -"])
      let years = try await scratch.log.finishedReadings().map { $0.finished?.prefix(4) }
      #expect(years == ["2021"])
    }
  }

  @Test func `D58: every read-through keeps its dates, and each finish counts once`() async throws {
    try await withLog { scratch in
      let days = "\"2022/03/06-2022/03/22, 2024/03/01-2024/03/22\""
      try await scratch.take(try storyGraph("Emma,Jane Austen,,currently-reading,\(days),2,"))
      let finished = try await scratch.log.finishedReadings().map(\.finished)
      #expect(finished == ["2022-03-22", "2024-03-22"])
    }
  }

  @Test func `D60: read without a known day stays undated`() async throws {
    try await withLog { scratch in
      try await scratch.take(try storyGraph("Emma,Jane Austen,,read,,2,"))
      #expect(
        try await scratch.readings("Emma") == ["finished -..- - -", "finished -..- - -"]
      )
      #expect(try await scratch.book("Emma").added == nil)
    }
  }

  @Test func `D61, D64: a book given up is not finished, and keeps its rating`() async throws {
    try await withLog { scratch in
      let given = "Emma,Jane Austen,,did-not-finish,2024/03/01-2024/03/22,0,2.5"
      try await scratch.take(try storyGraph(given))
      #expect(try await scratch.log.finishedReadings() == [])
      #expect(try await scratch.book("Emma").rating == 10)
      #expect(try await scratch.readings("Emma") == ["gave_up 2024-03-01..2024-03-22 - -"])
    }
  }
}
