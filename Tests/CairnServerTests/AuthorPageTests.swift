import Cairn
import CairnActions
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnReports

@Suite struct `Pages about authors and books` {
  /// Runs a body with a book and its author, and the paths of their pages.
  private func run(
    _ body: (ServedLog, Identifier<Entry>, _ book: String, _ author: String) async throws -> Void
  ) async throws {
    try await ServedLog.run { served in
      let book = try await served.log.write("Add") { writer in
        try AddBook(NewBook(title: "Sula", authors: ["Toni <i>Morrison"]), zone: "UTC").run(
          in: writer
        ).entry.id
      }
      let author = try #require(try await served.log.authors().first)
      try await body(
        served,
        book,
        "/books/\(book.record.text)",
        "/authors/\(author.id.record.text)"
      )
    }
  }

  @Test func `show the author's facts on the book, with their source`() async throws {
    try await run { served, book, path, author in
      let form = "region=northAmerica&gender=female&nationality=&birthYear=1931&deathYear=&key=k"
      let done = try await served.client.submit(author + "/edit", form)
      #expect(try #require(done.fields["location"]).hasPrefix(author + "?done="))
      let page = try await served.client.ask(.get, author).text
      for words in ["North America", "Female", "1931", "Toni &lt;i&gt;Morrison", "2 of 5"] {
        #expect(page.contains(words), "\(words)")
      }
      #expect(try await served.client.ask(.get, "/authors").text.contains("North America · Female"))
      let about = try await served.client.ask(.get, path + "?tab=about").text
      #expect(
        about.contains("<bdi>North America</bdi><span class=\"source\">from the author</span>")
      )
      #expect(about.contains("href=\"/ask?book=\(book.record.text)\""))
    }
  }

  @Test func `let a book override its author's fact, and remove the override`() async throws {
    try await run { served, book, path, author in
      _ = try await served.client.submit(author + "/edit", "region=africa&key=a")
      let form = "originalLanguage=English&ownVoices=yes&accessibility=Braille&region=asia&key=b"
      _ = try await served.client.submit(path + "/facts", form)
      let about = try await served.client.ask(.get, path + "?tab=about").text
      #expect(about.contains("<bdi>Asia</bdi><span class=\"source\">this book only</span>"))
      #expect(about.contains("Remove this book’s own cultural region"))
      _ = try await served.client.submit(path + "/facts", "region=&key=c")
      let described = try #require(try await served.log.describedBook(book))
      #expect(described.facts(.region).map { $0?.value } == ["africa"])
      #expect(described.facts.value(.accessibility) == "braille")
    }
  }

  @Test func `keep the source of an unchanged fact when the form is saved`() async throws {
    try await run { served, _, _, author in
      let id = try #require(try await served.log.authors().first).id
      try await served.log.write("Import") {
        try EditFacts(of: .author(id), [.region: "africa"], from: .imported).run(in: $0)
      }
      _ = try await served.client.submit(author + "/edit", "region=africa&gender=female&key=k")
      let facts = try #require(try await served.log.author(id)).facts
      #expect(facts[.region]?.source == .imported)
      #expect(facts[.gender]?.source == .me)
      #expect(try await served.client.ask(.get, author).text.contains("from an import"))
    }
  }

  @Test func `show the error beside the form and keep the input`() async throws {
    try await run { served, _, path, author in
      let years = try await served.client.submit(author + "/edit", "birthYear=1931&deathYear=1900")
      #expect(years.status == .unprocessable)
      #expect(
        years.text.contains("The year of death, 1900") && years.text.contains("value=\"1931\"")
      )
      let word = try await served.client.submit(path + "/facts", "originalLanguage=Elvish")
      #expect(word.status == .unprocessable && word.text.contains("value=\"Elvish\""))
      #expect(try await served.client.ask(.get, "/authors/nobody").status == .notFound)
    }
  }

  @Test func `turn questions about an author off and on`() async throws {
    try await run { served, book, _, author in
      _ = try await served.client.submit(author + "/questions", "questions_enabled=no&key=a")
      let left = Question.all(about: try #require(try await served.log.describedBook(book)))
      #expect(left.map(\.dimension) == [.translation, .ownVoices, .accessibility])
      #expect(
        try await served.client.ask(.get, author).text.contains("Ask about this author again")
      )
      _ = try await served.client.submit(author + "/questions", "questions_enabled=yes&key=b")
      #expect(try await served.log.authors().first?.facts.isAskingDisabled == false)
    }
  }
}
