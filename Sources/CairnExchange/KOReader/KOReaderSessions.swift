public import Cairn

/// The sessions in KOReader's statistics, which stores page views only.
public struct KOReaderSessions: Sendable, Equatable {
  /// The sessions by start; those of different books may overlap.
  public let sessions: [KOReaderSession]
  /// Page views that say something impossible; the line is their place in the list, from 1.
  public let issues: [RowIssue]

  /// Finds the sessions: page views of one book less than or exactly `gap` apart belong together.
  ///
  /// A session's time is what the page views dwelt, without what lies between them. A view with an
  /// impossible time is left out (`koreader.time`, `koreader.duration`, `koreader.book`); one with
  /// an impossible page keeps its time (`koreader.page`). Views of 0 seconds are passed over.
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
