import Cairn
import CairnActions
import CairnReports
import CairnStore
public import Foundation

extension Cairn {
  /// A book on the shelf.
  public struct Book: Identifiable, Sendable, Hashable, Codable {
    /// What a person does with a book.
    public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
      /// Wanted, not owned.
      case wishlist
      /// Owned, not started.
      case toRead = "to_read"
      /// Being read.
      case reading
      /// Set aside for a while.
      case paused
      /// Read to the end.
      case read
      /// Given up.
      case didNotFinish = "did_not_finish"
    }

    /// Its id, the same on every device.
    public let id: UUID
    /// The title.
    public let title: String
    /// The authors as text: one name, two names, or the first with the number of others.
    public let authors: String?
    /// What the person does with it; nil for a status that this version does not know.
    public let status: Status?
    /// The page count of the edition; nil if unknown.
    public let pageCount: Int?
    /// The page of the bookmark; nil if unknown.
    public let page: Int?
    /// The progress from 0 to 1; nil if unknown.
    public let progress: Double?
  }
}

/// Books and the sessions of reading them.
public struct ReadingService: Sendable {
  let cairn: Cairn

  /// Returns the books on the shelf, or those with a text in title or author, ignoring case and accents.
  public func books(matching text: String? = nil) async throws(Cairn.Failure) -> [Cairn.Book] {
    try await cairn.read { log in
      let rows = if let text { try await log.books(matching: text) } else { try await log.books() }
      return rows.map(Cairn.Book.init)
    }
  }

  /// Returns a book; nil if it is not on the shelf.
  public func book(_ id: UUID) async throws(Cairn.Failure) -> Cairn.Book? {
    try await cairn.read { try await $0.book(Identifier(id.record)).map(Cairn.Book.init) }
  }

  /// Adds a book to the shelf; throws `reading.title_missing` and `reading.invalid_pages`.
  @discardableResult
  public func addBook(
    _ title: String,
    by authors: [String] = [],
    pageCount: Int? = nil
  ) async throws(Cairn.Failure) -> Cairn.Book {
    let new = NewBook(title: title, authors: authors, pages: pageCount.map { Int64($0) })
    let zone = cairn.zone.name
    return try await cairn.write { writer in
      Cairn.Book(try writer.bookRow(AddBook(new, zone: zone).run(in: writer).entry.id))
    }
  }

  /// The open reading session, running or paused; nil if there is none.
  public func current() async throws(Cairn.Failure) -> Cairn.Session? {
    try await cairn.sessions.open(.reading)
  }

  /// Starts to read a book from its bookmark, or from a page.
  ///
  /// Throws `session.already_running` if a reading session is open.
  @discardableResult
  public func start(
    _ book: Cairn.Book,
    page: Int? = nil,
    at time: Date? = nil,
    note: String? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    var start = StartReading(BookChoice(book.entry), cairn.start(at: time, note: note))
    start.page = page.map { Int64($0) }
    return try await cairn.write { [start] in
      Cairn.Session(try $0.row(start.run(in: $0)))
    }
  }

  /// Pauses the open session; throws `session.none_open` and `session.not_running`.
  @discardableResult
  public func pause() async throws(Cairn.Failure) -> Cairn.Session {
    try await cairn.sessions.pause(cairn.sessions.requireOpen(.reading))
  }

  /// Resumes the open session; throws `session.none_open` and `session.not_paused`.
  @discardableResult
  public func resume() async throws(Cairn.Failure) -> Cairn.Session {
    try await cairn.sessions.resume(cairn.sessions.requireOpen(.reading))
  }

  /// Stops the open session and moves the bookmark to a page; without one it stays.
  ///
  /// Throws `session.none_open`, `reading.page_beyond_end` and `reading.page_before_start`; the session stays open
  /// then.
  @discardableResult
  public func stop(
    page: Int? = nil,
    at time: Date? = nil,
    note: String? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    try await cairn.sessions.stop(.reading, at: time, note: note) {
      $0.position = page.map { .page(Int64($0)) }
    }
  }

  /// Adds a past session; throws `session.overlap` and the errors of ``stop(page:at:note:)``.
  @discardableResult
  public func track(
    _ book: Cairn.Book,
    during interval: DateInterval,
    toPage page: Int? = nil,
    note: String? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    var track = TrackReading(BookChoice(book.entry), cairn.past(interval, note: note))
    track.position = page.map { .page(Int64($0)) }
    return try await cairn.write { [track] in
      Cairn.Session(try $0.row(track.run(in: $0).id))
    }
  }
}

extension SessionService {
  /// Returns the open session of an activity; throws `session.none_open`.
  func requireOpen(_ activity: Cairn.Activity) async throws(Cairn.Failure) -> Cairn.Session {
    guard let session = try await open(activity) else {
      throw Cairn.Failure(CairnError.noneOpen(activity))
    }
    return session
  }
}

extension Cairn.Book {
  init(_ row: EntryRow) {
    (id, title, authors) = (UUID(row.id.record), row.title, row.authors)
    status = Status(rawValue: row.status.name)
    pageCount = row.pages.map { Int($0) }
    page = row.displayedPosition?.page(in: row.pages).map { Int($0) }
    progress = row.displayedPosition?.hundredths(in: row.pages).map { Double($0) / 10_000 }
  }

  var entry: Identifier<Entry> { Identifier(id.record) }
}
