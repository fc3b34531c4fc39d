import Cairn
import CairnInsights
import CairnTestKit
import Testing

/// Compares every insight with a simple loop over all climbs.
@Suite struct `Climbing statistics` {
  private func withInsights(
    _ seed: UInt64,
    _ body: (ClimbingInsights, ClimbingHistory, RandomClimbing) throws -> Void
  ) throws {
    var random = SeededGenerator(seed: seed &+ 99)
    for turn in 0..<12 {
      let log = RandomClimbing(seed: seed &+ UInt64(turn) &* 1_000)
      let span = log.span(&random)
      let cadence = [nil, Cadence.weekly, .monthly, .yearly].randomElement(using: &random) ?? nil
      let insights = ClimbingInsights(
        log.history,
        in: span,
        by: cadence,
        today: log.today,
        weekStart: log.weekStart
      )
      let days = insights.days
      if span == nil, let first = log.history.climbedDays.first {
        #expect(days == first...log.today, "seed \(log.seed)")
      }
      let own = ClimbingHistory(
        grades: log.history.grades,
        climbs: log.history.climbs.filter { days.contains($0.day) },
        tags: log.history.tags,
        sessions: log.history.sessions.filter { days.contains($0.day) }
      )
      try body(insights, own, log)
    }
  }

  private func sum(_ climbs: [ClimbFact], _ part: KeyPath<AttemptSums, Int64>) -> Int64 {
    climbs.reduce(0) { $0 + $1.sums[keyPath: part] }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `equal the climbs and sessions`(seed: UInt64) throws {
    try withInsights(seed) { insights, own, log in
      let all = insights.overview
      #expect(all.climbs == own.climbs.count, "seed \(log.seed)")
      #expect(all.sent == own.climbs.filter { $0.sums.sends > 0 }.count)
      #expect(all.sessions == own.sessions.count)
      #expect(all.time.count == own.sessions.reduce(0) { $0 + $1.time.count })
      let days = Set(own.climbs.map(\.day)).union(own.sessions.map(\.day))
      #expect(all.days == days.count)
      let names = Set(
        own.sessions.flatMap(\.partners).map { $0.lowercased().replacing("å", with: "a") }
      )
      #expect(all.partners == names.count)
      let logged = own.climbs.filter { !$0.isImported }
      let known = sum(logged, \.attempts) - sum(logged, \.unknown)
      #expect(all.sendRate.value == (known > 0 ? sum(logged, \.sends) * 10_000 / known : nil))
      #expect(all.sendRate.count == Int(known))
      let left = Int(sum(logged, \.unknown)) + own.climbs.count - logged.count
      #expect(all.sendRate.excluded == left)
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `use ladders that never mix`(seed: UInt64) throws {
    try withInsights(seed) { insights, own, log in
      var counted = 0
      for one in insights.ladders {
        let climbs = own.climbs.filter { climb in
          climb.discipline == one.ladder.discipline
            && climb.grade.map { own.grades[$0].scale == one.ladder.scale } ?? false
        }
        counted += climbs.count
        #expect(one.pyramid.rows.reduce(0) { $0 + $1.climbs } == climbs.count, "seed \(log.seed)")
        for row in one.pyramid.rows {
          let same = climbs.filter { $0.grade.map { own.grades[$0].bucket } == row.grade }
          #expect(row.climbs == same.count, "\(row.grade)")
          #expect(row.sums.attempts == sum(same, \.attempts))
          #expect(row.sums.sends == sum(same, \.sends))
          #expect(row.sums.firstAttemptSends == sum(same, \.onsights) + sum(same, \.flashes))
          #expect(row.sums.firstSends == sum(same, \.firstSends))
        }
        try checkOrder(one)
        checkHardest(one, climbs, own)
        checkProgression(one, climbs, own, insights)
      }
      #expect(insights.graded.count == counted)
      #expect(counted + insights.graded.excluded == own.climbs.count)
    }
  }

  /// Checks that the grades are in the order of the scale without gaps, hardest first.
  private func checkOrder(_ one: ClimbingInsights.OnLadder) throws {
    let ordered = one.pyramid.rows.filter(\.isOrdered).map(\.grade)
    let ranks = try ordered.map { try Grade($0, in: one.ladder.scale).order?.rank ?? 0 }
    #expect(ranks == ranks.sorted(by: >) && Set(ranks).count == ranks.count)
    let offered = one.ladder.scale.grades.filter { name in
      guard let rank = Grade(lenient: name, in: one.ladder.scale)?.order?.rank,
        let low = ranks.last, let high = ranks.first
      else { return false }
      return (low...high).contains(rank)
    }
    #expect(Set(offered).subtracting(ordered) == [], "grades nobody climbed are shown")
    let isLast = one.pyramid.rows.drop { $0.isOrdered }.allSatisfy { !$0.isOrdered }
    #expect(isLast)
  }

  private func checkHardest(
    _ one: ClimbingInsights.OnLadder,
    _ climbs: [ClimbFact],
    _ own: ClimbingHistory
  ) {
    let sent = climbs.filter { $0.sums.sends > 0 }
    let ordered = sent.filter { $0.grade.map { own.grades[$0].isOrdered } ?? false }
    let hardest = ordered.max { left, right in
      let ranks = [left, right].map { $0.grade.flatMap { own.grades[$0].order?.rank } ?? 0 }
      if ranks[0] != ranks[1] { return ranks[0] < ranks[1] }
      return (right.day, right.id) < (left.day, left.id)
    }
    #expect(one.hardest.value?.climb == hardest?.id)
    #expect(one.hardest.value?.grade == hardest?.grade.map { own.grades[$0] })
    #expect(one.hardest.count == ordered.count)
    #expect(one.hardest.excluded == sent.count - ordered.count)
  }

  private func checkProgression(
    _ one: ClimbingInsights.OnLadder,
    _ climbs: [ClimbFact],
    _ own: ClimbingHistory,
    _ insights: ClimbingInsights
  ) {
    for point in one.progression.points {
      let sent = climbs.filter { climb in
        point.days.contains(climb.day) && climb.sums.sends > 0
          && climb.grade.map { own.grades[$0].isOrdered } ?? false
      }
      #expect(point.sent == sent.count)
      let ranks = sent.compactMap { $0.grade.flatMap { own.grades[$0].order?.rank } }
      #expect(point.grade?.order?.rank == ranks.max())
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `rate only climbs logged here`(seed: UInt64) throws {
    try withInsights(seed) { insights, own, log in
      let here = own.climbs.filter { !$0.isImported && $0.sums.attempts > 0 }
      let known = sum(here, \.attempts) - sum(here, \.unknown)
      let sends = sum(here, \.sends)
      let rates = insights.rates
      #expect(
        rates.sendRate.value == (known > 0 ? sends * 10_000 / known : nil),
        "seed \(log.seed)"
      )
      let first = sum(here, \.onsights) + sum(here, \.flashes)
      #expect(rates.flashRate.value == (sends > 0 ? first * 10_000 / sends : nil))
      let imported = own.climbs.filter(\.isImported).count
      let left = rates.flashRate.exclusions.first { $0.reason == "logged by another app" }
      #expect(left?.count ?? 0 == imported)
      for row in rates.rows {
        let same = here.filter { $0.discipline == row.discipline }
        #expect(row.climbs == same.count && row.sums.sends == sum(same, \.sends))
      }
      #expect(rates.rows.reduce(0) { $0 + $1.climbs } == here.count)
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `are the same period by period`(seed: UInt64) throws {
    try withInsights(seed) { insights, own, log in
      let rows = insights.volume.rows
      for row in rows {
        let climbs = own.climbs.filter { row.days.contains($0.day) }
        let sessions = own.sessions.filter { row.days.contains($0.day) }
        #expect(row.climbs == climbs.count && row.attempts == sum(climbs, \.attempts))
        #expect(row.sessions == sessions.count)
        let time = sessions.reduce(0) { $0 + $1.time.count }
        #expect(row.time.count == time)
        #expect(row.mean?.count == (sessions.isEmpty ? nil : time / Int64(sessions.count)))
      }
      #expect(rows.reduce(0) { $0 + $1.climbs } == own.climbs.count, "seed \(log.seed)")
      let time = own.sessions.reduce(0) { $0 + $1.time.count }
      let count = Int64(own.sessions.count)
      #expect(insights.volume.session.value?.count == (count > 0 ? time / count : nil))
      for trend in insights.ratings {
        let said = own.sessions.compactMap { $0.rating(trend.scale) }
        #expect(
          trend.mean.value == (said.isEmpty ? nil : said.reduce(0, +) * 100 / Int64(said.count))
        )
        #expect(
          trend.mean.count == said.count && trend.mean.excluded == own.sessions.count - said.count
        )
        for row in trend.rows {
          let values = own.sessions.filter { row.days.contains($0.day) }.compactMap {
            $0.rating(trend.scale)
          }
          #expect(row.count == values.count && row.sum == values.reduce(0, +))
        }
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `are the same by discipline and by tag`(seed: UInt64) throws {
    try withInsights(seed) { insights, own, log in
      let shares = insights.disciplines.value ?? []
      #expect(shares.reduce(0) { $0 + $1.climbs } == own.climbs.count, "seed \(log.seed)")
      for share in shares {
        let same = own.climbs.filter { $0.discipline == share.discipline }
        #expect(share.climbs == same.count)
        #expect(share.shareHundredths == Int64(same.count) * 10_000 / Int64(own.climbs.count))
      }
      let marks = log.history.marks.filter {
        insights.days.contains(log.history.climbs[$0.climb].day)
      }
      let tags = insights.tags.value ?? []
      #expect(Set(tags.map(\.tag)) == Set(marks.map { log.history.tags[$0.tag] }))
      for one in tags {
        let own = marks.filter { log.history.tags[$0.tag] == one.tag }
        #expect(one.helped == own.filter(\.isHelp).count && one.marked == own.count)
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `show readiness above a minimum of sessions`(seed: UInt64) throws {
    try withInsights(seed) { insights, own, log in
      for one in insights.readiness {
        var (count, levels) = (0, [Int64: (sessions: Int, sends: Int64, known: Int64)]())
        for session in own.sessions {
          let climbs = own.climbs.filter { $0.session == session.id && !$0.isImported }
          let known = sum(climbs, \.attempts) - sum(climbs, \.unknown)
          guard let value = session.rating(one.scale), known > 0 else { continue }
          count += 1
          let old = levels[value] ?? (0, 0, 0)
          levels[value] = (old.0 + 1, old.1 + sum(climbs, \.sends), old.2 + known)
        }
        #expect(one.levels.count == count, "seed \(log.seed)")
        #expect(one.levels.excluded == own.sessions.count - count)
        #expect((one.levels.value == nil) == (count < 10))
        for level in one.levels.value ?? [] {
          let own = levels[level.value] ?? (0, 0, 0)
          #expect(level.sessions == own.sessions)
          #expect(level.sendRate == (own.sessions < 3 ? nil : own.sends * 10_000 / own.known))
        }
        #expect(
          one.note.contains("\(count) session") && one.note.contains("not a cause")
        )
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `contain every day, and streaks of climbed weeks`(seed: UInt64) throws {
    try withInsights(seed) { insights, own, log in
      #expect(insights.activity.days.map(\.day) == Array(insights.days), "seed \(log.seed)")
      for day in insights.activity.days {
        #expect(day.climbs == own.climbs.filter { $0.day == day.day }.count)
        let isClimbed = day.climbs > 0 || own.sessions.contains { $0.day == day.day }
        #expect(day.isClimbed == isClimbed && (day.level > 0) == isClimbed)
      }
      let days = Set(log.history.climbs.map(\.day)).union(log.history.sessions.map(\.day))
      let weeks = Set(days.map { log.weekStart.week(of: $0).lowerBound })
      var week = log.weekStart.week(of: log.today).lowerBound
      if !weeks.contains(week) { week = week - 7 }
      var current = 0
      while weeks.contains(week) {
        current += 1
        week = week - 7
      }
      #expect(insights.streak.current == current)
    }
  }

  @Test(arguments: SeededGenerator.seeds, ClimbDrilldown.insights)
  func `count or exclude each climb once`(
    seed: UInt64,
    insight: Insight
  ) throws {
    let log = RandomClimbing(seed: seed)
    let parts = log.history.climbs(behind: insight)
    let ids = parts.flatMap(\.climbs)
    #expect(ids.count == log.history.climbs.count && Set(ids).count == ids.count)
    let insights = ClimbingInsights(log.history, today: log.today, weekStart: log.weekStart)
    let counted = parts.first { $0.reason == nil }?.climbs.count
    if insight == .climbTags { #expect(counted == insights.tags.count) }
    if insight == .rates { #expect(counted == insights.rates.rows.reduce(0) { $0 + $1.climbs }) }
  }
}
