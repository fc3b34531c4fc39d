import Cairn
import CairnHTTP
import CairnStore

/// Sessions that have ended under the days they are on, newest first.
struct HistoryDays: Sendable {
  struct Day: Sendable {
    let day: LocalDay
    /// The running time of the day; of a list of one book's sessions that of them.
    let time: Milliseconds
    let sessions: [SessionOnDay]
  }

  let days: [Day]
  /// Where older ones go on.
  var next: SessionCursor?

  /// The sessions on one day, those among them that began the day before.
  init(on day: LocalDay, _ log: Log) async throws {
    let rows = try await log.sessions(on: [day]).filter { $0.session.endedAt != nil }
    days = rows.isEmpty ? [] : [Day(day: day, time: Self.sum(rows), sessions: rows.reversed())]
  }

  /// Sessions under the day they started, of one book, one kind or of all, before a place in the list.
  init(
    of book: Identifier<Entry>?,
    before: SessionCursor?,
    kind: SessionKind? = nil,
    size: Int = 40,
    _ log: Log
  ) async throws {
    var filter = SessionFilter(limit: size + 1)
    (filter.entry, filter.before, filter.kind) = (book, before?.place, kind)
    let rows = try await log.sessions(filter)
    let shown = rows.prefix(size)
    next = rows.count > size ? shown.last.map { SessionCursor($0) } : nil
    let listed = shown.filter { $0.endedAt != nil }
      .map { SessionOnDay(day: $0.day, time: $0.active, session: $0) }
    days = try await Self.days(listed, hasAll: book == nil && kind == nil, log)
  }

  /// The days of sessions in their order; a day's time is that of the log where all are listed.
  private static func days(
    _ rows: [SessionOnDay],
    hasAll: Bool,
    _ log: Log
  ) async throws -> [Day] {
    guard let first = rows.last?.day, let last = rows.first?.day, hasAll else {
      return grouped(rows) { _, own in sum(own) }
    }
    let totals = try await log.dayTotals(nil, in: min(first, last)...max(first, last))
    let times = Dictionary(totals.map { ($0.day, $0.time) }) { one, _ in one }
    return grouped(rows) { day, own in times[day] ?? sum(own) }
  }

  private static func grouped(
    _ rows: [SessionOnDay],
    _ time: (LocalDay, [SessionOnDay]) -> Milliseconds
  ) -> [Day] {
    var days: [[SessionOnDay]] = []
    for row in rows {
      if days.last?.first?.day == row.day {
        days[days.count - 1].append(row)
      } else {
        days.append([row])
      }
    }
    return days.map { Day(day: $0[0].day, time: time($0[0].day, $0), sessions: $0) }
  }

  private static func sum(_ rows: [SessionOnDay]) -> Milliseconds {
    rows.reduce(.zero) { $0 + $1.time }
  }
}
