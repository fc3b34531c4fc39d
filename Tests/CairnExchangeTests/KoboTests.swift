import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// Returns the row of “Dune”, last read on 4 January 2026, with the given columns replaced.
func koboBook(_ columns: [String: String] = [:]) -> JSON {
  let common: [String: String] = [
    "ContentID": "dune", "Title": "Dune", "Attribution": "Frank Herbert", "ReadStatus": "1",
    "___PercentRead": "40", "DateLastRead": "2026-01-04T20:30:00Z", "accessibility": "1",
    "MimeType": "application/x-kobo-epub+zip",
  ]
  let all = common.merging(columns) { $1 }
  return .object(all.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
}

/// Returns an event that ends half an hour of “Dune” by default.
func koboEvent(
  _ ended: String,
  seconds: String = "1800",
  attributes: String = #"{"volumeid":"dune","progress":"40"}"#
) -> JSON {
  .members(
    ("Timestamp", .string(ended)),
    ("Attributes", .string(attributes)),
    ("Metrics", .string(#"{"SecondsRead":\#(seconds),"PagesTurned":30}"#))
  )
}

func kobo(_ books: [JSON], _ events: [JSON] = []) throws -> KoboLibrary {
  var library = KoboLibrary()
  for book in books { try library.add(book: book) }
  for event in events { try library.add(event: event) }
  return library
}

@Suite struct `Importing a Kobo database` {
  @Test func `adds sessions that end when the book was closed, and the progress`() async throws {
    try await withLog { scratch in
      let file = try kobo(
        [koboBook(["ISBN": "9780441013593", "Series": "Dune Chronicles", "SeriesNumber": "1.0"])],
        [koboEvent("2026-01-03T20:30:00Z"), koboEvent("2026-01-04T20:30:00Z", seconds: "600")]
      )
      #expect(try await scratch.take(file).figures == [3, 0, 0, 0, 0])
      #expect(
        try await scratch.sessions() == [
          "2026-01-03 2026-01-03T20:00:00Z..2026-01-03T20:30:00Z 30 -",
          "2026-01-04 2026-01-04T20:20:00Z..2026-01-04T20:30:00Z 10 -",
        ]
      )
      let book = try await scratch.book("Dune")
      #expect(book.status == .reading && book.started == "2026-01-03")
      #expect(book.position?.text == "percent:4000")
      try await scratch.isSound()
    }
  }

  @Test func `twice changes nothing the second time`() async throws {
    try await withLog { scratch in
      let file = try kobo(
        [koboBook(), koboBook(["ContentID": "emma", "Title": "Emma", "ReadStatus": "2"])],
        [koboEvent("2026-01-03T20:30:00Z"), koboEvent("2026-01-03T20:30:00Z")]
      )
      #expect(try await scratch.take(file).figures == [3, 0, 0, 0, 0])
      let before = try await scratch.everything()
      scratch.clock.advance(by: .hours(1))
      #expect(try await scratch.take(file).figures == [0, 0, 3, 0, 0])
      #expect(try await scratch.everything() == before)
      try await scratch.isSound()
    }
  }

  @Test func `imports the open read-through and later its end`() async throws {
    try await withLog { scratch in
      let early = [koboEvent("2026-01-03T20:30:00Z")]
      try await scratch.take(try kobo([koboBook()], early))
      #expect(try await scratch.readings("Dune") == ["- 2026-01-03..- percent:4000 -"])
      let read = koboBook(["ReadStatus": "2", "DateLastRead": "2026-01-05T09:00:00Z"])
      // The shop has the events now, so the device has deleted them.
      try await scratch.take(try kobo([read]))
      #expect(
        try await scratch.readings("Dune")
          == ["finished 2026-01-03..2026-01-05 percent:4000 -"]
      )
      #expect(try await scratch.book("Dune").status == .read)
      try await scratch.isSound()
    }
  }

  @Test func `keeps the finish date when the book is opened again`() async throws {
    try await withLog { scratch in
      for day in ["02", "04"] {
        let time = "2026-01-\(day)T09:00:00Z"
        try await scratch.take(try kobo([koboBook(["ReadStatus": "2", "DateLastRead": time])]))
        #expect(try await scratch.readings("Dune") == ["finished -..2026-01-02 - -"])
      }
    }
  }

  @Test func `separates a second read-through from the first`() async throws {
    try await withLog { scratch in
      let first = koboBook([
        "ReadStatus": "2", "DateLastRead": "2025-06-01T09:00:00Z",
        "LastTimeFinishedReading": "2025-05-30T09:00:00Z",
      ])
      try await scratch.take(try kobo([first]))
      let events = [koboEvent("2026-01-03T20:30:00Z")]
      try await scratch.take(try kobo([koboBook()], events))
      #expect(
        try await scratch.readings("Dune")
          == ["- 2026-01-03..- percent:4000 -", "finished -..2025-05-30 - -"]
      )
      #expect(try await scratch.book("Dune").status == .reading)
      let before = try await scratch.everything()
      try await scratch.take(try kobo([koboBook()], events))
      #expect(try await scratch.everything() == before)
      let again = koboBook([
        "ReadStatus": "2", "LastTimeFinishedReading": "2026-01-05T09:00:00Z",
      ])
      try await scratch.take(try kobo([again], events))
      #expect(
        try await scratch.readings("Dune") == [
          "finished -..2025-05-30 - -",
          "finished 2026-01-03..2026-01-05 percent:4000 -",
        ]
      )
      try await scratch.isSound()
    }
  }

  @Test func `keeps the log's status of a book finished since`() async throws {
    try await withLog { scratch in
      let row = row(1, "Dune", "Frank Herbert", on: "read", ["Date Read": "2026/01/05"])
      try await scratch.take(export([row]))
      let before = try await scratch.shown()
      #expect(try await scratch.take(try kobo([koboBook()])).figures == [0, 0, 0, 0, 0])
      #expect(try await scratch.shown() == before)
    }
  }

  /// The columns on the device, and the status after the import.
  static let rows: [(columns: [String: String], hasEvents: Bool, status: ReadingStatus?)] = [
    (["ReadStatus": "0", "___PercentRead": "0"], false, nil), (["ReadStatus": "0"], true, .reading),
    (["ReadStatus": "3"], false, .reading), (["ReadStatus": "2"], false, .read),
    (["ReadStatus": "7"], false, nil), (["ReadStatus": "x"], false, nil),
    (["accessibility": "6"], false, nil),
    (["accessibility": "6", "ReadStatus": "2"], true, .reading),
    (["MimeType": "application/x-kobo-mp3z"], true, nil),
    (["MimeType": "application/x-kobo-html+pocket"], true, nil),
    (["MimeType": "image/png"], false, nil), (["Title": ""], true, nil),
  ]

  @Test(arguments: rows.indices)
  func `imports read books, and excludes unread ones, samples and other content`(
    number: Int
  ) async throws {
    let row = Self.rows[number]
    try await withLog { scratch in
      let events = row.hasEvents ? [koboEvent("2026-01-03T20:30:00Z")] : []
      let file = try kobo([koboBook(row.columns)], events)
      try await scratch.take(file)
      #expect(try await scratch.log.books().map(\.status) == [row.status].compactMap(\.self))
      #expect(try await scratch.sessions().count == (row.hasEvents && row.status != nil ? 1 : 0))
      let plan = file.plan(for: LibraryIndex(), zone: .utc, now: scratchNow)
      #expect(row.status != nil || plan.issues.count == 1, "\(plan.issues)")
      try await scratch.isSound()
    }
  }

  @Test func `names a book missing on the device by its sessions`() async throws {
    try await withLog { scratch in
      let told = #"{"volumeid":"gone","title":"Emma","author":"Jane Austen"}"#
      let event = koboEvent("2026-01-03T20:30:00Z", attributes: told)
      let nameless = koboEvent("2026-01-02T20:30:00Z", attributes: #"{"volumeid":"lost"}"#)
      let file = try kobo([], [event, nameless])
      try await scratch.take(file)
      #expect(try await scratch.book("Emma").status == .reading)
      let issues = file.plan(for: LibraryIndex(), zone: .utc, now: scratchNow).issues
      #expect(issues.map(\.message).contains { $0.hasPrefix("1 session of a book that is not") })
    }
  }

  /// Times in the formats of various firmware.
  @Test(
    arguments: [
      "2026-01-03T20:30:00Z", "2026-01-03T20:30:00.000", "2026-01-03T20:30:00",
      "2026-01-03 20:30:00.000+00:00", "2026-01-03T21:30:00+01:00",
    ]
  )
  func `parses times with and without a zone as UTC`(time: String) async throws {
    try await withLog { scratch in
      try await scratch.take(try kobo([koboBook()], [koboEvent(time)]))
      #expect(
        try await scratch.sessions()
          == ["2026-01-03 2026-01-03T20:00:00Z..2026-01-03T20:30:00Z 30 -"]
      )
    }
  }

  @Test func `assigns sessions to days in the zone of the import`() async throws {
    try await withLog { scratch in
      let file = try kobo([koboBook()], [koboEvent("2026-01-03T23:45:00Z")])
      try await scratch.take(file, zone: "Europe/Berlin")
      #expect(try await scratch.sessions().first?.hasPrefix("2026-01-04 ") == true)
      #expect(try await scratch.take(file, zone: "Asia/Tokyo").figures == [0, 0, 2, 0, 0])
    }
  }

  /// Events without a valid session.
  static let impossible: [JSON] = [
    koboEvent("2026-01-03T20:30:00Z", seconds: "-5"),
    koboEvent("2026-01-03T20:30:00Z", seconds: "86401"),
    koboEvent("2026-01-03T20:30:00Z", seconds: "9223372036854775807"),
    koboEvent("2026-01-03T20:30:00Z", seconds: "99999999999999999999"),
    koboEvent("2026-01-03T20:30:00Z", seconds: "null"),
    koboEvent("2026-01-03T20:30:00Z", seconds: "}{"),
    koboEvent("2026-01-03T20:30:00Z", seconds: "2"),
    koboEvent("2026-01-03T20:30:00Z", attributes: "no JSON"),
    koboEvent("2026-01-03T20:30:00Z", attributes: "[]"),
    koboEvent("2026-01-03T20:30:00Z", attributes: String(repeating: "[", count: 20_000)),
    koboEvent(""), koboEvent("yesterday"), koboEvent("1999-12-31T20:30:00Z"),
    koboEvent("2000-01-01T00:00:00Z"), koboEvent("2100-01-01T00:00:00Z"), .null, .array([]),
    .members(("Timestamp", .integer(5)), ("Attributes", .integer(6)), ("Metrics", .integer(7))),
  ]

  @Test(arguments: impossible.indices)
  func `excludes an impossible session, and reports it`(number: Int) async throws {
    try await withLog { scratch in
      let file = try kobo([koboBook()], [Self.impossible[number]])
      try await scratch.take(file)
      #expect(try await scratch.sessions() == [])
      #expect(try await scratch.book("Dune").status == .reading)
      let issues = file.plan(for: LibraryIndex(), zone: .utc, now: scratchNow).issues
      #expect(issues.count == 1, "\(issues)")
    }
  }

  @Test func `excludes future sessions, without effect on their book`() async throws {
    try await withLog { scratch in
      let book = koboBook(["DateLastRead": "2026-02-01T09:00:00Z", "ReadStatus": "2"])
      let file = try kobo([book], [koboEvent("2026-01-31T20:30:00Z")])
      #expect(try await scratch.take(file).figures == [1, 0, 0, 0, 1])
      #expect(try await scratch.readings("Dune") == ["finished -..- - -"])
      let issues = file.plan(for: LibraryIndex(), zone: .utc, now: scratchNow).issues
      #expect(issues.first?.message.contains("is in the future") == true, "\(issues)")
      try await scratch.isSound()
    }
  }

  @Test func `treats unset clocks as unknown`() async throws {
    try await withLog { scratch in
      for time in ["0000-00-00T00:00:00.000", "1970-01-01T00:00:00Z"] {
        let file = try kobo([koboBook(["DateLastRead": time])])
        try await scratch.take(file)
        #expect(file.plan(for: LibraryIndex(), zone: .utc, now: scratchNow).issues == [])
      }
      #expect(try await scratch.readings("Dune") == ["- -..- - -"])
    }
  }

  @Test func `matches the book of KOReader and Goodreads`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Dune", "Frank Herbert", on: "to-read")]))
      try await scratch.take(statistics(views("2026-01-02T20:00:00Z", 1...30)))
      try await scratch.take(try kobo([koboBook()], [koboEvent("2026-01-03T20:30:00Z")]))
      #expect(try await scratch.log.books().count == 1)
      #expect(try await scratch.sessions().count == 2)
      #expect(try await scratch.readings("Dune").count == 1)
      #expect(try await scratch.book("Dune").status == .reading)
      try await scratch.isSound()
    }
  }

  @Test func `merges copies of a book`() async throws {
    try await withLog { scratch in
      let copy = koboBook(["ContentID": "copy", "ReadStatus": "2"])
      let told = #"{"volumeid":"copy"}"#
      let file = try kobo(
        [koboBook(), copy],
        [koboEvent("2026-01-03T20:30:00Z"), koboEvent("2026-01-02T20:30:00Z", attributes: told)]
      )
      try await scratch.take(file)
      #expect(try await scratch.book("Dune").status == .read)
      #expect(try await scratch.sessions().count == 2)
      #expect(try await scratch.readings("Dune") == ["finished 2026-01-02..2026-01-04 - -"])
      let before = try await scratch.everything()
      try await scratch.take(file)
      #expect(try await scratch.everything() == before)
      try await scratch.isSound()
    }
  }

  @Test func `rejects more books than a device can store`() throws {
    var library = KoboLibrary()
    for _ in 0..<KoboLibrary.bookLimit { try library.add(book: .null) }
    let error = #expect(throws: CairnError.self) { try library.add(book: .null) }
    #expect(error?.code == "csv.too_many_rows")
  }

  @Test(arguments: CairnTestKit.SeededGenerator.seeds)
  func `never crashes, loses or duplicates time for random events`(seed: UInt64) async throws {
    var chance = CairnTestKit.SeededGenerator(seed: seed)
    let events = (0..<60).map { _ in
      let minute = Int.random(in: 0..<40_000, using: &chance)
      let ended = scratchNow - .minutes(Int64(minute))
      let seconds = String(Int.random(in: -10...4_000, using: &chance))
      let progress = Int.random(in: -5...120, using: &chance)
      let volume = ["dune", "emma", "gone"].randomElement(using: &chance) ?? ""
      return koboEvent(
        ended.text,
        seconds: seconds,
        attributes: #"{"volumeid":"\#(volume)","progress":"\#(progress)","title":"A"}"#
      )
    }
    let books = [koboBook(), koboBook(["ContentID": "emma", "Title": "Emma", "ReadStatus": "2"])]
    try await withLog { scratch in
      try await scratch.take(try kobo(books, events))
      let before = try await scratch.everything()
      try await scratch.take(try kobo(books, events.reversed()))
      #expect(try await scratch.everything() == before, "seed \(seed)")
      try await scratch.isSound()
    }
  }
}
