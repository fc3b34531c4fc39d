public import Cairn

/// Adds and removes shelves or tags of a book.
public struct ChangeLabels: Sendable {
  /// Shelves or tags.
  public var kind: LabelKind
  /// The book.
  public var book: Identifier<Entry>
  /// The names to remove, before others are added.
  public var removed: [String]
  /// The names to add.
  public var added: [String]

  /// Creates the act.
  public init(
    _ kind: LabelKind,
    of book: Identifier<Entry>,
    add added: [String] = [],
    remove removed: [String] = []
  ) {
    (self.kind, self.book, self.added, self.removed) = (kind, book, added, removed)
  }

  /// Changes the labels.
  ///
  /// Throws `reading.not_on_shelf`, `reading.invalid_name`, and `reading.shelf_not_found` or `reading.tag_not_found` if
  /// the book does not have a removed one.
  public func run(in store: some RecordStore) throws(CairnError) {
    let book = try store.book(book)
    let title = book.work.title
    store.title = "“\(title)” \(done)"
    var entry = book.entry
    for name in removed {
      guard entry.remove(name, from: kind) else {
        throw .missing(kind, "“\(title)” has no \(kind.name) “\(name)”.")
      }
    }
    for name in added { try kind.requireOne(name) }
    for name in added { try entry.add(name, to: kind) }
    try store.save(entry)
  }

  private var done: String {
    if added.isEmpty { return kind == .shelf ? "removed from shelf" : "untagged" }
    return kind == .shelf ? "added to shelf" : "tagged"
  }
}

/// Renames a shelf or tag on every book, merging it with an existing one.
public struct RenameLabel: Sendable {
  /// A shelf or a tag.
  public var kind: LabelKind
  /// Its name.
  public var name: String
  /// The new name.
  public var other: String

  /// Creates the act.
  public init(_ kind: LabelKind, _ name: String, to other: String) {
    (self.kind, self.name, self.other) = (kind, name, other)
  }

  /// Renames the label in one history entry and returns the number of books.
  ///
  /// Throws `reading.shelf_not_found`, `reading.tag_not_found` and `reading.invalid_name`.
  @discardableResult
  public func run(in store: some LibraryStore) throws(CairnError) -> Int {
    try kind.requireOne(other)
    store.title = "\(kind.name.capitalizedFirst) “\(name)” renamed to “\(other)”"
    return try store.changeBooks(with: name, of: kind) { (entry) throws(CairnError) in
      try entry.rename(name, to: other, in: kind)
    }
  }
}

/// Removes a shelf or tag from every book; the books stay.
public struct DeleteLabel: Sendable {
  /// A shelf or a tag.
  public var kind: LabelKind
  /// Its name.
  public var name: String

  /// Creates the act.
  public init(_ kind: LabelKind, _ name: String) { (self.kind, self.name) = (kind, name) }

  /// Removes the label in one history entry and returns the number of books.
  ///
  /// Throws `reading.shelf_not_found` and `reading.tag_not_found`.
  @discardableResult
  public func run(in store: some LibraryStore) throws(CairnError) -> Int {
    store.title = "\(kind.name.capitalizedFirst) “\(name)” deleted"
    return try store.changeBooks(with: name, of: kind) { (entry) throws(CairnError) in
      _ = entry.remove(name, from: kind)
    }
  }
}

extension LibraryStore {
  fileprivate func changeBooks(
    with name: String,
    of kind: LabelKind,
    _ rule: (inout Entry) throws(CairnError) -> Void
  ) throws(CairnError) -> Int {
    let books = try books(with: name, of: kind)
    guard !books.isEmpty else { throw .missing(kind, "There is no \(kind.name) “\(name)”.") }
    beginBatch()
    for book in books {
      guard var entry = try find(Entry.self, book.record) else { continue }
      try rule(&entry)
      try save(entry)
    }
    return books.count
  }
}

extension CairnError {
  fileprivate static func missing(_ kind: LabelKind, _ sentence: String) -> CairnError {
    kind == .shelf
      ? CairnError("reading.shelf_not_found", sentence, hint: "List the shelves.")
      : CairnError("reading.tag_not_found", sentence, hint: "List the tags.")
  }
}
