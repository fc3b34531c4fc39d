import Cairn
import CairnTestKit
import Testing

@testable import CairnInsights

/// Regression tests for the defects of the reference app in spec/climbing.md 1.4 and 6.
@Suite struct `Climbing insights` {
  private let today = LocalDay(number: 20_500)

  private func insights(
    _ climbs: [(String, GradeScale, Discipline, sends: Int64)],
    days: [Int32] = []
  ) -> ClimbingInsights {
    let facts = climbs.enumerated().map { index, climb in
      ClimbFact(
        id: Identifier(RecordID(high: 1, low: UInt64(index))),
        day: today - (days.isEmpty ? 1 : days[index]),
        discipline: climb.2,
        grade: index,
        sums: AttemptSums(attempts: max(1, climb.sends), sends: climb.sends)
      )
    }
    let history = ClimbingHistory(
      grades: climbs.compactMap { Grade(lenient: $0.0, in: $0.1) },
      climbs: facts
    )
    return ClimbingInsights(history, today: today, weekStart: .monday)
  }

  // 6, heatmap: dropped the newest days when (weekday of range start) > 6 − (days mod 7).
  @Test(arguments: WeekStart.all, 0..<7)
  func `cover every day of the range, for any first weekday and length`(
    start: WeekStart,
    weekday: Int
  ) throws {
    for length in Array(1...80) + [364, 365, 366, 371, 372, 400, 730, 1_096] {
      let first = LocalDay(number: 20_001 + Int32(weekday))
      let range = first...(first + Int32(length) - 1)
      let days = ClimbingDays(
        ClimbingHistory(),
        in: range,
        today: range.upperBound,
        weekStart: start
      )
      #expect(days.days.map(\.day) == Array(range))
      guard [1, 7, 8, 30, 31, 366, 1_096].contains(length) else { continue }
      for width in [280, 340, 720] {
        let titles = try Found(DayGrid(days).svg(width: width)).titles.dropFirst()
        #expect(
          titles.count == length && Set(titles).count == length,
          "\(length) days, \(width) px"
        )
      }
    }
  }

  // A climb in the year 147, a mistyped 2147, once caused 680,000 days that took ten seconds.
  @Test func `show no empty centuries before the first climb`() {
    let far = insights(
      [("V1", .v, .bouldering, 1), ("V2", .v, .bouldering, 1)],
      days: [1, 680_000]
    )
    #expect(far.days == (today - 1)...today && far.overview.climbs == 1)
    #expect(far.streak.current == 1)
    #expect(far.overview.sendRate.exclusions.contains { $0.reason == "climbs before 1900" })
  }

  // 1.4-3, 6: grades of all scales were compared by one score.
  @Test func `never compare grades of two scales or two disciplines`() {
    let all = insights([
      ("5.12a", .yds, .sport, 1), ("7a+", .french, .sport, 1), ("5.10a", .yds, .trad, 1),
      ("V5", .v, .bouldering, 1), ("6C", .font, .bouldering, 1),
    ])
    let hardest = all.ladders.map { "\($0.ladder.title): \($0.hardest.value?.grade.text ?? "")" }
    #expect(
      hardest == [
        "bouldering, V scale: V5", "bouldering, Font: 6C", "sport, YDS: 5.12a",
        "sport, French: 7a+", "trad, YDS: 5.10a",
      ]
    )
    #expect(all.ladders.allSatisfy { $0.pyramid.figure.count == 1 })
  }

  // 1.4-1: 5.9+ sorted above 5.10a.
  @Test func `sort 5.9+ below 5.10a`() {
    let all = insights([("5.9+", .yds, .sport, 1), ("5.10a", .yds, .sport, 1)])
    #expect(all.ladders[0].hardest.value?.grade.text == "5.10a")
    #expect(Array(all.ladders[0].pyramid.rows.prefix(2).map(\.grade)) == ["5.10a", "5.9+"])
  }

  @Test func `describe what a row of a pyramid contains`() {
    let all = insights([
      ("5.10b/c PG13", .yds, .trad, 1), ("5.10b", .yds, .trad, 1), ("5.9", .yds, .trad, 1),
    ])
    let rows = all.ladders[0].pyramid.rows
    #expect(rows.first { $0.grade == "5.10b" }?.others == ["5.10b/c PG13"])
    #expect(rows.first { $0.grade == "5.10b" }?.climbs == 2)
    let names = all.ladders[0].pyramid.chart.table.rows.map(\.name)
    #expect(names.contains("5.10b (with 5.10b/c PG13)") && names.contains("5.9"))
  }

  // 1.4-2: 9a+, 9b, 9b+ and 9c were one.
  @Test func `keep the hardest French grades separate`() {
    let names = ["9a", "9a+", "9b", "9b+", "9c"]
    let all = insights(names.map { ($0, .french, .sport, 1) })
    #expect(Array(all.ladders[0].pyramid.rows.prefix(5).map(\.grade)) == names.reversed())
    #expect(all.ladders[0].pyramid.rows.prefix(5).allSatisfy { $0.climbs == 1 })
    #expect(all.ladders[0].hardest.value?.grade.text == "9c")
  }

  // 6, progression: V1 to V16 were drawn one grade too low on the axis, 5.9+ as 5.10a.
  @Test(arguments: GradeScale.all)
  func `put every grade at its rank on the axis`(scale: GradeScale) throws {
    let discipline: Discipline = scale.isForBoulders ? .bouldering : .sport
    for name in scale.grades {
      let all = insights([(name, scale, discipline, 1)])
      let progression = all.ladders[0].progression
      let rank = try Int64(#require(Grade(name, in: scale).order).rank)
      let tick = progression.ticks.first { $0.value == rank }
      #expect(tick?.name == name)
      for tick in progression.ticks {
        #expect(try Int64(#require(Grade(tick.name, in: scale).order).rank) == tick.value)
      }
    }
  }

  // 6, pyramid: VB had the score 0, like climbs without a grade; equal scores were merged.
  @Test func `distinguish VB from no grade`() {
    let history = ClimbingHistory(
      grades: [Grade(lenient: "VB", in: .v)].compactMap(\.self),
      climbs: [0, nil].enumerated().map { index, grade in
        ClimbFact(
          id: Identifier(RecordID(high: 1, low: UInt64(index))),
          day: today,
          discipline: .bouldering,
          grade: grade
        )
      }
    )
    let all = ClimbingInsights(history, today: today, weekStart: .monday)
    #expect(all.ladders[0].pyramid.rows.map(\.grade) == ["VB"])
    #expect(all.ladders[0].pyramid.rows[0].climbs == 1)
    #expect(all.ladders[0].pyramid.figure.exclusions == [Exclusion("no grade", 1)])
    #expect(all.graded.excluded == 1)
  }

  @Test func `show grades outside the scale in a separate row with a note`() {
    let all = insights([("V5", .v, .bouldering, 1), ("V???", .v, .bouldering, 1)])
    #expect(all.ladders[0].pyramid.rows.last?.grade == "V???")
    #expect(all.ladders[0].pyramid.rows.last?.isOrdered == false)
    #expect(all.ladders[0].hardest.value?.grade.text == "V5")
    #expect(all.ladders[0].hardest.excluded == 1 && all.ladders[0].progression.figure.excluded == 1)
  }

  @Test func `show the convention under the hardest sent grade, including gaps`() {
    let all = insights([
      ("V6", .v, .bouldering, 0), ("V5", .v, .bouldering, 2), ("V3", .v, .bouldering, 1),
    ])
    let rows = all.ladders[0].pyramid.rows
    #expect(rows.map(\.grade) == ["V6", "V5", "V4", "V3", "V2"])
    #expect(rows.map(\.convention) == [nil, 1, 2, 4, 8])
    #expect(rows.map(\.climbs) == [1, 1, 0, 1, 0])
  }

  // 6, flash rate: always 100 % for boulderers, because only first goes could be logged.
  @Test func `have a flash rate below 100 % for boulders`() {
    let history = ClimbingHistory(climbs: [
      ClimbFact(
        id: Identifier(RecordID(high: 1, low: 1)),
        day: today,
        discipline: .bouldering,
        sums: AttemptSums(attempts: 3, sends: 1)
      ),
      ClimbFact(
        id: Identifier(RecordID(high: 1, low: 2)),
        day: today,
        discipline: .bouldering,
        sums: AttemptSums(attempts: 1, sends: 1, flashes: 1)
      ),
    ])
    let all = ClimbingInsights(history, today: today, weekStart: .monday)
    #expect(all.rates.flashRate.value == 5_000 && all.rates.sendRate.value == 5_000)
  }

  // 6, duration: the mean was the mean of the weekly means.
  @Test func `average over sessions, not weeks`() {
    let sessions = [(0, 60), (0, 60), (8, 180)].enumerated().map { index, one in
      ClimbingFact(
        id: SessionID(RecordID(high: 2, low: UInt64(index))),
        day: today - Int32(one.0),
        time: .minutes(Int64(one.1)),
        ratings: []
      )
    }
    let history = ClimbingHistory(sessions: sessions)
    let all = ClimbingInsights(history, today: today, weekStart: .monday)
    #expect(all.volume.session.value == .minutes(100))
  }

  // 6, radar: both areas were scaled to the largest sum.
  @Test func `draw the radar in the scale of the larger of helped and hindered`() throws {
    let tags = Array(ClimbTag.catalogue.prefix(3))
    let climbs = (0..<9).map {
      ClimbFact(id: Identifier(RecordID(high: 1, low: UInt64($0))), day: today)
    }
    let marks = (0..<9).map { ClimbMark(climb: $0, tag: $0 % 3, isHelp: $0 < 5) }
    let history = ClimbingHistory(climbs: climbs, tags: tags, marks: marks)
    let all = ClimbingInsights(history, today: today, weekStart: .monday)
    let radar = try #require(TagBalance.chart(all.tags) as? RadarChart)
    #expect(radar.largest == 2 && radar.corners.count == 3)
    #expect(radar.table.rows.count == 3)
  }

  @Test func `draw no radar of two tags, but list both in the table`() throws {
    let tags = Array(ClimbTag.catalogue.prefix(2))
    let climb = ClimbFact(id: Identifier(RecordID(high: 1, low: 1)), day: today)
    let marks = (0..<2).map { ClimbMark(climb: 0, tag: $0, isHelp: true) }
    let history = ClimbingHistory(climbs: [climb], tags: tags, marks: marks)
    let all = ClimbingInsights(history, today: today, weekStart: .monday)
    let radar = try #require(TagBalance.chart(all.tags) as? RadarChart)
    #expect(radar.corners.isEmpty && radar.table.rows.count == 2)
    #expect(radar.svg().contains("A radar needs 3 tags; there are 2."))
  }

  // 6, partners: one person counted twice, by id and by name.
  @Test func `count a partner once, ignoring case and accents`() {
    let sessions = [["Åsa"], ["asa", "Ben"], ["BEN"]].enumerated().map { index, names in
      ClimbingFact(
        id: SessionID(RecordID(high: 2, low: UInt64(index))),
        day: today,
        time: .hours(1),
        ratings: [],
        partners: names
      )
    }
    let all = ClimbingInsights(
      ClimbingHistory(sessions: sessions),
      today: today,
      weekStart: .monday
    )
    #expect(all.overview.partners == 2)
  }

  // 6: the first day of a range was partial, because it started at the time of the request.
  @Test func `include whole days at both ends of a range`() {
    let all = insights(
      [("V1", .v, .bouldering, 1), ("V2", .v, .bouldering, 1), ("V3", .v, .bouldering, 1)],
      days: [6, 7, 0]
    )
    #expect(all.overview.climbs == 3)
    let history = ClimbingHistory(
      climbs: [0, 6, 7].map {
        ClimbFact(id: Identifier(RecordID(high: 1, low: UInt64($0))), day: today - Int32($0))
      }
    )
    let week = ClimbingInsights(history, in: (today - 6)...today, today: today, weekStart: .monday)
    #expect(week.overview.climbs == 2)
  }

  @Test func `use the session's discipline only if the grade allows it`() throws {
    let boulder = try Grade("V3", in: .v)
    let route = try Grade("6a", in: .french)
    #expect(Discipline.counted(nil, inSession: .sport, grade: boulder) == .bouldering)
    #expect(Discipline.counted(nil, inSession: .sport, grade: route) == .sport)
    #expect(Discipline.counted(nil, inSession: .bouldering, grade: route) == nil)
    #expect(Discipline.counted(nil, inSession: .trad, grade: nil) == .trad)
    #expect(Discipline.counted(.trad, inSession: .sport, grade: route) == .trad)
  }
}
