import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `The page of a book` {
  private func run(
    _ status: ReadingStatus = .reading,
    _ body: (ServedLog, Identifier<Entry>, String) async throws -> Void
  ) async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 600, status: status)
      try await body(served, book, "/books/\(book.record.text)")
    }
  }

  @Test func `shows the same statistics as the command line`() async throws {
    try await run { served, book, path in
      for (times, page) in [("03:00-04:00", 30), ("05:00-06:00", 60), ("07:00-08:00", 90)] {
        try await served.person.track(book, times, page: Int64(page))
      }
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains("<dd>3h 00m</dd>"))
      #expect(page.contains("<dt>pages an hour</dt><dd>30</dd>"))
      #expect(page.contains("510 pages"))
      #expect(page.contains("17h 00m"))
      #expect(page.contains("All pages divided by all hours"))
      #expect(page.contains("divided by the pace of this reading"))
    }
  }

  @Test func `explains why there is no forecast yet`() async throws {
    try await run { served, _, path in
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains("No forecast yet:"))
    }
  }

  @Test(arguments: [
    (ReadingStatus.toRead, ["Start reading", "Move to wishlist", "Mark as read"]),
    (.wishlist, ["Start reading", "I own it now", "Mark as read"]),
    (.reading, ["Start timer", "Finished", "Pause", "Did not finish"]),
    (.paused, ["Continue reading", "Finished", "Did not finish"]), (.read, ["Read again"]),
    (.didNotFinish, ["Start over", "Move to shelf"]),
  ])
  func `offers the actions that fit its status`(
    status: ReadingStatus,
    words: [String]
  ) async throws {
    try await run(status) { served, _, path in
      let page = try await served.client.ask(.get, path).text
      for word in words { #expect(page.contains("\(word)</button>")) }
    }
  }

  @Test func `changes the status, the position and the facts`() async throws {
    try await run { served, book, path in
      _ = try await served.client.submit(path + "/place", "page=120&key=a")
      #expect(try await served.log.book(book)?.position?.value == 120)
      let edit = "title=Dune&authors=&pages=512&isbn=&notes=worn&review=&year=1965&key=b"
      let edited = try await served.client.submit(path + "/edit", edit)
      #expect(try #require(edited.fields["location"]).hasPrefix(path + "?tab=about&done="))
      let row = try #require(try await served.log.book(book))
      #expect(row.pages == 512)
      #expect(row.notes == "worn")
      _ = try await served.client.submit(path + "/status", "status=read&key=c")
      #expect(try await served.log.book(book)?.status == .read)
    }
  }

  @Test func `stays on the same tab after a form is saved or rejected`() async throws {
    try await run { served, book, path in
      for (tab, part) in [("about", "Details"), ("activity", "Reads")] {
        let page = try await served.client.ask(.get, "\(path)?tab=\(tab)").text
        #expect(page.contains("name=\"tab\" value=\"about\"") == (tab == "about"))
        let tap = "page=\(tab.count)&key=\(tab)" + (tab == "about" ? "&tab=about" : "")
        let done = try await served.client.submit(path + "/place", tap)
        let next = try await served.client.ask(.get, try #require(done.fields["location"])).text
        #expect(next.contains(part))
        let wrong = tap.replacing("page=", with: "page=x")
        let refused = try await served.client.submit(path + "/place", wrong)
        #expect(refused.status == .unprocessable || refused.status == .badRequest)
        #expect(refused.text.contains(part))
      }
    }
  }

  @Test func `sets, rejects and clears the dates of a reading`() async throws {
    try await run(.read) { served, book, path in
      let reading = try #require(try await served.log.readings(of: book).first?.reading)
      let own = "\(path)/readings/\(reading.id.record.text)"
      let name = "reading=\(reading.id.record.text)"
      _ = try await served.client.submit(
        own,
        "\(name)&started=2025-02&finished=2025-03-05&rating=17&key=a"
      )
      var now = try #require(try await served.log.readings(of: book).first?.reading)
      #expect(now.started?.text == "2025-02")
      #expect(now.finished?.text == "2025-03-05")
      #expect(now.rating == 17)
      let refused = try await served.client.submit(
        own,
        "\(name)&started=2025-04-01&finished=2025-03-05"
      )
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("value=\"2025-04-01\""))
      #expect(refused.text.contains("<details class=\"sheet inner\" open>"))
      let word = try await served.client.submit(own, "\(name)&started=soon")
      #expect(word.text.contains("“soon” is not a date."))
      _ = try await served.client.submit(
        own,
        "\(name)&started=2025-02&finished=2025-03-05&clear=started&key=b"
      )
      now = try #require(try await served.log.readings(of: book).first?.reading)
      #expect(now.started == nil)
      #expect(now.finished?.text == "2025-03-05")
    }
  }

  @Test func `adds and deletes an earlier reading`() async throws {
    try await run(.read) { served, book, path in
      _ = try await served.client.submit(path + "/readings", "started=&finished=2019&key=a")
      let rows = try await served.log.readings(of: book)
      #expect(rows.count == 2)
      let first = rows[0].reading.id.record.text
      _ = try await served.client.submit("\(path)/readings/\(first)/delete", "key=b")
      let left = try await served.log.readings(of: book)
      #expect(left.count == 1)
      let none = try await served.client.submit(path + "/readings", "started=2019&finished=")
      #expect(none.status == .unprocessable)
    }
  }

  @Test func `redirects to the shelf after deletion, and opens again after restore`() async throws {
    try await run { served, book, path in
      let gone = try await served.client.submit(path + "/delete", "key=k")
      #expect(try #require(gone.fields["location"]).hasPrefix("/shelf?done="))
      let missing = try await served.client.ask(.get, path)
      #expect(missing.status == .notFound)
      _ = try await served.log.undo()
      #expect(try await served.log.book(book)?.title == "Dune")
    }
  }
}
