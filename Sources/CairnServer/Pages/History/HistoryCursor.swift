import Cairn
import CairnStore

/// One line of the history: a session, or the climbs of a day at one place that belong to none.
enum HistoryEntry {
  case session(SessionRow)
  case climbs(LogbookRow)

  /// Two lists, each newest first, as one; on a day sessions come before climbs without hours.
  static func merged(_ sessions: [SessionRow], _ climbs: [LogbookRow]) -> [HistoryEntry] {
    var (merged, rest) = ([HistoryEntry](), climbs[...])
    for session in sessions {
      while let next = rest.first, next.day > session.day {
        merged.append(.climbs(next))
        rest.removeFirst()
      }
      merged.append(.session(session))
    }
    return merged + rest.map(HistoryEntry.climbs)
  }

  /// The day it is listed under.
  var day: LocalDay {
    switch self {
    case .session(let row): row.day
    case .climbs(let row): row.day
    }
  }

  /// Whether it is a session that has not ended.
  var isOpen: Bool {
    guard case .session(let row) = self else { return false }
    return row.endedAt == nil
  }

  /// The session, with all of its time on the day it began.
  var session: SessionOnDay? {
    guard case .session(let row) = self else { return nil }
    return SessionOnDay(day: row.day, time: row.active, session: row)
  }

  /// The climbs.
  var climbs: LogbookRow? {
    guard case .climbs(let row) = self else { return nil }
    return row
  }
}

/// Where a history goes on: behind the last session that was shown, and behind the last climbs
/// without hours.
struct HistoryCursor {
  /// The last session; nil before the first.
  let session: SessionCursor?
  /// The last climbs; nil before the first.
  let climbs: LogbookCursor?

  /// The place behind what is shown of a list that itself went on at `before`.
  init(after shown: [HistoryEntry], _ before: HistoryCursor?) {
    session = shown.compactMap(\.session).last.map { SessionCursor($0.session) } ?? before?.session
    climbs = shown.compactMap(\.climbs).last?.cursor ?? before?.climbs
  }

  /// Reads the word; throws `request.field` for one that was not handed out.
  init(_ text: String) throws(CairnError) {
    let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let (one, other) = (parts[0], parts.count > 1 ? parts[1] : nil)
    session = one.isEmpty && other != nil ? nil : try SessionCursor(one)
    guard let other else {
      climbs = nil
      return
    }
    climbs = try LogbookCursor(handed: other)
  }

  /// The word: that of the session alone while no climbs were shown.
  var text: String {
    (session?.text ?? "") + (climbs.map { "~" + $0.text } ?? "")
  }
}
