public import Cairn

/// The book of a session: by id, or by a title, which may be new.
public struct BookChoice: Sendable {
  /// The id of the book; nil to find or add it by title.
  public var id: Identifier<Entry>?
  /// The title, with the details of a new book.
  public var new: NewBook
  /// Whether to add a new book even if others have a similar title.
  public var isNew: Bool

  private static let title = InputField.text(
    "title",
    "The title; one that resembles none you have adds it"
  ).kept
  private static let book = InputField.id("book", "Or the id of a book").kept
  private static let new = InputField.flag(
    "new",
    "Add the book even if others have a similar title"
  )
  private static let authors = InputField.list(
    "authors",
    "The authors of a new book",
    limit: 20,
    hasCommas: true
  )
  private static let pages = InputField.number("pages", "The page count of a new book").kept
  /// The fields.
  package static let fields = [title, book, new, authors, pages]

  /// Reads the fields.
  public init(_ input: some ActInput) throws(CairnError) {
    let new = NewBook(
      title: try input.text(Self.title) ?? "",
      authors: try input.texts(of: Self.authors) ?? [],
      pages: try input.number(Self.pages) ?? nil
    )
    self.init(new, isNew: try input.flag(Self.new) == true)
    id = try input.id(Self.book)
  }

  /// Chooses a known book.
  public init(_ id: Identifier<Entry>) {
    (self.id, new, isNew) = (id, NewBook(title: ""), false)
  }

  /// Chooses a book by title.
  public init(_ new: NewBook, isNew: Bool = false) { (self.new, self.isNew) = (new, isNew) }

  /// Returns the book; adds one if the title resembles none on the shelf.
  ///
  /// Throws `reading.not_on_shelf`, `reading.title_missing`, the errors of ``AddBook/run(in:)``, and
  /// `reading.book_not_found` if similar books exist, because the title may contain a typo.
  public func find(in store: some RecordStore, zone: String) throws(CairnError) -> Identifier<Entry>
  {
    if let known = try known(in: store) { return known }
    return try AddBook(new, zone: zone).run(in: store).entry.id
  }

  /// Returns the book if it is on the shelf; nil for a title that resembles none, or for a book that must be new.
  ///
  /// Throws as ``find(in:zone:)``.
  public func known(in store: some RecordStore) throws(CairnError) -> Identifier<Entry>? {
    if let id { return try store.book(id).entry.id }
    try Work.requireTitle(new.title)
    if isNew { return nil }
    let near = try store.books(matching: new.title)
    let titled = near.filter { folded($0.title) == folded(new.title) }
    if titled.count == 1 { return titled[0].id }
    guard near.isEmpty else { throw Self.unclear(new.title, titled.isEmpty ? near : titled) }
    return nil
  }

  private static func unclear(_ title: String, _ near: [TitledBook]) -> CairnError {
    var names = ""
    for book in near.prefix(4) {
      names += (names.isEmpty ? "" : ", ") + "“\(book.title)”"
      if let authors = book.authors { names += " by \(authors)" }
    }
    return CairnError(
      "reading.book_not_found",
      near.count == 1
        ? "“\(title)” is similar to a book on your shelf."
        : "“\(title)” is similar to \(near.count) books on your shelf.",
      hint: "Did you mean \(names)? Choose one, or mark the book as new."
    )
  }
}

/// A book on the shelf as messages name it.
public struct TitledBook: Sendable {
  /// Its id.
  public let id: Identifier<Entry>
  /// Its title.
  public let title: String
  /// Its authors as text; nil if unknown.
  public let authors: String?

  /// Creates a name.
  public init(id: Identifier<Entry>, title: String, authors: String?) {
    (self.id, self.title, self.authors) = (id, title, authors)
  }
}
