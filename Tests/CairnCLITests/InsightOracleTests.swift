import Cairn
import CairnInsights
import CairnReports
import CairnStore
import CairnTestKit
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Statistics of a random history` {
  private func withHistories(
    _ engine: TestEngine,
    _ seed: UInt64,
    _ body: (RawHistory) async throws -> Void
  ) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2 {
      try await engine.scratchLog(seed: seed) { scratch in
        try await body(try await RawHistory(scratch, &random))
      }
    }
  }

  /// Returns all time, a year, a month and a week.
  private func spans(_ history: RawHistory) -> [Span] {
    let today = history.today
    let days = [nil, today - 400...today - 100, today - 60...today - 30, today - 6...today]
    return days.map { Span(name: "some days", days: $0, today: today) }
  }

  // D23
  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `equal the sums of the sessions`(engine: TestEngine, seed: UInt64) async throws {
    try await withHistories(engine, seed) { history in
      for span in spans(history) {
        let told = try await Statistics(span, history.log)
        let sums = history.sums(history.rows, span.days)
        let totals = told.totals
        #expect(
          [totals.time.count, told.pages, Int64(totals.sessions), Int64(totals.activeDays)] == sums,
          "seed \(seed)"
        )
        let listed = history.listed(history.rows, span.days)
        #expect(
          [told.pace.value, Int64(told.pace.count), Int64(told.pace.excluded)]
            == history.pace(listed)
        )
        checkSessions(told, listed)
      }
    }
  }

  private func checkSessions(_ told: Statistics, _ rows: [SessionRow]) {
    let both = rows.compactMap { row -> (Int64, Int64)? in
      guard let before = row.sessionContext.moodBefore, let after = row.sessionContext.moodAfter
      else {
        return nil
      }
      return (before, after)
    }
    #expect(told.moods.count == both.count && told.moods.excluded == rows.count - both.count)
    if let moods = told.moods.value {
      #expect(moods.beforeHundredths == both.reduce(0) { $0 + $1.0 } * 100 / Int64(both.count))
      #expect(moods.afterHundredths == both.reduce(0) { $0 + $1.1 } * 100 / Int64(both.count))
    }
    let pauses = rows.flatMap(\.pauses)
    let reasons = Dictionary(grouping: pauses) { $0.reason ?? "" }.mapValues(\.count)
    let toldReasons = (told.interruptions.value?.reasons ?? []).map { ($0.value, $0.times) }
    #expect(Dictionary(uniqueKeysWithValues: toldReasons) == reasons)
    let away = pauses.reduce(0) { $0 + ($1.length?.count ?? 0) }
    #expect(told.interruptions.value?.time.count ?? 0 == away)
    let places = Dictionary(grouping: rows.filter { $0.sessionContext.place != nil }) {
      $0.sessionContext.place ?? ""
    }.mapValues { $0.reduce(0) { $0 + $1.active.count } }
    let toldPlaces = (told.places.value ?? []).map { ($0.value, $0.time.count) }
    #expect(Dictionary(uniqueKeysWithValues: toldPlaces) == places)
  }

  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `equal the sessions row by row`(engine: TestEngine, seed: UInt64) async throws {
    try await withHistories(engine, seed) { history in
      for span in spans(history) {
        for cadence in Cadence.all { try await check(cadence, span, history) }
        try await check("book", span, history) { $0.title ?? "" }
        try await check("format", span, history, nil)
        try await check("weekday", span, history, nil)
      }
      try await checkPaces(history)
    }
  }

  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `equal the sums of the sessions of a filter`(engine: TestEngine, seed: UInt64) async throws {
    try await withHistories(engine, seed) { history in
      var filter = SessionFilter()
      filter.tag = "Beach"
      let tagged = history.rows.filter { $0.sessionContext.tags.contains("beach") }
      for span in spans(history) {
        let told = try await Statistics(span, among: filter, history.log)
        let totals = told.totals
        #expect(
          [totals.time.count, told.pages, Int64(totals.sessions), Int64(totals.activeDays)]
            == history.sums(tagged, span.days),
          "seed \(seed)"
        )
        checkSessions(told, history.listed(tagged, span.days))
        try await checkParts(span, history)
      }
    }
  }

  /// Checks that the stored sums equal those of each part of the sessions, which are read one by one.
  private func checkParts(_ span: Span, _ history: RawHistory) async throws {
    let books = Set(history.rows.compactMap(\.entry))
    for by in Breakdown.items {
      var sums: [String: [Int64]] = [:]
      for book in books {
        var filter = SessionFilter()
        filter.entry = book
        add(try await Breakdown(by, span, among: filter, history.log), to: &sums)
      }
      var whole: [String: [Int64]] = [:]
      add(try await Breakdown(by, span, history.log), to: &whole)
      #expect(sums == whole, "by \(by)")
    }
  }

  private func add(_ breakdown: Breakdown, to sums: inout [String: [Int64]]) {
    guard case .items(_, _, _, let rows) = breakdown else { return }
    for row in rows where row.time > .zero || row.times > 0 {
      let values = [row.time.count, Int64(row.times), row.pages ?? 0]
      let known = sums[row.name ?? "", default: [0, 0, 0]]
      sums[row.name ?? ""] = zip(known, values).map { $0 + $1 }
    }
  }

  private func check(_ cadence: Cadence, _ span: Span, _ history: RawHistory) async throws {
    guard case .time(_, let series) = try await Breakdown(cadence.noun, span, history.log) else {
      return #expect(Bool(false))
    }
    for row in series.rows {
      let totals = row.totals
      #expect(
        [totals.time.count, totals.amount, Int64(totals.sessions), Int64(totals.activeDays)]
          == history.sums(history.rows, row.days)
      )
    }
    let whole = history.sums(history.rows, span.days)
    #expect(series.rows.reduce(0) { $0 + $1.totals.time.count } == whole[0], "nothing is excluded")
  }

  private func check(
    _ by: String,
    _ span: Span,
    _ history: RawHistory,
    _ name: ((SessionRow) -> String)?
  ) async throws {
    guard case .items(_, _, _, let things) = try await Breakdown(by, span, history.log) else {
      return #expect(Bool(false))
    }
    let whole = history.sums(history.rows, span.days)
    #expect(things.reduce(0) { $0 + $1.time.count } == whole[0])
    #expect(things.reduce(0) { $0 + ($1.pages ?? 0) } == whole[1])
    #expect(things.reduce(0) { $0 + Int64($1.times) } == whole[2])
    guard let name else { return }
    for thing in things {
      let own = history.rows.filter { name($0) == thing.name }
      let sums = history.sums(own, span.days)
      #expect([thing.time.count, thing.pages ?? 0, Int64(thing.times)] == Array(sums.prefix(3)))
      #expect(thing.pace == history.pace(history.listed(own, span.days))[0])
    }
  }

  private func checkPaces(_ history: RawHistory) async throws {
    let paces = try await Paces(nil, history.today, history.log)
    let told = { (figure: Figure<Int64>) in
      [figure.value, Int64(figure.count), Int64(figure.excluded)]
    }
    let late = history.today - 27...history.today + 1
    #expect(told(paces.all) == history.pace(history.rows))
    #expect(told(paces.recent) == history.pace(history.listed(history.rows, late)))
    for (name, pace) in paces.formats {
      #expect(told(pace) == history.pace(history.rows.filter { history.formats[$0.id] == name }))
    }
    #expect(Set(paces.formats.map(\.name)) == Set(history.rows.map { history.formats[$0.id] }))
    for (row, pace) in paces.books {
      #expect(told(pace) == history.pace(history.rows.filter { $0.title == row.title }))
    }
    for point in paces.trend?.points ?? [] {
      let days = point.day - 27...point.day
      #expect(told(point.pace) == history.pace(history.listed(history.rows, days)))
    }
  }

  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `of hours equal local time`(
    engine: TestEngine,
    seed: UInt64
  ) async throws {
    try await withHistories(engine, seed) { history in
      var minutes = [Int64](repeating: 0, count: 24)
      for row in history.rows {
        let zone = try #require(TimeZone(identifier: row.zone))
        for segment in row.timeline.segments {
          var minute = segment.start.milliseconds / 60_000
          while minute < (segment.end?.milliseconds ?? 0) / 60_000 {
            let date = Date(timeIntervalSince1970: Double(minute * 60))
            minutes[Int((minute + Int64(zone.secondsFromGMT(for: date)) / 60) / 60 % 24)] += 1
            minute += 1
          }
        }
      }
      let pattern = try await HourPattern(Reading.kind, nil, history.log)
      let told = (0..<24).map { hour in
        (1...7).reduce(0) { $0 + pattern.hour(hour, on: $1).time.wholeMinutes }
      }
      #expect(told == minutes, "seed \(seed)")
      let timed = history.rows.filter { $0.active > .zero }
      #expect(pattern.count == timed.count)
      #expect(pattern.figure.excluded == history.rows.count - timed.count)
    }
  }

  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `of a forecast use the sessions of the book`(
    engine: TestEngine,
    seed: UInt64
  ) async throws {
    try await withHistories(engine, seed) { history in
      let books = try await BookForecast.all(of: nil, history.today, history.log)
      #expect(books.count == 4)
      for book in books {
        let rows = history.rows.filter { $0.title == book.row.title }
        let time = book.forecast.timeLeft
        #expect([Int64(time.count), Int64(time.excluded)] == history.pace(rows).suffix(2))
        #expect((time.value == nil) == (time.count < 3 || book.row.pages == nil))
        let shares = rows.flatMap(history.shares).filter { $0.amount > 0 }
        let days = Dictionary(grouping: shares, by: \.day).keys.sorted().suffix(14)
        #expect(book.progress.days.map(\.day) == Array(days))
        for day in book.progress.days {
          #expect(day.pages == history.pages(rows, on: day.day, of: book.row.pages))
        }
      }
    }
  }

  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `link to their sessions`(engine: TestEngine, seed: UInt64) async throws {
    try await withHistories(engine, seed) { history in
      for span in spans(history) {
        let told = try await Statistics(span, history.log)
        var filter = SessionFilter(limit: .max)
        filter.days = span.days
        for (insight, figure) in [
          (Insight.pace, (told.pace.count, told.pace.excluded)),
          (.mood, (told.moods.count, told.moods.excluded)),
          (.places, (told.places.count, told.places.excluded)),
          (.sessions, (told.totals.sessions, 0)),
        ] {
          let why = try await Drilldown(insight, among: filter, in: history.log)
          #expect((why.count, why.excluded) == figure, "\(insight.name)")
          #expect(why.parts.allSatisfy { $0.rows.count == $0.count })
          filter.limit = 2
          let newest = try await Drilldown(insight, among: filter, in: history.log)
          filter.limit = .max
          #expect(newest.parts.map(\.count) == why.parts.map(\.count))
          #expect(newest.parts.map(\.rows) == why.parts.map { Array($0.rows.prefix(2)) })
        }
        let paused = try await Drilldown(.interruptions, among: filter, in: history.log)
        let pauses = paused.parts.flatMap(\.rows).reduce(0) { $0 + $1.pauses.count }
        #expect(pauses == told.interruptions.value?.pauses ?? 0)
      }
    }
  }
}
