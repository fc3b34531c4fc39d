public import Cairn

extension RecordStore {
  /// Adds a new book to the shelf.
  ///
  /// Throws `reading.title_missing`, `reading.invalid_pages`, `reading.invalid_year` or `reading.invalid_name`.
  public func add(_ new: NewBook, zone: String) throws(CairnError) -> Book {
    title = "“\(new.title)” added"
    let today = try day(at: now, zone: zone)
    let work = try Work(id: newID(of: Work.self), title: new.title)
    let entry = Entry(id: newID(of: Entry.self), work: work.id, added: today)
    var book = Book(work: work, entry: entry, edition: nil, readThroughs: [])
    try book.apply(new.edit, credits: try credits(new.authors), newID: newEditionID)
    try book.entry.add(new.shelves, to: .shelf)
    try book.entry.add(new.tags, to: .tag)
    book.changeStatus(new.status, today: today, newID: newReadingID)
    if let isBorrowed = new.more.isBorrowed { book.entry.isBorrowed = isBorrowed }
    try save(book)
    return book
  }

  /// Edits a book.
  ///
  /// Throws `reading.not_on_shelf` and the errors of `Book.apply(_:credits:newID:)`.
  @discardableResult
  public func edit(_ id: Identifier<Entry>, _ edit: BookEdit) throws(CairnError) -> Book {
    var book = try book(id)
    title = "“\(book.work.title)” edited"
    var credits: [Credit]?
    if let authors = edit.authors { credits = try self.credits(authors) }
    try book.apply(edit, credits: credits, newID: newEditionID)
    try save(book)
    return book
  }

  /// Sets the page count of the current edition; positions keep their fraction.
  ///
  /// Throws `reading.not_on_shelf`, and `reading.invalid_pages` if `pages` is below 1.
  public func setPages(_ pages: Int64, of id: Identifier<Entry>) throws(CairnError) {
    var change = BookEdit()
    change.edition.pages = pages
    let book = try edit(id, change)
    title = "Page count of “\(book.work.title)” set to \(pages)"
  }

  /// Returns the author with a name, ignoring case and accents, and adds one if there is none.
  package func author(named name: String) throws(CairnError) -> Identifier<Author> {
    if let known = try knownAuthor(named: name) { return known }
    let author = Author(id: newID(of: Author.self), name: name)
    try save(author)
    return author.id
  }

  private func credits(_ names: [String]) throws(CairnError) -> [Credit] {
    var all: [Credit] = []
    for name in names where !folded(name).isEmpty {
      let credit = Credit(author: try author(named: name))
      // Skips repeated authors.
      if !all.contains(where: { $0.author == credit.author }) { all.append(credit) }
    }
    return all
  }

  private func newEditionID() -> RecordID { newID(of: Edition.self).record }
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
