public import Cairn
import CairnActions
import CairnSQL

extension LogWriter {
  /// Returns all editions of a work, ordered by id.
  func editions(of work: Identifier<Work>) throws -> [Edition] {
    try EditionQuery.all(work, in: connection)
      .compactMap { try find(Edition.self, $0.id.record) }
  }

  /// Adds an edition to a book; `uses` makes it the current one.
  ///
  /// Throws `reading.invalid_pages`, `reading.invalid_year`, or `reading.duplicate_edition` if the book has an edition
  /// with that ISBN.
  @discardableResult
  public func addEdition(
    _ facts: EditionEdit,
    to id: Identifier<Entry>,
    uses: Bool
  ) throws -> Edition {
    var book = try book(id)
    title = "Edition of “\(book.work.title)” added"
    if let isbn = facts.isbn, try editions(of: book.work.id).contains(where: { $0.isbn == isbn }) {
      throw CairnError(
        "reading.duplicate_edition",
        "“\(book.work.title)” already has an edition with the ISBN \(isbn).",
        hint: "Use that edition."
      )
    }
    var edition = Edition(id: Identifier(newID()), work: book.work.id)
    try edition.apply(facts)
    try save(edition)
    guard uses || book.edition == nil else { return edition }
    book.entry.use(edition.id)
    try save(book.entry)
    return edition
  }

  /// Makes an edition the current one; positions keep their fraction, sessions keep their edition.
  ///
  /// Throws `reading.edition_not_found` if it belongs to another book.
  public func useEdition(_ edition: Identifier<Edition>, of id: Identifier<Entry>) throws {
    var book = try book(id)
    title = "Edition of “\(book.work.title)” changed"
    try require(edition, of: book)
    book.entry.use(edition)
    try save(book.entry)
  }

  /// Deletes an edition; a book that used it has no current edition afterwards.
  ///
  /// Throws `reading.edition_not_found` if it belongs to another book.
  public func deleteEdition(_ edition: Identifier<Edition>, of id: Identifier<Entry>) throws {
    var book = try book(id)
    title = "Edition of “\(book.work.title)” deleted"
    try require(edition, of: book)
    if book.entry.edition == edition { book.entry.edition = nil }
    try delete(Edition.recordKind, edition.record)
    try save(book.entry)
  }

  private func require(_ edition: Identifier<Edition>, of book: Book) throws {
    guard try editions(of: book.work.id).contains(where: { $0.id == edition }) else {
      throw CairnError(
        "reading.edition_not_found",
        "“\(book.work.title)” has no such edition.",
        hint: "List its editions."
      )
    }
  }
}

extension Log {
  /// Returns the editions of a book with whether each is the current one, which comes first.
  public func editions(
    of id: Identifier<Entry>
  ) async throws -> [(edition: Edition, isUsed: Bool)] {
    try await read { try EditionQuery.all(of: id, in: $0) }
  }
}

enum EditionQuery {
  /// Returns the editions of a book, current one first.
  static func all(
    of id: Identifier<Entry>,
    in connection: any SQLConnection
  ) throws -> [(edition: Edition, isUsed: Bool)] {
    let query: SQL = "SELECT work, edition FROM entry WHERE id = \(id)"
    let found = try connection.first(query) { (try $0.id(0), try $0.idOrNil(1)) }
    guard let (work, used) = found else { return [] }
    let all = try all(Identifier(work), in: connection).map { ($0, $0.id.record == used) }
    return all.filter(\.1) + all.filter { !$0.1 }
  }

  static func all(
    _ work: Identifier<Work>,
    in connection: any SQLConnection
  ) throws -> [Edition] {
    try connection.all(
      """
      SELECT id, isbn, pages, format, publisher, year, language FROM edition
      WHERE work = \(work)
      ORDER BY id
      """
    ) { row in
      var edition = Edition(id: Identifier(try row.id(0)), work: work)
      edition.isbn = try row.textOrNil(1)
      edition.pages = try row.integerOrNil(2)
      edition.format = try row.textOrNil(3)
      edition.publisher = try row.textOrNil(4)
      edition.year = try row.integerOrNil(5)
      edition.language = try row.textOrNil(6)
      return edition
    }
  }
}
