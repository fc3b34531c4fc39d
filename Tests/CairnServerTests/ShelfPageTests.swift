import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Foundation
import Testing
import CairnReports

@Suite struct `The page Shelf` {
  /// Creates a shelf of three: Dune in progress at page 60, Emma read, Middlemarch to read.
  private func run(_ body: (ServedLog) async throws -> Void) async throws {
    try await ServedLog.run { served in
      let dune = try await served.person.add("Dune", pages: 600)
      try await served.person.track(dune, "06:00-07:00", page: 60)
      _ = try await served.person.add("Emma", status: .read)
      _ = try await served.person.add("Middlemarch")
      try await body(served)
    }
  }

  private func titles(_ served: ServedLog, _ target: String) async throws -> [String] {
    let page = try await served.client.ask(.get, target).text
    let names = page.matches(of: /class="whole"[^>]*><strong><bdi>([^<]*)</).map { $0.output.1 }
    return names.map { String($0) }
  }

  @Test(arguments: [
    ("/shelf", ["Dune", "Middlemarch", "Emma"]), ("/shelf?status=read", ["Emma"]),
    ("/shelf?sort=title", ["Dune", "Emma", "Middlemarch"]),
    ("/shelf?sort=title&reverse=yes", ["Middlemarch", "Emma", "Dune"]),
    ("/shelf?q=mid", ["Middlemarch"]), ("/shelf?q=nothing+like+it", []),
    ("/shelf?status=&q=&sort=", ["Dune", "Middlemarch", "Emma"]),
  ])
  func `lists the matching books in the requested order`(
    target: String,
    expected: [String]
  ) async throws {
    try await run { served in
      let shown = try await titles(served, target)
      #expect(shown == expected)
    }
  }

  @Test func `counts the books of each status, and shows the progress of a book`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/shelf").text
      #expect(page.contains("Reading <span>1</span>"))
      #expect(page.contains("All <span>3</span>"))
      #expect(page.contains("aria-label=\"Page 60 of 600\""))
    }
  }

  @Test func `keeps the other filters when the status changes`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/shelf?q=a%26b+%22c&sort=title").text
      #expect(page.contains("href=\"/shelf?status=read&amp;q=a%26b%20%22c&amp;sort=title\""))
    }
  }

  @Test func `adds a book, and rejects one without a title`() async throws {
    try await run { served in
      let form = "title=Orlando&authors=Virginia+Woolf%3B+Someone&pages=300&status=wishlist&key=k"
      let added = try await served.client.submit("/books", form)
      #expect(try #require(added.fields["location"]).hasPrefix("/books/"))
      let row = try #require(try await served.log.books(titled: "Orlando").first)
      #expect(row.authors == "Virginia Woolf and Someone")
      #expect(row.status == .wishlist)
      let refused = try await served.client.submit("/books", "title=&authors=%3Cb%3E")
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("A book needs a title"))
      #expect(refused.text.contains("value=\"&lt;b&gt;\""))
    }
  }

  @Test func `links to the deleted books, which can be restored`() async throws {
    try await run { served in
      #expect(try await !served.client.ask(.get, "/shelf").text.contains("/shelf/deleted"))
      let dune = try #require(try await served.log.books(titled: "Dune").first)
      _ = try await served.client.submit("/books/\(dune.id.record.text)/delete", "key=k")
      #expect(try await served.client.ask(.get, "/shelf").text.contains("/shelf/deleted"))
      let page = try await served.client.ask(.get, "/shelf/deleted").text
      #expect(page.contains("<strong><bdi>Dune</bdi></strong>"))
      #expect(page.contains("1h 00m in 1 session"))
      let restore = "/books/\(dune.id.record.text)/restore"
      #expect(page.contains("action=\"\(restore)\""))
      _ = try await served.client.submit(restore, "key=r")
      #expect(try await served.log.book(dune.id) == dune)
      let after = try await served.client.ask(.get, "/shelf/deleted").text
      #expect(after.contains("No deleted books."))
    }
  }

  @Test func `shows a hint when it is empty`() async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/shelf")
      #expect(page.text.contains("No books yet."))
    }
  }

  @Test(arguments: ["/shelf?status=x", "/shelf?sort=x", "/shelf?page=2"])
  func `rejects an unknown address`(target: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, target)
      #expect(answer.status == .unprocessable)
    }
  }
}
