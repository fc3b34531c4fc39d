public import Cairn

/// Edits the details of a book.
public struct EditBook: Sendable {
  /// The book.
  public var book: Identifier<Entry>
  /// The changes.
  public var edit: BookEdit

  /// Creates the act.
  public init(_ book: Identifier<Entry>, _ edit: BookEdit) { (self.book, self.edit) = (book, edit) }

  /// Edits the book and returns it.
  ///
  /// Throws `reading.not_on_shelf` and the errors of `Book.apply(_:credits:newID:)`.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Book {
    var book = try store.book(book)
    store.title = "“\(book.work.title)” edited"
    var credits: [Credit]?
    if let authors = edit.authors { credits = try store.credits(authors) }
    try book.apply(edit, credits: credits, newID: store.newEditionID)
    try store.save(book)
    return book
  }
}

/// Sets the page count of the current edition of a book; positions keep their fraction.
public struct SetPageCount: Sendable {
  /// The page count.
  public var pages: Int64
  /// The book.
  public var book: Identifier<Entry>

  /// Creates the act.
  public init(_ pages: Int64, of book: Identifier<Entry>) {
    (self.pages, self.book) = (pages, book)
  }

  /// Sets the page count.
  ///
  /// Throws `reading.not_on_shelf`, and `reading.invalid_pages` if `pages` is below 1.
  public func run(in store: some RecordStore) throws(CairnError) {
    var change = BookEdit()
    change.edition.pages = pages
    let book = try EditBook(book, change).run(in: store)
    store.title = "Page count of “\(book.work.title)” set to \(pages)"
  }
}

/// Sets the reading status of a book and the dates that follow from it.
public struct ChangeStatus: Sendable {
  /// The new status.
  public var status: ReadingStatus
  /// The book.
  public var book: Identifier<Entry>
  /// The reason for not finishing it, or nil.
  public var reason: String?
  /// The time zone of today.
  public var zone: String

  /// Creates the act.
  public init(
    _ status: ReadingStatus,
    _ book: Identifier<Entry>,
    reason: String? = nil,
    zone: String
  ) {
    (self.status, self.book, self.reason, self.zone) = (status, book, reason, zone)
  }

  /// Sets the status; returns whether a book marked as read was read already, which adds no read-through.
  ///
  /// Throws `reading.not_on_shelf`, and `reading.reason_not_applicable` if a reason is given with any status but
  /// `didNotFinish`.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Bool {
    var book = try store.book(book)
    let isReadAlready = status == .read && book.isReadAlready
    store.title = "“\(book.work.title)” marked as \(status.label)"
    let today = try store.day(at: store.now, zone: zone)
    book.changeStatus(status, today: today, newID: store.newReadingID)
    if let reason { try book.setReason(reason: reason, today: today, newID: store.newReadingID) }
    try store.save(book)
    return isReadAlready
  }
}
