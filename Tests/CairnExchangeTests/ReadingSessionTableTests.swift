import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private func table(_ text: String, dates: DateOrder? = nil) throws -> ReadingSessionTable {
  try ReadingSessionTable.parse(Array(text.utf8), dates: dates)
}

extension ScratchLog {
  fileprivate func take(_ table: ReadingSessionTable, zone: String = "UTC") async throws
    -> ImportReport
  {
    let rules = try #require(environment.zone(zone))
    let plan = table.plan(for: try await log.libraryIndex(), zone: rules, now: clock.now)
    return try await log.apply(plan, dryRun: false) { _ in }
  }

  /// Returns the sessions as `2024-03-02T18:00:00Z 60 min 30 pages`, latest first.
  fileprivate func sessionTexts() async throws -> [String] {
    try await log.sessions(SessionFilter()).map {
      let pages = $0.amount.map { " \($0) pages" } ?? ""
      return "\($0.timeline.start.text) \($0.active.count / 60_000) min\(pages)"
    }
  }
}

@Suite struct `A table of reading sessions` {
  private let header = "date,start,end,title,author,pages,minutes\n"

  @Test func `creates sessions, and no book for their pages`() async throws {
    let text =
      header + "2024-03-02,18:00,19:00,Dune Walk,Ana Prado,30,60\n"
      + "2024-03-03,18:00,18:30,Dune Walk,Ana Prado,15,30\n"
    #expect(try FileFormat(sniffing: Array(text.utf8)) == .sessions)
    try await withLog { scratch in
      let report = try await scratch.take(try table(text))
      #expect(report.added.count == 3)
      let both = ["2024-03-03T18:00:00Z 30 min 15 pages", "2024-03-02T18:00:00Z 60 min 30 pages"]
      #expect(try await scratch.sessionTexts() == both)
      #expect(try await scratch.book("Dune Walk").status == .reading)
      // Wall-clock times give the same session in every later time zone.
      #expect(try await scratch.take(try table(text), zone: "Asia/Tokyo").added.isEmpty)
      #expect(try await scratch.sessionTexts() == both)
      try await scratch.isSound()
    }
  }

  /// The header, the row and the expected session.
  private static let rows: [(String, String, String)] = [
    ("date,title,minutes", "2024-03-02,A,45", "2024-03-02T12:00:00Z 45 min"),
    ("date,title,duration", "2024-03-02,A,1:30:00", "2024-03-02T12:00:00Z 90 min"),
    ("date,title,duration", "2024-03-02,A,1h 5m", "2024-03-02T12:00:00Z 65 min"),
    ("date,title,hours", "2024-03-02,A,\"1,5\"", "2024-03-02T12:00:00Z 90 min"),
    ("day,book,start,minutes", "2.3.2024,A,6:05 PM,20", "2024-03-02T18:05:00Z 20 min"),
    ("date,start time,end time,title", "2024-03-02,23:30,00:15,A", "2024-03-02T23:30:00Z 45 min"),
    (
      "title,start time,end time", "A,2024-03-02 18:00,2024-03-02 19:10",
      "2024-03-02T18:00:00Z 70 min"
    ),
    (
      "started at,ended at,book title", "2024-03-02T18:00:00,2024-03-03T01:00:00,A",
      "2024-03-02T18:00:00Z 420 min"
    ),
    (
      "date,start,minutes,title,start page,end page", "2024-03-02,18:00,20,A,10,25",
      "2024-03-02T18:00:00Z 20 min 15 pages"
    ),
    ("date;start;end;title", "2024-03-02;18h05;18h35;A", "2024-03-02T18:05:00Z 30 min"),
    (
      "start,end,title", "2024-03-02T18:00:00+02:00,2024-03-02T17:00:00Z,A",
      "2024-03-02T16:00:00Z 60 min"
    ),
    (
      "started,ended,title", "2024-03-02T18:00:00Z,2024-03-02T18:20:00Z,A",
      "2024-03-02T18:00:00Z 20 min"
    ),
  ]

  @Test(arguments: rows)
  func `is accepted in many forms`(header: String, row: String, session: String) async throws {
    let text = "\(header)\n\(row)\n"
    #expect(try FileFormat(sniffing: Array(text.utf8)) == .sessions)
    try await withLog { scratch in
      _ = try await scratch.take(try table(text))
      #expect(try await scratch.sessionTexts() == [session])
    }
  }

  @Test(arguments: [
    "2024-03-02,18:00,18:00,A,,,", "2024-03-02,18:00,17:30,A,,,", "2024-03-02,later,19:00,A,,,",
    "2024-03-02,,,A,,,", "2024-03-32,18:00,19:00,A,,,", "2024-03-02,18:00,,A,,,90000",
    "2024-03-02,18:00,19:00,,,,", ",18:00,19:00,A,,,",
  ])
  func `excludes a row without a duration, with a reason`(row: String) throws {
    let read = try table(header + row + "\n")
    let plan = read.plan(for: LibraryIndex(), zone: .utc, now: scratchNow)
    #expect(plan.items.isEmpty && plan.issues.count == 1 && plan.issues.first?.line == 2)
  }

  @Test func `reports what it assumes and what it ignores`() throws {
    let text = "date,title,minutes,mood\n2024-03-02,A,45,fine\n2024-03-02,A,15,fine\n"
    let plan = try table(text).plan(for: LibraryIndex(), zone: .utc, now: scratchNow)
    #expect(
      plan.issues.map(\.message) == [
        "Ignored columns: mood.",
        "2 rows (2, 3): The row has no time of day: its session starts at noon.",
      ]
    )
  }

  @Test func `requires an option for an ambiguous date`() throws {
    let text = "date,title,minutes\n1/2/2024,A,45\n"
    let error = #expect(throws: CairnError.self) { try table(text) }
    #expect(error?.code == "import.ambiguous_date")
    let read = try table(text, dates: .dayFirst)
    let plan = read.plan(for: LibraryIndex(), zone: .utc, now: scratchNow)
    #expect(plan.items.last?.title == "A, 2024-02-01T12:00:00Z")
  }

  @Test(arguments: [
    "title,author,date,pages\nA,B,2024-03-02,30\n",
    "title,date,start,status\nA,2024-03-02,1,read\n",
    "title,started,finished,minutes\nA,2024-03-02,2024-03-05,90\n",
  ])
  func `is not a list of books`(text: String) throws {
    #expect((try? FileFormat(sniffing: Array(text.utf8))) != .sessions)
  }
}

@Suite struct `An export of a time tracker` {
  private let toggl = """
    User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags
    Ana,a@example.org,,Reading,,Dune Walk,No,2024-03-02,23:30:00,2024-03-03,00:15:00,00:45:00,home
    Ana,a@example.org,,Work,,Meeting,No,2024-03-03,09:00:00,2024-03-03,10:00:00,01:00:00,
    Ana,a@example.org,,Reading,,Cold Tea,No,2024-03-03,18:00:00,2024-03-03,18:20:00,00:20:00,

    """
  private let clockify = """
    "Project","Client","Description","Task","User","Start Date","Start Time","End Date","End Time","Duration (h)"
    "Reading","","Dune Walk","","Ana","03/02/2024","06:00:00 PM","03/02/2024","07:10:00 PM","01:10:00"

    """
  private let timewarrior = """
    [{"id":2,"start":"20240302T180000Z","end":"20240302T191000Z","tags":["Reading","Dune Walk"]},
     {"id":1,"start":"20240303T090000Z","end":"20240303T100000Z","tags":["Work"]},
     {"id":0,"start":"20240303T110000Z","tags":["Reading","Dune Walk"]}]
    """

  @Test func `of Toggl uses its project as the book`() async throws {
    let only = [(column: "Project", word: "reading")]
    let read = try ReadingSessionTable.parse(
      Array(toggl.utf8),
      columns: [("title", "Description")],
      only: only
    )
    try await withLog { scratch in
      _ = try await scratch.take(read)
      let sessions = ["2024-03-03T18:00:00Z 20 min", "2024-03-02T23:30:00Z 45 min"]
      #expect(try await scratch.sessionTexts() == sessions)
      #expect(try await scratch.book("Cold Tea").status == .reading)
    }
    #expect(read.issues.map(\.message).contains("1 row of other entries skipped."))
  }

  @Test func `of Clockify requires an option for its dates`() async throws {
    let columns = [(field: "title", column: "Description")]
    let file = Array(clockify.utf8)
    let error = #expect(throws: CairnError.self) {
      try ReadingSessionTable.parse(file, columns: columns)
    }
    #expect(error?.code == "import.ambiguous_date")
    let read = try ReadingSessionTable.parse(file, columns: columns, dates: .monthFirst)
    try await withLog { scratch in
      _ = try await scratch.take(read)
      #expect(try await scratch.sessionTexts() == ["2024-03-02T18:00:00Z 70 min"])
    }
  }

  @Test func `of Timewarrior has instants, with the book in its tags`() async throws {
    let file = Array(timewarrior.utf8)
    #expect(try FileFormat(sniffing: file) == .sessions)
    let only = [(column: "tags", word: "Reading")]
    let read = try ReadingSessionTable.parse(file, columns: [("title", "tags")], only: only)
    try await withLog { scratch in
      _ = try await scratch.take(read, zone: "Asia/Tokyo")
      #expect(try await scratch.sessionTexts() == ["2024-03-02T18:00:00Z 70 min"])
      #expect(try await scratch.book("Dune Walk").status == .reading)
      #expect(try await scratch.take(read, zone: "UTC").added.isEmpty)
    }
    #expect(read.issues.count == 2)
  }

  @Test(
    arguments: [
      (
        "title,date,start,end,tags\nDune,2024-03-02,18:00,19:00,\"Reading, beach, a;b\"\n", "title",
        ["beach"]
      ),
      (
        """
        [{"id":1,"start":"20240302T180000Z","end":"20240302T191000Z","tags":["Reading","beach","Übung"],
          "annotation":"Dune"}]
        """, "annotation", ["beach", "Übung"]
      ),
    ]
  )
  func `has tags, except those by which its rows are chosen`(
    text: String,
    column: String,
    tags: [String]
  ) async throws {
    let read = try ReadingSessionTable.parse(
      Array(text.utf8),
      columns: [("title", column)],
      only: [(column: "tags", word: "reading")]
    )
    try await withLog { scratch in
      _ = try await scratch.take(read)
      let rows = try await scratch.log.sessions(SessionFilter())
      #expect(rows.map(\.sessionContext.tags.names) == [tags])
      #expect(read.issues.count { $0.message.contains("tag") } == (tags.count == 1 ? 1 : 0))
      #expect(try await scratch.take(read).added.isEmpty)
    }
  }

  @Test(
    arguments: [
      ([], [], "import.columns"), ([("titel", "Description")], [], "usage.map"),
      ([("title", "Buch")], [], "usage.map"),
      ([("title", "Description")], [("Projekt", "x")], "usage.map"),
    ] as [([(String, String)], [(String, String)], String)]
  )
  func `is rejected unless the book's column is given`(
    columns: [(String, String)],
    only: [(String, String)],
    code: String
  ) {
    let error = #expect(throws: CairnError.self) {
      try ReadingSessionTable.parse(
        Array(toggl.utf8),
        columns: columns.map { (field: $0.0, column: $0.1) },
        only: only.map { (column: $0.0, word: $0.1) }
      )
    }
    #expect(error?.code == code)
  }
}
