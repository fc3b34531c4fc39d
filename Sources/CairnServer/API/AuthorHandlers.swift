import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/authors`: the authors of books on the shelf, with their facts.
enum AuthorHandlers {
  static let list = Endpoint(
    "List the authors of the books on the shelf with their details.",
    gives: JSONFields<[AuthorRow]>(list: "authors")
  ) { context in
    try await context.log.authors()
  }

  static let show = Endpoint("Get an author.", gives: AuthorRow.self) { context in
    try await context.author()
  }

  static let edit = Endpoint(
    "Edit an author’s details, which apply to all their books; null clears.",
    body: EditFacts.members(FactKind.ofAuthors),
    gives: .json(AuthorRow.self),
    ifMatch: true
  ) { context in
    let id = try context.authorID()
    let edit = EditFacts(of: .author(id), context.body, FactKind.ofAuthors)
    return try await context.write { writer in
      try context.requireMatch(writer.authorRow(id).json)
      try edit.run(in: writer)
      return try writer.authorRow(id).json
    }
  }
}

/// The handlers of `/api/v1/books/{id}/facts`: a book's facts, including overrides of its authors' facts.
enum BookFactHandlers {
  private static let kinds = FactKind.ofWorks + FactKind.overrides

  static let show = Endpoint(
    "Get the details of a book and its authors.",
    gives: DescribedBook.self
  ) { context in
    try await context.describedBook()
  }

  static let edit = Endpoint(
    "Edit a book’s details, or override those of its authors; null clears.",
    body: EditFacts.members(kinds),
    gives: .json(DescribedBook.self),
    ifMatch: true
  ) { context in
    let id = try context.bookID()
    let edit = EditFacts(of: .book(id), context.body, kinds)
    return try await context.write { writer in
      guard let book = try writer.describedBook(id) else { throw CairnError.notOnShelf }
      try context.requireMatch(book.json)
      try edit.run(in: writer)
      return try writer.describedBook(id)?.json ?? .null
    }
  }
}

extension EditFacts {
  static func members(_ kinds: [FactKind]) -> [SchemaField] {
    kinds.map { SchemaField($0.name, $0.schema, $0.meaning) }
      + [SchemaField("questions_enabled", .bool, "whether to ask questions about it")]
  }

  /// Reads a body: an absent field keeps its value, null or an empty string clears it.
  init(of subject: Subject, _ body: Input, _ kinds: [FactKind]) {
    self.init(of: subject, questionsEnabled: body.choice("questions_enabled"))
    for kind in kinds where body.has(kind.name) {
      let year = kind.isYear ? body.integer(kind.name).map { String($0) } : nil
      let text = kind.isYear ? year : body.text(kind.name)
      facts[kind] = .some(text.flatMap { $0.isEmpty ? nil : $0 })
    }
  }
}

extension FactKind {
  var isYear: Bool { self == .birthYear || self == .deathYear }

  fileprivate var schema: JSONSchema { isYear ? .integer(-9_999...9_999) : .text }

  fileprivate var meaning: String {
    switch self {
    case .accessibility: "features separated by commas, or none"
    case .originalLanguage: "an English language name or a language code, or other"
    case .nationality: "free text"
    case .birthYear, .deathYear: "a year, negative before the common era"
    default: choices.map(\.label).joined(separator: ", ")
    }
  }
}

extension AuthenticatedContext {
  /// Returns the id of the author in the path; throws `diversity.author_not_found` if it is malformed.
  func authorID() throws(CairnError) -> Identifier<Author> {
    guard let id = RecordID(text: captures["id"] ?? "") else { throw .noAuthor }
    return Identifier(id)
  }

  /// Returns the author in the path; throws `diversity.author_not_found`.
  func author() async throws -> AuthorRow {
    guard let row = try await log.author(authorID()) else { throw CairnError.noAuthor }
    return row
  }

  /// Returns the book in the path with its facts; throws `reading.not_on_shelf`.
  func describedBook() async throws -> DescribedBook {
    guard let book = try await log.describedBook(bookID()) else { throw CairnError.notOnShelf }
    return book
  }
}
