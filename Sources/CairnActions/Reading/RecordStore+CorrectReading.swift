public import Cairn

extension RecordStore {
  /// Corrects the start or end position of a reading session; nil keeps one.
  ///
  /// Pages refer to the edition it was read in. If the bookmark is at the session's end, it moves along, so that the
  /// next session counts no page twice. Throws `reading.page_before_start` and the errors of the closure.
  public func setPlaces(
    _ id: SessionID,
    from page: Int64?,
    to position: (Book) throws(CairnError) -> Position?
  ) throws(CairnError) {
    let before = try session(id, as: Reading.self).detail
    let book = try bookAsRead(in: before)
    let end = try position(book)
    let after = try change(id, as: Reading.self) { (session) throws(CairnError) in
      if page != nil || end != nil {
        session.detail.pageCount = book.pages ?? session.detail.pageCount
      }
      if let page { session.detail.startPosition = try book.page(page) }
      if let end = end ?? session.detail.endPosition { try session.detail.reach(end) }
    }
    try moveBookmark(from: before, with: after)
    try moveNext(from: before, with: after)
  }

  /// Moves a session to another read-through of its book; time and positions stay.
  ///
  /// Throws `reading.read_through_not_found` if the read-through belongs to another book or is deleted.
  public func setReading(
    _ reading: Identifier<ReadThrough>,
    of id: SessionID
  ) throws(CairnError) {
    try change(id, as: Reading.self) { (session) throws(CairnError) in
      _ = try book(session.detail.entry).index(of: reading)
      session.detail.readThrough = reading
    }
  }

  /// Returns the book with the edition that a session was read in.
  private func bookAsRead(in detail: Reading) throws(CairnError) -> Book {
    let placeholder = try Book(of: detail)
    var book = try existingBook(detail.entry) ?? placeholder
    guard let own = detail.edition ?? book.entry.fallbackEdition, own != book.edition?.id else {
      return book
    }
    book.edition = try find(Edition.self, own.record) ?? placeholder.edition
    return book
  }

  private func moveBookmark(
    from before: Reading,
    with session: Session<Reading>
  ) throws(CairnError) {
    let left = before.endPosition ?? before.startPosition
    guard let end = session.detail.endPosition, end != before.endPosition,
      let book = try existingBook(session.detail.entry), book.position == left,
      book.openReading?.id == session.detail.readThrough
    else { return }
    try reach(end, book, try lastDay(of: session.timeline, session.zone))
  }

  /// Moves the start of the next session to this session's end if they were the same.
  private func moveNext(
    from before: Reading,
    with session: Session<Reading>
  ) throws(CairnError) {
    guard let left = before.endPosition, let end = session.detail.endPosition, end != left,
      let next = try nextReading(after: session),
      try self.session(next, as: Reading.self).detail.startPosition == left
    else { return }
    try change(next, as: Reading.self) { next in
      next.detail.startPosition = end
      // An end before the new start means that the next session reread these pages.
      if let reached = next.detail.endPosition, (try? next.detail.reach(reached)) == nil {
        next.detail.startPosition = left
      }
    }
  }
}
