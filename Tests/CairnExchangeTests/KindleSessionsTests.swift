import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let titles = Array(
  """
  ASIN,Product Name,Author
  B00TESTAAA,Emma,Jane Austen
  B00TESTBBB,Dune,Frank Herbert

  """.utf8
)

private func file(_ rows: String...) -> [UInt8] {
  let header = "start_timestamp,end_timestamp,ASIN,total_reading_millis"
  return Array(([header] + rows).joined(separator: "\r\n").utf8)
}

@Suite struct `Parsing Kindle sessions` {
  @Test func `returns every row of a real file`() throws {
    let read = try KindleSessions.parse(try fixture("kindle-reading-session.csv"))
    #expect(read.issues == [])
    #expect(read.sessions.map(\.asin) == ["B00TESTAAA", "B00TESTAAA", "B00TESTBBB"])
    #expect(
      read.sessions.map { "\($0.started.text) \($0.ended.text)" } == [
        "2026-01-01T10:00:00Z 2026-01-01T10:30:00Z", "2026-01-02T22:00:00Z 2026-01-02T22:05:11Z",
        "2026-01-03T06:00:00Z 2026-01-03T06:00:02Z",
      ]
    )
    #expect(try FileFormat(sniffing: try fixture("kindle-reading-session.csv")) == .kindle)
  }

  @Test(arguments: [
    "Start Timestamp,End Timestamp,ASIN,Total Reading Millis",
    "start_time,end_time,ASIN,total_reading_milliseconds",
    "START_TIMESTAMP,END_TIMESTAMP,asin,TOTAL_READING_MILLIS",
  ])
  func `accepts other column names`(header: String) throws {
    let text = header + "\n2026-01-01T10:00:00Z,2026-01-01T10:30:00Z,B1,60000\n"
    #expect(try FileFormat(sniffing: Array(text.utf8)) == .kindle)
    #expect(try KindleSessions.parse(Array(text.utf8)).sessions.count == 1)
  }

  @Test func `places the reading time at the start, within the end`() throws {
    let read = try KindleSessions.parse(
      file(
        "2026-01-01T10:00:00Z,2026-01-01T11:00:00Z,B1,600000",
        "2026-01-01T12:00:00Z,2026-01-01T12:01:00Z,B1,600000"
      )
    )
    #expect(read.sessions.map(\.ended.text) == ["2026-01-01T10:10:00Z", "2026-01-01T12:01:00Z"])
  }

  @Test(arguments: [
    "2026-01-01T10:00:00Z,soon,B1,600000", "2026-01-01T10:00:00Z,2026-01-01T11:00:00Z,,600000",
    "2026-01-01T10:00:00Z,2026-01-01T11:00:00Z,B1,-1",
    "2026-01-01T10:00:00Z,2026-01-01T11:00:00Z,B1,99999999999999",
    "2026-01-01T12:00:00Z,2026-01-01T11:00:00Z,B1,600000",
    "1999-01-01T12:00:00Z,2026-01-01T11:00:00Z,B1,600000",
    "Not Available,2000-01-01T00:00:01Z,B1,600000",
    "2026-01-01T10:00:00Z,9999-01-01T11:00:00Z,B1,600000",
  ])
  func `reports an invalid row`(row: String) throws {
    let read = try KindleSessions.parse(file(row))
    #expect(read.sessions == [])
    #expect(read.issues.map(\.code) == ["kindle.session"])
  }

  @Test func `skips a row of zero length`() throws {
    let read = try KindleSessions.parse(file("2026-01-01T10:00:00Z,2026-01-01T11:00:00Z,B1,0"))
    #expect(read.sessions == [] && read.issues == [])
  }
}

/// The scratch clock's date is 2026-01-05.
@Suite struct `Importing Kindle sessions` {
  private func plan(_ scratch: ScratchLog, titled: Bool) async throws -> ImportPlan {
    let read = try KindleSessions.parse(try fixture("kindle-reading-session.csv"))
    let known = titled ? try KindleTitles(titles) : KindleTitles()
    return read.plan(
      for: try await scratch.log.libraryIndex(),
      titles: known,
      zone: .utc,
      now: scratchNow
    )
  }

  private func take(_ scratch: ScratchLog, titled: Bool) async throws -> ImportReport {
    try await scratch.log.apply(plan(scratch, titled: titled), dryRun: false) { _ in }
  }

  @Test func `excludes a book without a title, and names it`() async throws {
    try await withLog { scratch in
      let plan = try await plan(scratch, titled: false)
      #expect(plan.items == [])
      #expect(plan.issues.map(\.line) == [2, 4])
      #expect(plan.issues[0].message.hasPrefix("B00TESTAAA has no title: 2 sessions, 35 min"))
    }
  }

  @Test func `imports all once the titles are known, and nothing twice`() async throws {
    try await withLog { scratch in
      #expect(try await take(scratch, titled: true).figures == [5, 0, 0, 0, 0])
      #expect(try await scratch.log.sessions(SessionFilter()).count == 3)
      #expect(try await scratch.book("Emma").authors == "Jane Austen")
      #expect(try await scratch.readings("Emma") == ["- 2026-01-01..- - -"])
      let before = try await scratch.everything()
      #expect(try await take(scratch, titled: true).figures == [0, 0, 5, 0, 0])
      #expect(try await scratch.everything() == before)
      try await scratch.isSound()
    }
  }

  @Test func `adds them to an existing book`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", "Jane Austen", on: "currently-reading")]))
      _ = try await take(scratch, titled: true)
      #expect(try await scratch.log.books().count == 2)
      let emma = try await scratch.book("Emma")
      #expect(try await scratch.log.totals(of: emma.id).sessions == 2)
    }
  }

  @Test func `uses titles of the file if present`() async throws {
    try await withLog { scratch in
      let text =
        "ASIN,start_time,end_time,total_reading_milliseconds,product_name\n"
        + "B1,2026-01-01T10:00:00Z,2026-01-01T10:30:00Z,60000,Emma\n"
      let read = try KindleSessions.parse(Array(text.utf8))
      let index = try await scratch.log.libraryIndex()
      let plan = read.plan(for: index, titles: KindleTitles(), zone: .utc, now: scratchNow)
      #expect(plan.items.map(\.title) == ["Emma", "Emma, 2026-01-01T10:00:00Z"])
    }
  }

  @Test func `rejects a table of titles without ASINs`() {
    let error = #expect(throws: CairnError.self) { try KindleTitles(Array("a,b\n1,2\n".utf8)) }
    #expect(error?.code == "import.columns")
  }
}
