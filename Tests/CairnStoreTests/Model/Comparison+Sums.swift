import Cairn
import CairnReports
import CairnStore

/// The sums of a log, compared with sums over raw sessions.
extension Comparison {
  func compareSums() async throws {
    for days in [nil, LocalDay(number: 15_000)...middle, middle...LocalDay(number: 30_000)] {
      try await compareBookTotals(days)
      try await compareTags(days ?? LocalDay(number: 0)...LocalDay(number: 99_999))
    }
    for kind in [Reading.kind, nil] {
      for year in [nil, middle.year] { try await compareHours(kind, year) }
    }
    try await compareProgress()
  }

  /// A day in the middle of all sessions.
  private var middle: LocalDay {
    let days = model.days(nil).keys.sorted()
    return days.isEmpty ? LocalDay(number: 20_000) : days[days.count / 2]
  }

  private func compareBookTotals(_ days: ClosedRange<LocalDay>?) async throws {
    let rows = try await log.bookTotals(in: days)
    let sums = model.sums(in: days)
    try same(
      "books of \(days.map { "\($0)" } ?? "all days")",
      rows.map { "\($0.entry.record.text) \($0.title ?? "-") \(summary($0.sums))" }.sorted(),
      sums.map { entry, sums in
        let title = model.title(of: entry)
        return "\(entry.record.text) \(title ?? "-") \(sums)"
      }.sorted()
    )
    try same(
      "most time first",
      rows.map { 0 - $0.sums.time.count }.sorted(by: <),
      rows.map { 0 - $0.sums.time.count }
    )
  }

  private func summary(_ sums: SumRow) -> String {
    "\([sums.time.count, sums.amount, Int64(sums.sessions), Int64(sums.paced), sums.paceTime.count, sums.paceAmount])"
  }

  private func compareHours(_ kind: SessionKind?, _ year: Int32?) async throws {
    let rows = try await log.hourTotals(kind, year: year)
    let hours = model.hours(kind, year)
    try same(
      "hours of \(kind?.name ?? "all") in \(year ?? 0)",
      rows.map { "\($0.hour): \($0.time.count) \($0.amount) \($0.sessions)" },
      hours.sorted { $0.key < $1.key }.map {
        "\($0.key): \($0.value.time) \($0.value.amount) \($0.value.sessions)"
      }
    )
  }

  private func compareTags(_ days: ClosedRange<LocalDay>) async throws {
    for tag in SessionTag.allCases {
      for kind in [Reading.kind, nil] {
        let rows = try await log.tags(tag, of: kind, in: days)
        try same(
          "tags \(tag.rawValue) of \(kind?.name ?? "all")",
          rows.map { "\($0.value): \($0.time.count) \($0.times)" }.sorted(),
          model.tags(tag, kind, days)
        )
      }
    }
  }

  private func compareProgress() async throws {
    let books = model.all(Entry.self).compactMap { try? model.book($0.id) }
    try same(
      "books being read",
      try await log.progress().map { row in
        let parts = row.parts.map { "\($0.pageCount ?? 0): \(summary($0.sums))" }
        return [
          row.entry.record.text, row.started ?? "", row.position?.text ?? "",
          parts.joined(separator: ", "),
        ].joined(separator: " ")
      }.sorted(),
      books.filter { $0.entry.status == .reading }.map { book in
        let open = book.openReading
        let parts = open.map { self.parts(of: book.entry.id, $0.id) } ?? []
        return [
          book.entry.id.record.text, open?.started?.text ?? "", open?.position?.text ?? "",
          parts.joined(separator: ", "),
        ].joined(separator: " ")
      }.sorted()
    )
    try same(
      "finished readings",
      try await log.finishedReadings().map {
        "\($0.entry.record.text) \($0.started ?? "") \($0.finished ?? "") \($0.pages ?? 0)"
      }.sorted(),
      books.flatMap { book in
        book.readThroughs.filter { $0.outcome == .finished }.map {
          [
            book.entry.id.record.text, $0.started?.text ?? "", $0.finished?.text ?? "",
            "\(pages(of: $0, book))",
          ].joined(separator: " ")
        }
      }.sorted()
    )
  }
}

extension Comparison {
  /// Returns the page count of the edition a reading was finished in, or of the book's first edition.
  private func pages(of reading: ReadThrough, _ book: Book) -> Int64 {
    let edition = reading.edition ?? book.entry.firstEdition ?? book.entry.edition
    return edition.flatMap { try? model.find(Edition.self, $0.record) }?.pages ?? 0
  }

  /// Returns the sums of a reading's sessions for each page count.
  private func parts(of book: Identifier<Entry>, _ reading: Identifier<ReadThrough>) -> [String] {
    let wholes = Set(
      model.all(Session<NoDetail>.self).filter { $0.timeline.end != nil }.compactMap {
        try? model.find(Session<Reading>.self, $0.id.record).detail
      }.filter { $0.readThrough == reading }.map { $0.pageCount ?? 0 }
    )
    return wholes.sorted().compactMap { whole in
      let sums = model.sums(in: nil) { $0.readThrough == reading && ($0.pageCount ?? 0) == whole }
      return sums[book].map { "\(whole): \($0)" }
    }
  }
}

extension Model {
  /// Returns the ended sessions of a kind, with their days computed per quarter of an hour.
  private func ended(_ kind: SessionKind?) -> [(Session<NoDetail>, LocalDay, [(LocalDay, Int64)])] {
    sessions.filter { $0.timeline.end != nil && $0.kind == kind ?? $0.kind }.map {
      let days = Days.times($0.timeline, zone: $0.zone, hour: hour)
      return ($0, Days.day($0.timeline.start, zone: $0.zone, hour: hour), days)
    }
  }

  /// Returns time, amount, sessions, sessions with a pace, their time and amount for each book.
  func sums(
    in days: ClosedRange<LocalDay>?,
    where counts: (Reading) -> Bool = { _ in true }
  ) -> [Identifier<Entry>: String] {
    var sums: [Identifier<Entry>: [Int64]] = [:]
    for (session, listed, times) in ended(Reading.kind) {
      guard let detail = (try? find(Session<Reading>.self, session.id.record))?.detail,
        counts(detail)
      else { continue }
      let entry = detail.entry
      let touched = times.map(\.0).filter { days?.contains($0) ?? true }
      guard !touched.isEmpty else { continue }
      let whole = times.reduce(0) { $0 + $1.1 }
      var sum = sums[entry] ?? [0, 0, 0, 0, 0, 0]
      var passed: Int64 = 0
      for (day, time) in times {
        let given = whole == 0 ? 0 : (amount(session) ?? 0) * passed / whole
        passed += time
        let upTo = whole == 0 ? 0 : (amount(session) ?? 0) * passed / whole
        let share = whole == 0 ? (day == listed ? amount(session) ?? 0 : 0) : upTo - given
        guard touched.contains(day) else { continue }
        sum[0] += time
        sum[1] += share
      }
      if touched.contains(listed) {
        sum[2] += 1
        if let amount = amount(session), amount > 0, whole > 0 {
          (sum[3], sum[4], sum[5]) = (sum[3] + 1, sum[4] + whole, sum[5] + amount)
        }
      }
      sums[entry] = sum
    }
    return sums.mapValues { "\($0)" }
  }

  /// Returns the sums for each hour of the week, computed per quarter of an hour.
  func hours(
    _ kind: SessionKind?,
    _ year: Int32?
  ) -> [Int: (time: Int64, amount: Int64, sessions: Int)] {
    var hours: [Int: (time: Int64, amount: Int64, sessions: Int)] = [:]
    for (session, _, times) in ended(kind) {
      var isFirst = true
      let whole = times.reduce(0) { $0 + $1.1 }
      var passed: Int64 = 0
      for segment in session.timeline.segments {
        var now = segment.start.milliseconds
        while let end = segment.end?.milliseconds, now < end {
          let next = min(end, (now / 900_000 + 1) * 900_000)
          let day = Days.day(Instant(milliseconds: now), zone: session.zone, hour: hour)
          let clock = Days.hour(Instant(milliseconds: now), zone: session.zone)
          if day.year == year ?? day.year {
            let bucket = Int(day.number + 3) % 7 * 24 + clock
            hours[bucket, default: (0, 0, 0)].time += next - now
            hours[bucket]?.amount += pages(session, passed + next - now, whole)
            hours[bucket]?.amount -= pages(session, passed, whole)
            if isFirst { hours[bucket]?.sessions += 1 }
          }
          isFirst = false
          passed += next - now
          now = next
        }
      }
    }
    return hours
  }

  /// Returns the amount done in the given part of a session's time.
  private func pages(_ session: Session<NoDetail>, _ passed: Int64, _ whole: Int64) -> Int64 {
    (amount(session) ?? 0) * passed / whole
  }

  /// Returns every value of a tag with its time and count, as text.
  func tags(_ tag: SessionTag, _ kind: SessionKind?, _ days: ClosedRange<LocalDay>) -> [String] {
    var found: [String: (time: Int64, times: Int)] = [:]
    for (session, listed, times) in ended(kind) where days.contains(listed) {
      let whole = times.reduce(0) { $0 + $1.1 }
      for (value, time) in tags(tag, session, whole) {
        found[value, default: (0, 0)].time += time
        found[value]?.times += 1
      }
    }
    return found.map { "\($0.key): \($0.value.time) \($0.value.times)" }.sorted()
  }

  private func tags(
    _ tag: SessionTag,
    _ session: Session<NoDetail>,
    _ whole: Int64
  ) -> [(String, Int64)] {
    let fields = things[Key(kind: SessionRecord.kind, id: session.id.record)] ?? Fields()
    switch tag {
    case .place:
      guard case .text(let place) = fields["place"] else { return [] }
      return [(place, whole)]
    case .tag:
      return fields.members.compactMap { name, value in
        guard name.hasPrefix("tag."), case .text(let tag) = value else { return nil }
        return (tag, whole)
      }
    case .mood:
      let moods = ["moodBefore", "moodAfter"].map { name in
        if case .integer(let mood) = fields[name] { "\(mood)" } else { "" }
      }
      return moods == ["", ""] ? [] : [(moods.joined(separator: ">"), whole)]
    case .pause:
      let segments = session.timeline.segments
      let last = session.sessionContext.interruptions.filter { $0.at == session.timeline.end }
      return last.map { ($0.reason, 0) }
        + zip(segments, segments.dropFirst()).compactMap { earlier, later in
          guard let from = earlier.end, from < later.start else { return nil }
          let reason = session.sessionContext.interruptions.first { $0.at == from }?.reason
          return (reason ?? "", (later.start - from).count)
        }
    }
  }
}
