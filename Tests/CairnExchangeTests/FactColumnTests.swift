import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A list with facts of authors` {
  private static let text = """
    Title,Author,Cultural region,Author gender,Original language,Own voices
    Emma,Jane Austen,Europe,female,English,
    Persuasion,Jane Austen,,,English,perhaps
    Good Omens,Terry Pratchett; Neil Gaiman,Europe,male,English,no
    """

  private func library() throws -> ImportedLibrary {
    try AnyListImport.parse(Array(Self.text.utf8), columns: [], dates: nil).library
  }

  @Test func `is imported as facts, of the only author of a row`() async throws {
    let library = try library()
    #expect(library.issues.map(\.code) == ["import.fact"])
    try await withLog { scratch in
      try await scratch.take(library)
      let told = try await scratch.log.describedBooks().map { book in
        "\(book.title) " + book.facts(.region).map { $0?.value ?? "?" }.joined(separator: "+")
      }
      #expect(told == ["Emma europe", "Good Omens ?+?", "Persuasion europe"])
      let authors = try await scratch.log.authors()
      #expect(authors.first { $0.name == "Jane Austen" }?.facts[.gender]?.source == .imported)
      try await scratch.isSound()
    }
  }

  @Test func `keeps the person's facts in repeated imports`() async throws {
    try await withLog { scratch in
      try await scratch.take(try library())
      let authors = try await scratch.log.authors()
      let jane = try #require(authors.first { $0.name == "Jane Austen" })
      try await scratch.log.write("Say") {
        try EditFacts(of: .author(jane.id), [.region: "Asia"]).run(in: $0)
      }
      try await scratch.take(try library())
      let after = try await scratch.log.authors().first { $0.id == jane.id }
      #expect(after?.facts[.region] == Fact("asia"))
      try await scratch.isSound()
    }
  }
}
