import Cairn
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension HistoryDays {
  /// Reads one day, including sessions that began the day before.
  init(on day: LocalDay, _ log: Log) async throws {
    let rows = try await log.sessions(on: [day]).filter { $0.session.endedAt != nil }
    var filter = LogbookFilter(limit: 100)
    (filter.days, filter.hasSessions) = (day...day, false)
    let climbs = try await log.logbook(filter)
    let isEmpty = rows.isEmpty && climbs.isEmpty
    let time = try await log.netTime(day...day)[day] ?? Self.sum(rows)
    let whole = Day(day: day, time: time, sessions: rows.reversed(), climbs: climbs)
    self.init(days: isEmpty ? [] : [whole], modules: log.modules)
  }

  /// Reads a page of rows by start day, of one book, one story, one kind, one label, or all.
  init(
    of book: Identifier<Entry>? = nil,
    story: Identifier<Story>? = nil,
    before: HistoryCursor?,
    kind: SessionKind? = nil,
    label: SessionLabel? = nil,
    size: Int = 40,
    _ log: Log
  ) async throws {
    var filter = SessionFilter(limit: size + 1)
    (filter.entry, filter.story, filter.kind) = (book, story, kind)
    if case .tag(let name) = label { filter.tag = name }
    if case .place(let name) = label { filter.place = name }
    filter.before = before?.session?.position
    let isOfOne = book != nil || story != nil || label != nil
    let hasClimbs = !isOfOne && kind ?? Climbing.kind == Climbing.kind
    let climbs = hasClimbs ? try await Self.climbs(before, size + 1, log) : []
    let all = DayEntry.merged(try await log.sessions(filter), climbs)
    let shown = all.prefix(size).map(\.self)
    self.init(
      days: try await Self.days(shown, hasAll: !isOfOne && kind == nil, log),
      modules: log.modules,
      next: all.count > size ? HistoryCursor(after: shown, before).text : nil
    )
  }

  /// Returns the books of the sessions.
  func books(_ log: Log) async throws -> [Identifier<Entry>: EntryRow] {
    let read = Set(days.flatMap { $0.sessions.compactMap(\.session.entry) })
    return Dictionary(uniqueKeysWithValues: try await log.books(Array(read)).map { ($0.id, $0) })
  }

  private static func climbs(
    _ before: HistoryCursor?,
    _ limit: Int,
    _ log: Log
  ) async throws -> [LogbookRow] {
    var filter = LogbookFilter(limit: limit)
    (filter.after, filter.hasSessions) = (before?.climbs, false)
    return try await log.logbook(filter)
  }

  /// Groups entries by day; the time is that of the whole day only if all kinds are listed.
  private static func days(
    _ entries: [DayEntry],
    hasAll: Bool,
    _ log: Log
  ) async throws -> [Day] {
    let entries = entries.filter { !$0.isOpen }
    guard let first = entries.last?.day, let last = entries.first?.day, hasAll else {
      return grouped(entries) { _, own in sum(own) }
    }
    let times = try await log.netTime(min(first, last)...max(first, last))
    return grouped(entries) { day, own in times[day] ?? sum(own) }
  }

  private static func grouped(
    _ entries: [DayEntry],
    _ time: (LocalDay, [SessionOnDay]) -> NonOverlappingTime
  ) -> [Day] {
    var days: [[DayEntry]] = []
    for entry in entries {
      if days.last?.first?.day == entry.day {
        days[days.count - 1].append(entry)
      } else {
        days.append([entry])
      }
    }
    return days.map { own in
      let (day, sessions) = (own[0].day, own.compactMap(\.session))
      let climbs = own.compactMap(\.climbs)
      return Day(day: day, time: time(day, sessions), sessions: sessions, climbs: climbs)
    }
  }

  /// Returns the sum without overlaps, which a list of one kind or one book does not show.
  private static func sum(_ rows: [SessionOnDay]) -> NonOverlappingTime {
    NonOverlappingTime(sum: rows.reduce(.zero) { $0 + $1.time }, overlap: .zero)
  }
}

extension Log {
  /// Returns the total time of all kinds per day, with its overlap.
  fileprivate func netTime(_ days: ClosedRange<LocalDay>) async throws -> [LocalDay:
    NonOverlappingTime]
  {
    let rows = try await dayActivity(in: days)
    return Dictionary(rows.map { ($0.day, NonOverlappingTime(sum: $0.time, overlap: $0.overlap)) })
    {
      one,
      _ in one
    }
  }
}
