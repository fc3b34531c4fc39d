import Cairn
import CairnActions
import CairnReports
import CairnStore

extension ReadingService {
  /// Marks a book as read; its reading ends today.
  ///
  /// An open session goes on. Throws `reading.not_on_shelf`.
  @discardableResult
  public func finish(_ book: Cairn.Book) async throws(Cairn.Failure) -> Cairn.Book {
    try await setStatus(.read, of: book)
  }

  /// Gives a book up, for a reason if there is one; its reading ends today.
  ///
  /// Throws `reading.not_on_shelf`.
  @discardableResult
  public func abandon(
    _ book: Cairn.Book,
    reason: String? = nil
  ) async throws(Cairn.Failure) -> Cairn.Book {
    try await setStatus(.didNotFinish, of: book, reason: reason)
  }

  /// Sets what the person does with a book, and the dates of its reading that follow from it.
  ///
  /// Throws `reading.not_on_shelf`, and `reading.reason_not_applicable` for a reason with any status but
  /// `didNotFinish`.
  @discardableResult
  public func setStatus(
    _ status: Cairn.Book.Status,
    of book: Cairn.Book,
    reason: String? = nil
  ) async throws(Cairn.Failure) -> Cairn.Book {
    let (entry, zone) = (book.entry, cairn.zone.name)
    return try await cairn.write { writer in
      try ChangeStatus(status.stored, entry, reason: reason, zone: zone).run(in: writer)
      return Cairn.Book(try writer.bookRow(entry))
    }
  }

  /// Deletes a book; its sessions keep their time, and ``Cairn/undo()`` brings it back.
  ///
  /// Throws `reading.not_on_shelf`, and `reading.session_open` unless an open session is deleted with it.
  public func delete(
    _ book: Cairn.Book,
    withOpenSession: Bool = false
  ) async throws(Cairn.Failure) {
    let act = DeleteBook(book.entry, withOpenSession: withOpenSession)
    try await cairn.write { _ = try act.run(in: $0) }
  }
}

extension Cairn.Book.Status {
  fileprivate var stored: ReadingStatus {
    switch self {
    case .wishlist: .wishlist
    case .toRead: .toRead
    case .reading: .reading
    case .paused: .paused
    case .read: .read
    case .didNotFinish: .didNotFinish
    }
  }
}
