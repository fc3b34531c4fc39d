public import Cairn

/// The sessions derived from KOReader's statistics, which contain only page views.
public struct KOReaderSessions: Sendable, Equatable {
  /// The sessions by start time; those of different books may overlap.
  public let sessions: [KOReaderSession]
  /// The issues of invalid page views; the line is the position in the list, from 1.
  public let issues: [RowIssue]

  /// Groups page views of one book into sessions if they are at most `gap` apart.
  ///
  /// Session time is the time on the pages, without gaps. A view with an invalid time or book is
  /// excluded (`koreader.time`, `koreader.duration`, `koreader.book`); one with an invalid page keeps
  /// its time (`koreader.page`). Views of 0 seconds are ignored.
  public static func derive(
    from statistics: KOReaderStatistics,
    gap: Milliseconds = .minutes(5)
  ) -> KOReaderSessions {
    let once = statistics.merging(KOReaderStatistics(books: [], pages: []))
    var issues: [RowIssue] = []
    var views: [Int64: [KOReaderView]] = [:]
    for (place, page) in once.pages.enumerated() {
      do throws(RowIssue) {
        let view = try KOReaderView(page, place: place + 1, books: Int64(once.books.count))
        if let issue = view.issue { issues.append(issue) }
        if view.ended > view.started { views[page.bookID, default: []].append(view) }
      } catch {
        issues.append(error)
      }
    }
    let sessions = once.books.flatMap { book in Self.sessions(of: book, views[book.id] ?? [], gap) }
    return KOReaderSessions(sessions: sessions.sorted { $0.started < $1.started }, issues: issues)
  }

  private static func sessions(
    of book: KOReaderBook,
    _ views: [KOReaderView],
    _ gap: Milliseconds
  ) -> [KOReaderSession] {
    var sessions: [KOReaderSession] = []
    for view in views.sorted(by: KOReaderView.isOrdered) {
      if let last = sessions.indices.last, view.started - sessions[last].ended <= gap {
        sessions[last].extend(view)
      } else {
        sessions.append(KOReaderSession(book, view))
      }
    }
    return sessions
  }
}
