public import Cairn
import CairnSQL

/// What a person says of a book they put on the shelf by hand.
public struct NewBook: Sendable {
  /// The title; needs a visible character.
  public var title: String
  /// Those who wrote it, in order.
  public var authors: [String]
  /// The page count, at least 1, when known.
  public var pages: Int64?
  /// An ISBN that was checked, as thirteen digits.
  public var isbn: String?
  /// How the person stands to it.
  public var status: ReadingStatus

  /// Describes a book by its title and what else is known.
  public init(
    title: String,
    authors: [String] = [],
    pages: Int64? = nil,
    isbn: String? = nil,
    status: ReadingStatus = .toRead
  ) {
    self.title = title
    self.authors = authors
    self.pages = pages
    self.isbn = isbn
    self.status = status
  }
}

extension LogWriter {
  /// Puts a new book on the shelf; throws `reading.title_missing` or `reading.invalid_pages`.
  public func add(_ new: NewBook, zone: String) throws -> Book {
    title = "Add “\(new.title)”"
    let today = try day(at: now, zone: zone)
    let credits = try new.authors.map { Credit(author: try author(named: $0)) }
    let work = try Work(id: Identifier(newID()), title: new.title, credits: credits)
    let entry = Entry(id: Identifier(newID()), work: work.id, added: today)
    var book = Book(work: work, entry: entry, edition: nil, readThroughs: [])
    if new.pages != nil || new.isbn != nil { try setEdition(of: &book, new.pages, new.isbn) }
    book.become(new.status, today: today, newID: newID)
    try save(book)
    return book
  }

  /// A book with exactly this title, whatever its case and accents; nil when there is none.
  public func entry(titled title: String) throws -> Identifier<Entry>? {
    try EntryQuery.exact(title, in: connection).first?.id
  }

  /// Changes the page count of the edition that is read.
  ///
  /// Positions keep their fractions. Throws `reading.invalid_pages` below 1.
  public func setPages(_ pages: Int64, of id: Identifier<Entry>) throws {
    var book = try book(id)
    title = "Set the pages of “\(book.work.title)” to \(pages)"
    try setEdition(of: &book, pages, nil)
    try save(book)
  }

  private func setEdition(of book: inout Book, _ pages: Int64?, _ isbn: String?) throws {
    if let pages, !(1...100_000).contains(pages) {
      throw CairnError(
        "reading.invalid_pages",
        "A book cannot have \(pages) pages.",
        hint: "Give a number from 1 to 100000."
      )
    }
    var edition = book.edition ?? Edition(id: Identifier(newID()), work: book.work.id)
    edition.pages = pages ?? edition.pages
    edition.isbn = isbn ?? edition.isbn
    book.edition = edition
    book.entry.edition = edition.id
  }

  /// The author of that name, whatever its case and accents; a new one when there is none.
  package func author(named name: String) throws -> Identifier<Author> {
    let query: SQL = "SELECT id FROM author WHERE folded = \(folded(name)) ORDER BY id LIMIT 1"
    if let known = try connection.first(query, { try $0.id(0) }) { return Identifier(known) }
    let author = Author(id: Identifier(newID()), name: name)
    try save(author)
    return author.id
  }

  /// Changes how the person stands to a book, with the dates that follow.
  public func become(
    _ status: ReadingStatus,
    _ id: Identifier<Entry>,
    reason: String? = nil,
    zone: String
  ) throws {
    var book = try book(id)
    title = "Mark “\(book.work.title)” as \(status.label)"
    let today = try day(at: now, zone: zone)
    book.become(status, today: today, newID: newID)
    if let reason, !book.readThroughs.isEmpty {
      book.readThroughs[book.readThroughs.count - 1].reason = reason
    }
    try save(book)
  }

  /// Deletes a book; its sessions keep their time.
  ///
  /// An open session of it is thrown away (spec/reading.md D7) only when `withOpenSession` says
  /// that the person knows; else throws `reading.session_open`. Gives that session.
  @discardableResult
  public func deleteBook(
    _ id: Identifier<Entry>,
    withOpenSession: Bool = false
  ) throws -> SessionRow? {
    let book = try book(id)
    title = "Delete “\(book.work.title)”"
    let open = try SessionQuery.open(Reading.kind, in: connection)
    let ofBook = try open.flatMap {
      try session($0.id, as: Reading.self).detail.entry == id ? $0 : nil
    }
    if let ofBook {
      guard withOpenSession else { throw Self.isOpen(ofBook) }
      title += " and its open session"
      try delete(SessionRecord.kind, ofBook.id.record)
    }
    try delete(Entry.recordKind, id.record)
    return ofBook
  }

  private static func isOpen(_ row: SessionRow) -> CairnError {
    CairnError(
      "reading.session_open",
      "A session of “\(row.title ?? "")” is open since \(row.startedAt.text).",
      hint: "Stop it first so that its time is kept, or say that it goes with the book."
    )
  }
}

extension Log {
  /// All books, or those of one status, by status and title.
  public func books(_ status: ReadingStatus? = nil) async throws -> [EntryRow] {
    try await read { try EntryQuery.all(status, in: $0) }
  }

  /// Books whose title or author holds the text, whatever its case and accents.
  public func books(matching text: String) async throws -> [EntryRow] {
    try await read { try EntryQuery.search(text, in: $0) }
  }

  /// Books with exactly this title, whatever its case and accents.
  public func books(titled title: String) async throws -> [EntryRow] {
    try await read { try EntryQuery.exact(title, in: $0) }
  }

  /// The books a short id can mean.
  public func books(short: ShortID) async throws -> [EntryRow] {
    try await read { try EntryQuery.find(short, in: $0) }
  }

  /// One book, or nil.
  public func book(_ id: Identifier<Entry>) async throws -> EntryRow? {
    try await read { try EntryQuery.find(id, in: $0) }
  }

  /// What the sessions of a book add up to.
  public func totals(of id: Identifier<Entry>) async throws -> EntryTotals {
    try await read { try EntryQuery.totals(id, in: $0) }
  }
}
