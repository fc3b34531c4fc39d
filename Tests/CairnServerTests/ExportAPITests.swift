import Cairn
import CairnAccounts
import CairnActions
import CairnHTTP
import CairnReports
import CairnStore
import CairnTestKit
import CairnTransfer
import Dispatch
import Testing

@testable import CairnServer

@Suite struct `An export` {
  @Test(arguments: TestTransport.allCases)
  func `has the media type and file name of its format`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      try await served.fill()
      for (format, type, name) in [
        ("cairn", "application/x-ndjson", "cairn-2026-01-05.ndjson"),
        ("books", "text/csv; charset=utf-8", "cairn-books-2026-01-05.csv"),
        ("readings", "text/csv; charset=utf-8", "cairn-readings-2026-01-05.csv"),
        ("sessions", "text/csv; charset=utf-8", "cairn-sessions-2026-01-05.csv"),
        ("days", "text/csv; charset=utf-8", "cairn-days-2026-01-05.csv"),
        ("annotations", "text/csv; charset=utf-8", "cairn-annotations-2026-01-05.csv"),
        ("goodreads", "text/csv; charset=utf-8", "cairn-goodreads-2026-01-05.csv"),
        ("ical", "text/calendar; charset=utf-8", "cairn-ical-2026-01-05.ics"),
        ("rest_days", "text/csv; charset=utf-8", "cairn-rest_days-2026-01-05.csv"),
        ("climbs", "text/csv; charset=utf-8", "cairn-climbs-2026-01-05.csv"),
        ("attempts", "text/csv; charset=utf-8", "cairn-attempts-2026-01-05.csv"),
        ("pauses", "text/csv; charset=utf-8", "cairn-pauses-2026-01-05.csv"),
        ("facts", "text/csv; charset=utf-8", "cairn-facts-2026-01-05.csv"),
      ] {
        let answer = try await served.client.ask(.get, "/api/v1/exports/\(format)")
        #expect(answer.status == .ok)
        #expect(answer.fields["content-type"] == type)
        #expect(answer.fields["content-disposition"] == "attachment; filename=\"\(name)\"")
        #expect(answer.fields["x-content-type-options"] == "nosniff")
        #expect(!answer.text.isEmpty)
      }
      #expect(ExportFormat.all.count == 20)
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `of the whole log equals the output of the command line`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      try await served.fill()
      for number in 0..<300 { _ = try await served.person.add("Book \(number)", pages: 300) }
      let file = MemoryFile()
      _ = try await served.log.writeLines { file.append($0) }
      let answer = try await served.client.ask(.get, "/api/v1/exports/cairn")
      #expect(answer.body == file.bytes())
      #expect(answer.body.count > 65_536)
    }
  }

  @Test func `escapes spreadsheet formulas in tables`() async throws {
    try await ServedLog.run { served in
      _ = try await served.person.add("=1+1")
      let books = try await served.client.ask(.get, "/api/v1/exports/books").text
      #expect(books.contains(",'=1+1,"))
      let goodreads = try await served.client.ask(.get, "/api/v1/exports/goodreads").text
      #expect(goodreads.contains(",'=1+1,"))
    }
  }

  @Test func `contains facts about authors and books only on request`() async throws {
    try await ServedLog.run { served in
      let new = NewBook(title: "Sula", authors: ["Toni Morrison"])
      try await served.log.write("Say") { writer in
        let book = try AddBook(new, zone: "UTC").run(in: writer).entry.id
        try EditFacts(of: .book(book), [.ownVoices: "yes", .originalLanguage: "qu"]).run(in: writer)
      }
      let author = try #require(try await served.log.authors().first).id
      try await served.log.write("Say") {
        try EditFacts(of: .author(author), [.region: "centralAsia", .nationality: "Zembla"]).run(
          in: $0
        )
        try SetShareGoal(ShareGoal(.gender, "nonBinary", .yearly, percent: 37)).run(in: $0)
      }
      try await `Listening in the browser`.track(served, "Secret Story")
      let shared = try await `A shared page`.share(served)
      let others = ExportFormat.all.map(\.name).filter { !["cairn", "facts"].contains($0) }
      for target in others.map({ "/api/v1/exports/\($0)?titles=true" })
        + [shared, shared + "/listening.svg"]
      {
        let text = try await served.client.ask(.get, target).text
        for said in ["centralAsia", "Central Asia", "Zembla", "Quechua", "nonBinary", "ownVoices"] {
          #expect(!text.contains(said), "\(target): \(said)")
        }
      }
      let facts = try await served.client.ask(.get, "/api/v1/exports/facts").text
      #expect(facts.hasPrefix("about,id,name,fact,value,label,source\r\nauthor,"))
      #expect(facts.contains(",Toni Morrison,region,centralAsia,Central Asia,me\r\n"))
      #expect(facts.contains(",Sula,ownVoices,yes,Yes,me\r\n"))
      let whole = try await served.client.ask(.get, "/api/v1/exports/cairn").text
      #expect(whole.contains("Zembla"), "the whole log brings everything back")
    }
  }

  @Test func `as a calendar contains titles only on request`() async throws {
    try await ServedLog.run { served in
      try await served.fill()
      let plain = try await served.client.ask(.get, "/api/v1/exports/ical").text
      let titled = try await served.client.ask(.get, "/api/v1/exports/ical?titles=true").text
      #expect(plain.contains("SUMMARY:Reading"))
      #expect(!plain.contains("Emma"))
      #expect(titled.contains("SUMMARY:Reading: Emma"))
    }
  }

  @Test func `rejects an unknown format and a third download at the same time`() async throws {
    try await ServedLog.run { served in
      let other = try await served.client.ask(.get, "/api/v1/exports/pdf")
      #expect(other.status == .unprocessable)
      var open: [HTTPResponse] = []
      for _ in 0..<2 { open.append(await served.ask("/api/v1/exports/books")) }
      let third = await served.ask("/api/v1/exports/books")
      #expect(third.status == .tooManyRequests)
      #expect(third.text.contains("request.too_many_exports"))
      open = []
      let again = await served.ask("/api/v1/exports/books")
      #expect(again.status == .ok)
    }
  }

  @Test func `needs the right to read`() async throws {
    try await ServedAccounts.run { served in
      let anna = try await served.add("anna")
      for (scope, status) in [(Credential.Scope.read, HTTPStatus.ok), (.write, .forbidden)] {
        let (_, secret) = try await served.accounts.issue(
          .app,
          named: "one",
          scopes: [scope],
          to: anna.id
        )
        let fields = [("authorization", "Bearer " + secret)]
        let answer = try await served.client.ask(.get, "/api/v1/exports/cairn", fields)
        #expect(answer.status == status)
      }
      #expect(try await served.client.ask(.get, "/api/v1/exports/cairn").status == .unauthorized)
    }
  }
}

extension ServedLog {
  /// Adds a book with a stopped session.
  func fill() async throws {
    let session = try await person.start(try await person.add("Emma", pages: 300))
    scratch.clock.advance(by: .minutes(30))
    _ = try await client.post("/api/v1/sessions/\(session.id.record.text)/end", #"{"page":31}"#)
  }
}
