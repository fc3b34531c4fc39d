import Cairn
import CairnActions
import CairnReports
import CairnStore

/// Facts that the demo person knows about books and authors; deliberately incomplete.
enum DemoFacts {
  /// Facts about authors; an author missing here has none.
  private static let authors: [(name: String, region: String?, gender: String?)] = [
    ("Jane Austen", "europe", "female"), ("H. G. Wells", "europe", "male"),
    ("Mary Shelley", "europe", "female"), ("Virginia Woolf", "europe", "female"),
    ("Wilkie Collins", nil, "male"), ("Henry David Thoreau", "northAmerica", "male"),
    ("Arthur Conan Doyle", "europe", "male"), ("Charlotte Brontë", "europe", "female"),
    ("Kate Chopin", "northAmerica", "female"), ("George Eliot", "europe", "female"),
    ("Willa Cather", "northAmerica", "female"), ("Herman Melville", "northAmerica", "male"),
    ("Elizabeth Gaskell", nil, "female"), ("Leo Tolstoy", nil, "male"),
    ("Charles Dickens", "europe", "male"), ("Victor Hugo", "europe", nil),
  ]

  /// Original language, own voices and accessibility of books.
  private static let books: [(title: String, facts: [FactKind: String?])] = [
    ("Emma", [.originalLanguage: "en", .accessibility: "audiobook largePrint"]),
    ("The Time Machine", [.originalLanguage: "en"]),
    ("Frankenstein", [.originalLanguage: "en", .accessibility: "audiobook"]),
    ("A Room of One's Own", [.originalLanguage: "en", .ownVoices: "yes"]),
    ("Walden", [.originalLanguage: "en", .ownVoices: "no"]),
    ("Jane Eyre", [.originalLanguage: "en"]), ("The Awakening", [.ownVoices: "yes"]),
    ("Dracula", [.originalLanguage: "en", .accessibility: "none"]),
    ("Anna Karenina", [.originalLanguage: "ru"]),
    ("War and Peace", [.originalLanguage: "ru"]), ("Les Misérables", [.originalLanguage: "fr"]),
  ]

  /// Writes the facts about books and authors on the shelf in one history entry, and sets a share goal.
  static func write(_ log: Log) async throws {
    let (rows, shelf) = (try await log.authors(), try await log.describedBooks())
    try await log.write { writer in
      for author in authors {
        guard let row = rows.first(where: { $0.name == author.name }) else { continue }
        let facts: [FactKind: String?] = [.region: author.region, .gender: author.gender]
        try EditFacts(of: .author(row.id), facts.filter { $0.value != nil }).run(in: writer)
      }
      for book in books {
        guard let row = shelf.first(where: { $0.title == book.title }) else { continue }
        try EditFacts(of: .book(row.entry), book.facts).run(in: writer)
      }
      try SetShareGoal(ShareGoal(.gender, "female", .yearly, percent: 50)).run(in: writer)
      writer.title = "Details of authors and books edited"
    }
  }
}
