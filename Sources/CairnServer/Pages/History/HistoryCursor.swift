import Cairn
import CairnReports
import CairnStore

/// A row of the history: a session, or a day's climbs at one location without a session.
enum DayEntry {
  case session(SessionRow)
  case climbs(LogbookRow)

  /// Returns two newest-first lists merged; within a day sessions precede climbs.
  static func merged(_ sessions: [SessionRow], _ climbs: [LogbookRow]) -> [DayEntry] {
    var (merged, rest) = ([DayEntry](), climbs[...])
    for session in sessions {
      while let next = rest.first, next.day > session.day {
        merged.append(.climbs(next))
        rest.removeFirst()
      }
      merged.append(.session(session))
    }
    return merged + rest.map(DayEntry.climbs)
  }

  /// The day the row is listed under.
  var day: LocalDay {
    switch self {
    case .session(let row): row.day
    case .climbs(let row): row.day
    }
  }

  var isOpen: Bool {
    guard case .session(let row) = self else { return false }
    return row.endedAt == nil
  }

  /// The session, with all its time on the day it began.
  var session: SessionOnDay? {
    guard case .session(let row) = self else { return nil }
    return SessionOnDay(day: row.day, time: row.active, session: row)
  }

  var climbs: LogbookRow? {
    guard case .climbs(let row) = self else { return nil }
    return row
  }
}

/// A position in the history: the last session and the last climbs without a session that were shown.
struct HistoryCursor {
  /// The last session shown; nil before the first.
  let session: SessionCursor?
  /// The last climbs shown; nil before the first.
  let climbs: LogbookCursor?

  /// Creates the cursor after the rows shown; a kind without rows keeps its position in `before`.
  init(after shown: [DayEntry], _ before: HistoryCursor?) {
    session = shown.compactMap(\.session).last.map { SessionCursor($0.session) } ?? before?.session
    climbs = shown.compactMap(\.climbs).last?.cursor ?? before?.climbs
  }

  /// Parses a cursor; throws `request.field` if the text is invalid.
  init(_ text: String) throws(CairnError) {
    let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let (one, other) = (parts[0], parts.count > 1 ? parts[1] : nil)
    session = one.isEmpty && other != nil ? nil : try SessionCursor(one)
    guard let other else {
      climbs = nil
      return
    }
    climbs = try LogbookCursor(parsing: other)
  }

  /// The cursor as text; without climbs shown it is the session cursor alone.
  var text: String {
    (session?.text ?? "") + (climbs.map { "~" + $0.text } ?? "")
  }
}
