public import Cairn

/// Adds a book to the shelf.
public struct AddBook: Sendable {
  /// The book.
  public var new: NewBook
  /// The time zone of the day on which it is added.
  public var zone: String

  /// Creates the act.
  public init(_ new: NewBook, zone: String) { (self.new, self.zone) = (new, zone) }

  /// Adds the book and returns it.
  ///
  /// Throws `reading.title_missing`, `reading.invalid_pages`, `reading.invalid_year` or `reading.invalid_name`.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Book {
    store.title = "“\(new.title)” added"
    let today = try store.day(at: store.now, zone: zone)
    let work = try Work(id: store.newID(of: Work.self), title: new.title)
    let entry = Entry(id: store.newID(of: Entry.self), work: work.id, added: today)
    var book = Book(work: work, entry: entry, edition: nil, readThroughs: [])
    let credits = try store.credits(new.authors)
    try book.apply(new.edit, credits: credits, newID: store.newEditionID)
    try book.entry.add(new.shelves, to: .shelf)
    try book.entry.add(new.tags, to: .tag)
    book.changeStatus(new.status, today: today, newID: store.newReadingID)
    if let isBorrowed = new.more.isBorrowed { book.entry.isBorrowed = isBorrowed }
    try store.save(book)
    return book
  }
}

extension NewBook {
  /// The edit that turns a book with only a title into this one.
  fileprivate var edit: BookEdit {
    var edit = more
    (edit.title, edit.authors) = (nil, nil)
    if let pages { edit.edition.pages = pages }
    if let isbn { edit.edition.isbn = isbn }
    return edit
  }
}

extension Entry {
  fileprivate mutating func add(_ names: [String], to kind: LabelKind) throws(CairnError) {
    for name in names {
      try kind.requireOne(name)
      try add(name, to: kind)
    }
  }
}
