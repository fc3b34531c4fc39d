public import Cairn

/// Adds an edition to a book.
public struct AddEdition: Sendable {
  /// The details of the edition.
  public var facts: EditionEdit
  /// The book.
  public var book: Identifier<Entry>
  /// Whether it becomes the current edition, as the first one does anyway.
  public var uses: Bool

  /// Creates the act.
  public init(_ facts: EditionEdit, to book: Identifier<Entry>, uses: Bool) {
    (self.facts, self.book, self.uses) = (facts, book, uses)
  }

  /// Adds the edition and returns it.
  ///
  /// Throws `reading.not_on_shelf`, `reading.invalid_pages`, `reading.invalid_year`, and `reading.duplicate_edition` if
  /// the book has an edition with that ISBN.
  @discardableResult
  public func run(in store: some LibraryStore) throws(CairnError) -> Edition {
    var book = try store.book(book)
    store.title = "Edition of “\(book.work.title)” added"
    let known = try store.editions(of: book.work.id)
    if let isbn = facts.isbn, known.contains(where: { $0.isbn == isbn }) {
      throw Self.duplicate(isbn, book)
    }
    var edition = Edition(id: store.newID(of: Edition.self), work: book.work.id)
    try edition.apply(facts)
    try store.save(edition)
    guard uses || book.edition == nil else { return edition }
    book.entry.use(edition.id)
    try store.save(book.entry)
    return edition
  }

  private static func duplicate(_ isbn: String, _ book: Book) -> CairnError {
    CairnError(
      "reading.duplicate_edition",
      "“\(book.work.title)” already has an edition with the ISBN \(isbn).",
      hint: "Use that edition."
    )
  }
}

/// Makes an edition the current one; positions keep their fraction, sessions keep their edition.
public struct UseEdition: Sendable {
  /// The edition.
  public var edition: Identifier<Edition>
  /// The book.
  public var book: Identifier<Entry>

  /// Creates the act.
  public init(_ edition: Identifier<Edition>, of book: Identifier<Entry>) {
    (self.edition, self.book) = (edition, book)
  }

  /// Switches to the edition.
  ///
  /// Throws `reading.not_on_shelf`, and `reading.edition_not_found` if it belongs to another book.
  public func run(in store: some LibraryStore) throws(CairnError) {
    var book = try store.book(book)
    store.title = "Edition of “\(book.work.title)” changed"
    try store.require(edition, of: book)
    book.entry.use(edition)
    try store.save(book.entry)
  }
}

/// Deletes an edition; a book that used it has no current edition afterwards.
public struct DeleteEdition: Sendable {
  /// The edition.
  public var edition: Identifier<Edition>
  /// The book.
  public var book: Identifier<Entry>

  /// Creates the act.
  public init(_ edition: Identifier<Edition>, of book: Identifier<Entry>) {
    (self.edition, self.book) = (edition, book)
  }

  /// Deletes the edition.
  ///
  /// Throws `reading.not_on_shelf`, and `reading.edition_not_found` if it belongs to another book.
  public func run(in store: some LibraryStore) throws(CairnError) {
    var book = try store.book(book)
    store.title = "Edition of “\(book.work.title)” deleted"
    try store.require(edition, of: book)
    if book.entry.edition == edition { book.entry.edition = nil }
    try store.delete(Edition.recordKind, edition.record)
    try store.save(book.entry)
  }
}

extension LibraryStore {
  fileprivate func require(_ edition: Identifier<Edition>, of book: Book) throws(CairnError) {
    guard try editions(of: book.work.id).contains(where: { $0.id == edition }) else {
      throw CairnError(
        "reading.edition_not_found",
        "“\(book.work.title)” has no such edition.",
        hint: "List its editions."
      )
    }
  }
}
