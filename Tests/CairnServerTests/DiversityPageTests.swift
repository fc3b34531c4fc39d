import Cairn
import CairnActions
import CairnHTTP
import CairnPages
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnReports

@Suite struct `Pages of diversity` {
  /// Creates two books by an author with a known region, and one by another author.
  private func run(
    _ body: (ServedLog, _ books: [Identifier<Entry>]) async throws -> Void
  ) async throws {
    try await ServedLog.run { served in
      let books = try await served.log.write("Fill") { writer in
        try [("Sula", "Toni Morrison"), ("Jazz", "Toni Morrison"), ("Emma", "Jane <b>Austen")].map {
          try AddBook(NewBook(title: $0.0, authors: [$0.1], pages: 300), zone: "UTC").run(
            in: writer
          ).entry.id
        }
      }
      let author = try #require(try await served.log.authors().first { $0.books == 2 })
      try await served.log.write("Say") {
        try EditFacts(of: .author(author.id), [.region: "northAmerica"]).run(in: $0)
      }
      try await body(served, books)
    }
  }

  @Test func `have two labelled radars, each with its table and links to missing facts`()
    async throws
  {
    try await run { served, _ in
      let page = try await served.client.ask(.get, "/insights/diversity").text
      for title in ["Data completeness", "Representation"] {
        #expect(page.contains(">\(title)</h2>"))
        #expect(page.contains("<caption class=\"hidden\">\(title)</caption>"))
      }
      #expect(page.matches(of: /<svg [^>]*class="cairn-chart"/).count == 2)
      for name in ["cultural", "gender", "translation", "ownVoices", "accessibility"] {
        let ways = page.matches(of: try Regex("href=\"/ask\\?dimension=\(name)\"")).count
        #expect(ways == (name == "cultural" ? 1 : 2), "none lies over what is drawn")
      }
      #expect(page.contains("13 % known"))
      #expect(page.contains("Gender: nothing known yet."))
      #expect(page.contains("dimension=cultural&amp;category=northAmerica"))
      let ids = page.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) }
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test func `accept a period and a scope in the URL, and reject others`() async throws {
    try await run { served, _ in
      for query in [
        "?period=year", "?period=month&scope=started", "?scope=finished",
        "?from=2025-01-01&to=2025-12-31&scope=finished",
      ] {
        let answer = try await served.client.ask(.get, "/insights/diversity" + query)
        #expect(answer.status == .ok, "\(query)")
      }
      for query in ["?period=x", "?scope=x", "?x=1", "?from=2026-01-02&to=2026-01-01"] {
        let answer = try await served.client.ask(.get, "/insights/diversity" + query)
        #expect(answer.status == .unprocessable, "\(query)")
        #expect(!answer.text.contains("docs/api.md"), "no person reads a list of fields")
      }
    }
  }

  @Test func `link from a plus sign to the counted books that lack the fact`() async throws {
    try await run { served, _ in
      let page = try await served.client.ask(.get, "/insights/diversity?period=month").text
      let way = "/insights/diversity/books?period=month&amp;scope=library&amp;dimension=gender"
      #expect(page.contains("<a href=\"\(way)\" aria-label=\"Fill in details: Gender"))
      #expect(page.contains("<h1>Diversity</h1>"))
    }
  }

  @Test func `link from a category to its books, and from unknown to a question`() async throws {
    try await run { served, _ in
      let path = "/insights/diversity/books?dimension=cultural"
      let known = try await served.client.ask(.get, path + "&category=northAmerica").text
      #expect(known.contains("Sula") && known.contains("Jazz") && !known.contains("Emma"))
      let unknown = try await served.client.ask(.get, path).text
      #expect(unknown.contains("Emma") && !unknown.contains("Sula"))
      #expect(unknown.contains("Jane &lt;b&gt;Austen"))
      #expect(unknown.contains("href=\"/ask?dimension=cultural\""))
      let wrong = try await served.client.ask(.get, path + "&category=atlantis")
      #expect(wrong.status == .unprocessable)
    }
  }

  @Test func `accept an answer, show what it changed and ask the next`() async throws {
    try await run { served, books in
      let page = try await served.client.ask(.get, "/ask?dimension=gender").text
      #expect(page.contains("What is the gender of "))
      #expect(page.contains("name=\"author\""))
      let own = "book=\(books[0].record.text)&dimension=gender&only=gender"
      let form = "\(own)&answer=female&this_book=no&key=k"
      let done = try await served.client.submit("/ask", form)
      let place = try #require(done.fields["location"])
      #expect(!place.contains("points="), "the log says what was earned, not an address")
      #expect(try await served.client.submit("/ask", form).fields["location"] == place)
      let next = try await served.client.ask(.get, place).text
      #expect(next.contains("13 % → 27 % known"))
      #expect(next.contains("+6 points"))
      #expect(next.contains("What is the gender of Jane &lt;b&gt;Austen?"))
      #expect(next.contains(">Undo</button>"))
      let made = try await served.client.ask(.get, "/ask?was=0&points=100000")
      #expect(!made.text.contains("100000"))
    }
  }

  @Test func `reject an answer about an author they did not ask about`() async throws {
    try await ServedLog.run { served in
      let new = NewBook(title: "T", authors: ["Ann One", "Bob Two"])
      let book = try await served.log.write { try AddBook(new, zone: "UTC").run(in: $0).entry.id }
      let page = try await served.client.ask(.get, "/ask").text
      #expect(page.contains("Which part of the world is Ann One from?"))
      #expect(page.contains("<bdi>T</bdi> · <bdi>Ann One</bdi>, <bdi>Bob Two</bdi>"))
      let author = try #require(page.firstMatch(of: #/name="author" value="([^"]+)"/#)).1
      let form = "book=\(book.record.text)&dimension=cultural&author=\(author)"
      _ = try await served.client.submit("/ask", "\(form)&answer=africa&key=one")
      let second = try await served.client.submit("/ask", "\(form)&answer=asia&key=two")
      #expect(second.status == .conflict)
      #expect(
        second.text.contains("There is no open question about the cultural origin of Ann One.")
      )
      #expect(second.text.contains("Your answer was not saved"))
      #expect(!second.text.contains("All that may be asked is known"))
      let never = try await served.client.submit("/ask/never", form + "&key=never")
      #expect(never.status == .conflict)
      let said = try await served.log.authors().map { $0.facts.value(.region) }
      #expect(said == ["africa", nil])
    }
  }

  @Test func `ask about the book alone when its author is unknown`() async throws {
    try await ServedLog.run { served in
      let new = NewBook(title: "Beowulf", authors: ["Anonymous"])
      let book = try await served.log.write { try AddBook(new, zone: "UTC").run(in: $0).entry.id }
      let page = try await served.client.ask(.get, "/ask?dimension=cultural").text
      #expect(page.contains("Which part of the world is the author of “Beowulf” from?"))
      let form = "book=\(book.record.text)&dimension=cultural&answer=europe&key=a"
      #expect(try await served.client.submit("/ask", form).status == .seeOther)
      let known = try #require(try await served.log.describedBook(book))
      #expect(known.facts.value(.region) == "europe")
    }
  }

  @Test func `accept an answer for one book, several features and another language`() async throws {
    try await run { served, books in
      let own = "book=\(books[1].record.text)"
      for form in [
        "dimension=gender&answer=female&this_book=yes", "dimension=translation&answer=Welsh",
        "dimension=accessibility&has-braille=yes&has-largePrint=yes",
        "dimension=ownVoices&answer=yes",
      ] {
        #expect(
          try await served.client.submit("/ask", "\(own)&\(form)").status == .seeOther,
          "\(form)"
        )
      }
      let book = try #require(try await served.log.describedBook(books[1]))
      #expect(book.missing == [])
      #expect(book.facts.value(.accessibility) == "braille largePrint")
      #expect(book.facts.value(.originalLanguage) == "cy")
      #expect(book.writers[0].facts[.gender] == nil)
    }
  }

  @Test func `show a rejected answer with its question and reason, and one already given`()
    async throws
  {
    try await run { served, books in
      let own = "book=\(books[2].record.text)&dimension=translation"
      let refused = try await served.client.submit("/ask", "\(own)&answer=Elvish")
      #expect(refused.status == .unprocessable)
      #expect(
        refused.text.contains("role=\"alert\">“Elvish” is not a language Cairn knows.")
      )
      #expect(refused.text.contains("value=\"Elvish\""), "what was typed stays")
      #expect(refused.text.contains("In which language was “Emma” written?"))
      let none = try await served.client.submit("/ask", own)
      #expect(none.status == .unprocessable && none.text.contains("No answer was chosen."))
      _ = try await served.client.submit("/ask", "\(own)&answer=en")
      let again = try await served.client.submit("/ask", "\(own)&answer=fr")
      #expect(again.status == .conflict)
    }
  }

  @Test func `set a goal for shares, show its progress and end it`() async throws {
    try await run { served, _ in
      let path = "/insights/diversity/goals"
      let form = "share=gender%20female&cadence=yearly&percent=50&key=g"
      #expect(
        try await served.client.submit(path, form).fields["location"]?.hasPrefix(
          "/insights/diversity"
        ) == true
      )
      let page = try await served.client.ask(.get, "/insights/diversity").text
      #expect(page.contains("<strong>50 % Female</strong>"))
      #expect(page.contains("No book finished yet."))
      let wrong = try await served.client.submit(path, "share=gender%20female&percent=500&key=w")
      #expect(wrong.status == .unprocessable && wrong.text.contains("role=\"alert\""))
      _ = try await served.client.submit(path, "share=gender%20female&cadence=yearly&end=yes&key=e")
      #expect(try await served.log.shareGoals().isEmpty)
    }
  }

  @Test func `show the shares by year as a chart and a table`() async throws {
    try await run { served, books in
      _ = try await served.client.post(
        "/api/v1/books/\(books[0].record.text)/status",
        #"{"status":"read"}"#
      )
      let page = try await served.client.ask(.get, "/insights/diversity").text
      #expect(page.contains("Shares by year"))
      #expect(page.contains("aria-label=\"By year, in numbers\""))
    }
  }

  @Test func `stop asking after an opt-out`() async throws {
    try await run { served, books in
      let form = "book=\(books[0].record.text)&dimension=gender&key=n"
      let done = try await served.client.submit("/ask/never", form)
      #expect(done.status == .seeOther)
      let page = try await served.client.ask(.get, "/ask?dimension=gender").text
      #expect(page.contains("Jane") && !page.contains("Toni"))
    }
  }
}

@Suite struct `The question after a session` {
  /// Starts a session, stops it on the page after some minutes and returns the redirect target.
  private func stop(
    after minutes: Int64,
    _ served: ServedLog,
    _ book: Identifier<Entry>
  ) async throws -> String {
    _ = try await served.client.submit("/start", "book=\(book.record.text)&key=s\(minutes)")
    let open = try #require(try await served.log.openSessions().first)
    served.scratch.clock.advance(by: .minutes(minutes))
    let done = try await served.client.submit(
      "/sessions/\(open.id.record.text)/stop",
      "page=9&key=e\(minutes)"
    )
    return try #require(done.fields["location"])
  }

  @Test func `comes once, after five minutes, and disappears with its answer`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Emma", pages: 300)
      let author = NewBook(title: "Sula", authors: ["Toni Morrison"])
      let other = try await served.log.write("Add") {
        try AddBook(author, zone: "UTC").run(in: $0).entry.id
      }
      #expect(!(try await stop(after: 4, served, book)).contains("after="))
      let place = try await stop(after: 6, served, other)
      #expect(place.contains("after="))
      let page = try await served.client.ask(.get, place).text
      #expect(page.contains("Which part of the world is Toni Morrison from?"))
      #expect(page.matches(of: /id="question"/).count == 1)
      #expect(
        try await served.log.history(limit: 99).count(where: { $0.title.hasPrefix("Session saved") }
        ) == 2
      )
      let session = try #require(try await served.log.sessions(SessionFilter()).first).id
      let form =
        "book=\(other.record.text)&dimension=cultural&answer=northAmerica&key=a"
        + "&after=\(session.record.text)"
      let done = try #require(try await served.client.submit("/ask", form).fields["location"])
      let result = try await served.client.ask(.get, done).text
      #expect(result.contains("0 % → 10 % known"))
      #expect(result.contains("Back to today"))
      #expect(!result.contains("id=\"question\""))
      let after = try await served.client.ask(.get, place).text
      #expect(!after.contains("id=\"question\""))
    }
  }

  @Test func `stays attached to its session when an answer is rejected`() async throws {
    try await ServedLog.run { served in
      let new = NewBook(title: "Sula", authors: ["Toni Morrison"])
      let book = try await served.log.write { try AddBook(new, zone: "UTC").run(in: $0).entry.id }
      let author = try #require(try await served.log.authors().first).id
      try await served.log.write("Say") {
        try EditFacts(of: .author(author), [.region: "asia", .gender: "female"]).run(in: $0)
      }
      _ = try await stop(after: 9, served, book)
      let session = try #require(try await served.log.sessions(SessionFilter()).first).id
      let form = "book=\(book.record.text)&dimension=translation&after=\(session.record.text)"
      let refused = try await served.client.submit("/ask", form + "&answer=Elvish&key=r")
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("name=\"after\" value=\"\(session.record.text)\""))
      let done = try await served.client.submit("/ask", form + "&answer=en&key=d")
      let place = try #require(done.fields["location"])
      #expect(place.contains("after="))
      #expect(try await served.client.ask(.get, place).text.contains("Back to today"))
      let today = try await served.client.ask(.get, "/?after=\(session.record.text)").text
      #expect(!today.contains("id=\"question\""))
    }
  }

  @Test func `is not replaced by another when it was answered elsewhere, and the page explains it`()
    async throws
  {
    try await ServedLog.run { served in
      let author = NewBook(title: "Sula", authors: ["Toni Morrison"])
      let book = try await served.log.write("Add") {
        try AddBook(author, zone: "UTC").run(in: $0).entry.id
      }
      let place = try await stop(after: 9, served, book)
      let session = try #require(try await served.log.sessions(SessionFilter()).first).id
      let form = "book=\(book.record.text)&dimension=cultural&answer=asia"
      _ = try await served.client.submit("/ask", form + "&key=elsewhere")
      #expect(!(try await served.client.ask(.get, place).text.contains("id=\"question\"")))
      let page = try await served.client.ask(.get, "/ask?after=\(session.record.text)")
      #expect(page.status == .ok)
      #expect(page.text.contains("No question for this session."))
      let late = try await served.client.submit(
        "/ask",
        form + "&after=\(session.record.text)&key=late"
      )
      #expect(
        late.status == .conflict && late.text.contains("role=\"alert\">There is no open question")
      )
    }
  }

  @Test func `is not asked when the setting is off, and disappears when the stop is undone`()
    async throws
  {
    try await ServedLog.run { served in
      let author = NewBook(title: "Sula", authors: ["Toni Morrison"])
      let book = try await served.log.write("Add") {
        try AddBook(author, zone: "UTC").run(in: $0).entry.id
      }
      let place = try await stop(after: 9, served, book)
      _ = try await served.log.undo()
      let page = try await served.client.ask(.get, place).text
      #expect(!page.contains("id=\"question\""))
      try await served.log.set("askAfterReading", to: "no")
      let open = try #require(try await served.log.openSessions().first).id.record.text
      let done = try await served.client.submit("/sessions/\(open)/stop", "page=9&key=again")
      #expect(!(try #require(done.fields["location"])).contains("after="))
    }
  }
}
