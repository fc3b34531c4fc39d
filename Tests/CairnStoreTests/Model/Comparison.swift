import Cairn
import CairnReports
import CairnStore
import CairnTestKit

/// A difference between the log and the model.
struct Mismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  init(_ what: String, _ log: some Any, _ model: some Any) {
    description = "\(what)\n  log:   \(log)\n  model: \(model)"
  }
}

/// A comparison of all queries of a log with the model.
struct Comparison {
  let log: Log
  let model: Model
  let records: [Record]

  func run() async throws {
    try compareRecords()
    try await compareSessions()
    try await compareDays()
    try await compareBooks()
    try await compareSums()
    try await compareHistory()
    let report = try await log.checkProjections(repair: false)
    guard report.isHealthy else { throw Mismatch("a rebuild differs", report, "") }
  }

  func same<Value: Equatable>(_ what: String, _ log: Value, _ model: Value) throws {
    guard log != model else { return }
    throw Mismatch(what, log, model)
  }

  private func compareRecords() throws {
    try same("number of records", records.count, model.things.count)
    for record in records {
      let fields = model.things[Model.Key(kind: record.kind, id: record.id)] ?? Fields()
      let name = "\(record.kind.name) \(record.id.text)"
      try same("\(name) deleted", record.deletion, fields.deletion)
      guard record.deletion == nil else { continue }
      let differs = [record.fields.changes(to: fields), fields.changes(to: record.fields)]
      try same(name, "\(differs.flatMap(\.members))", "[]")
    }
  }

  // MARK: Sessions

  private func compareSessions() async throws {
    let expected = model.sessions.sorted {
      ($0.timeline.start, $0.id) > ($1.timeline.start, $1.id)
    }.map(summary)
    let all = try await log.sessions(SessionFilter(limit: 1_000))
    try same("sessions", all.map(summary), expected)
    let open = try await log.openSessions()
    try same(
      "open sessions",
      Set(open.map(summary)),
      Set(all.filter { $0.endedAt == nil }.map(summary))
    )
    try same("kinds open twice", Set(open.map(\.kind)).count, open.count)
    for row in all.prefix(3) {
      try same("session \(row.id)", try await log.session(row.id), row)
      var next = SessionFilter(limit: 2)
      next.before = (row.startedAt, row.id)
      let rest = all.drop { $0.id != row.id }.dropFirst()
      try same("page after \(row.id)", try await log.sessions(next), Array(rest.prefix(2)))
      next.before = nil
      next.kind = row.kind
      next.days = row.day...row.day
      let ofDay = all.filter { $0.kind == row.kind && $0.day == row.day }
      try same("sessions of a day", try await log.sessions(next), Array(ofDay.prefix(2)))
    }
  }

  private func summary(_ row: SessionRow) -> String {
    [
      row.id.record.text, row.kind.name, row.timeline.text, "\(row.active.count)",
      "\(row.amount ?? -1)", row.zone, row.endZone ?? "", row.day.text, row.note ?? "",
      row.title ?? "", "\(row.sessionContext)", "\(row.pauses)",
    ].joined(separator: " ")
  }

  private func summary(_ session: Session<NoDetail>) -> String {
    let active = session.timeline.segments.reduce(0 as Int64) {
      $0 + (($1.end ?? $1.start) - $1.start).count
    }
    let day = Days.day(session.timeline.start, zone: session.zone, hour: model.hour)
    let entry = (try? model.find(Session<Reading>.self, session.id.record))?.detail.entry
    let title = entry.flatMap { model.title(of: $0) }
    return [
      session.id.record.text, session.kind.name, session.timeline.text, "\(active)",
      "\(model.amount(session) ?? -1)", session.zone, session.endZone ?? "", day.text,
      session.note ?? "", title ?? "", "\(session.sessionContext)", "\(session.pauses)",
    ].joined(separator: " ")
  }

  // MARK: Days

  private func compareDays() async throws {
    for kind in [Reading.kind, Swimming.kind, nil] {
      let days = model.days(kind)
      let first = LocalDay(number: (days.keys.map(\.number).min() ?? 0) - 1)
      let rows = try await log.dayTotals(kind, in: first...(first + 10_000))
      let log = rows.map { "\($0.day.text): \($0.time.count) \($0.amount) \($0.sessions)" }
      try same(
        "day totals of \(kind?.name ?? "all")",
        log,
        days.sorted { $0.key < $1.key }.map {
          "\($0.key.text): \($0.value.time) \($0.value.amount) \($0.value.sessions)"
        }
      )
    }
    let ended = model.sessions.filter { $0.timeline.end != nil }
    let days = model.days(nil).values
    let whole = ended.reduce(0 as Int64) { $0 + $1.timeline.active(until: $1.timeline.start).count }
    try same("the sum of the days", days.reduce(0) { $0 + $1.time }, whole)
    let amounts = ended.reduce(0 as Int64) { $0 + (model.amount($1) ?? 0) }
    try same("the sum of the amounts", days.reduce(0) { $0 + $1.amount }, amounts)
    try same("the number of sessions", days.reduce(0) { $0 + $1.sessions }, ended.count)
    for kind in [Reading.kind, Swimming.kind] {
      try await comparePace(ended.filter { $0.kind == kind }, kind)
    }
  }

  private func comparePace(_ ended: [Session<NoDetail>], _ kind: SessionKind) async throws {
    let newest = ended.sorted { ($0.timeline.start, $0.id) > ($1.timeline.start, $1.id) }
    let lengths = newest.map { $0.timeline.active(until: $0.timeline.start) }
    let recent = try await log.recentLengths(kind, limit: 5)
    try same("lengths of \(kind.name)", recent.sorted(), lengths.prefix(5).sorted())
    let days = try await log.dayTotals(kind, in: LocalDay(number: 0)...LocalDay(number: 99_999))
    let paces = days.map { PaceRow($0.sums) }
    let counted = zip(ended.map(model.amount), ended.map { $0.timeline.active(until: .earliest) })
      .filter { ($0 ?? 0) > 0 && $1 > .zero }
    try same(
      "pace of \(kind.name)",
      paces.reduce(into: [0, 0, 0, 0] as [Int64]) { sums, pace in
        sums[0] += pace.pages
        sums[1] += pace.time.count
        sums[2] += Int64(pace.counted)
        sums[3] += Int64(pace.excluded)
      },
      [
        counted.reduce(0) { $0 + ($1.0 ?? 0) }, counted.reduce(0) { $0 + $1.1.count },
        Int64(counted.count), Int64(ended.count - counted.count),
      ]
    )
  }

  // MARK: Books

  private func compareBooks() async throws {
    let rows = try await log.books()
    let books = model.all(Entry.self).compactMap { try? model.book($0.id) }.sorted {
      ($0.entry.status.name, $0.work.title, $0.entry.id)
        < ($1.entry.status.name, $1.work.title, $1.entry.id)
    }
    try same("books", rows.map(summary), books.map(summary))
    for row in rows.prefix(2) {
      let sessions = model.all(Session<Reading>.self).filter {
        $0.detail.entry == row.id && $0.kind == Reading.kind && $0.timeline.end != nil
      }
      let totals = try await log.totals(of: row.id)
      try same("sessions of a book", Int(totals.sessions), sessions.count)
      try same("pages of a book", totals.pages, sessions.reduce(0) { $0 + ($1.detail.amount ?? 0) })
    }
  }

  private func summary(_ row: EntryRow) -> String {
    [
      row.id.record.text, row.title, row.status.name, row.added ?? "", "\(row.pages ?? -1)",
      row.started ?? "", row.finished ?? "", row.position?.text ?? "",
    ].joined(separator: " | ")
  }

  private func summary(_ book: Book) -> String {
    let latest = book.readThroughs.last
    return [
      book.entry.id.record.text, book.work.title, book.entry.status.name,
      book.entry.added?.text ?? "", "\(book.pages ?? -1)", latest?.started?.text ?? "",
      latest?.finished?.text ?? "", latest?.position?.text ?? "",
    ].joined(separator: " | ")
  }

  // MARK: History

  private func compareHistory() async throws {
    let rows = try await log.history(limit: .max).reversed()
    let lines = Dictionary(uniqueKeysWithValues: zip(rows.map(\.id), 0...))
    try same(
      "history",
      rows.map { "\($0.undoes.flatMap { lines[$0] } ?? -1) \($0.isInEffect)" },
      model.lines.indices.map { "\(model.lines[$0].undoes ?? -1) \(model.isInEffect($0))" }
    )
  }
}

extension Model {
  /// Returns the amount of a session of any kind.
  func amount(_ session: Session<NoDetail>) -> Int64? {
    session.kind == Reading.kind
      ? (try? find(Session<Reading>.self, session.id.record))?.detail.amount
      : (try? find(Session<Swimming>.self, session.id.record))?.detail.amount
  }

  /// Returns the sums of each day, from raw sessions per quarter of an hour.
  func days(
    _ kind: SessionKind?
  ) -> [LocalDay: (time: Int64, amount: Int64, sessions: Int)] {
    var days: [LocalDay: (time: Int64, amount: Int64, sessions: Int)] = [:]
    for session in sessions
    where session.timeline.end != nil && session.kind == kind ?? session.kind {
      let times = Days.times(session.timeline, zone: session.zone, hour: hour)
      let (whole, amount) = (times.reduce(0) { $0 + $1.1 }, amount(session) ?? 0)
      let listed = Days.day(session.timeline.start, zone: session.zone, hour: hour)
      var passed: Int64 = 0
      for (day, time) in times {
        let given = whole == 0 ? 0 : amount * passed / whole
        passed += time
        let share = whole == 0 ? (day == listed ? amount : 0) : amount * passed / whole - given
        days[day, default: (0, 0, 0)].time += time
        days[day]?.amount += share
        days[day]?.sessions += day == listed ? 1 : 0
      }
    }
    return days
  }
}
