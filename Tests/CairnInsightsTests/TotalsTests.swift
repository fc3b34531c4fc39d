import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `Totals of a range of days` {
  private func total(_ text: String, minutes: Int64, pages: Int64, sessions: Int) throws -> DayTotal
  {
    DayTotal(day: try day(text), time: .minutes(minutes), amount: pages, sessions: sessions)
  }

  @Test func `add up the days inside, including both ends`() throws {
    let rows = [
      try total("2026-01-04", minutes: 10, pages: 1, sessions: 1),
      try total("2026-01-05", minutes: 20, pages: 2, sessions: 1),
      try total("2026-01-07", minutes: 30, pages: 4, sessions: 2),
      try total("2026-01-08", minutes: 40, pages: 8, sessions: 1),
    ]
    let totals = Totals(rows, in: try day("2026-01-05")...day("2026-01-07"))
    #expect(totals.time == .minutes(50))
    #expect(totals.amount == 6 && totals.sessions == 3 && totals.activeDays == 2)
  }

  @Test func `are zero for no days`() throws {
    let totals = Totals([], in: try day("2026-01-05")...day("2026-01-07"))
    #expect(totals.time == .zero && totals.amount == 0)
    #expect(totals.sessions == 0 && totals.activeDays == 0)
  }

  @Test func `count a day once for all kinds, and only with time`() throws {
    let rows = [
      try total("2026-01-05", minutes: 20, pages: 2, sessions: 1),
      try total("2026-01-05", minutes: 5, pages: 0, sessions: 1),
      try total("2026-01-06", minutes: 0, pages: 12, sessions: 1),
    ]
    let totals = Totals(rows, in: try day("2026-01-01")...day("2026-01-31"))
    #expect(totals.activeDays == 1 && totals.sessions == 3 && totals.amount == 14)
  }

  @Test func `count a session over midnight once and its minutes on both days`() throws {
    let segment = Segment(start: try at("2026-01-05T23:41"), end: try at("2026-01-06T00:19"))
    let shares = try Timeline(ended: [segment]).shares(zone: .utc, dayStartHour: 0, amount: 10)
    let rows = shares.enumerated().map {
      DayTotal(day: $1.day, time: $1.time, amount: $1.amount, sessions: $0 == 0 ? 1 : 0)
    }
    let monday = try day("2026-01-05")
    #expect(Totals(rows, in: monday...monday).time == .minutes(19))
    let both = Totals(rows, in: monday...(monday + 1))
    #expect(both.time == .minutes(38) && both.amount == 10)
    #expect(both.sessions == 1 && both.activeDays == 2)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `of parts add up to the total`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let rows = (0..<20).map { _ in
        DayTotal(
          day: LocalDay(number: Int32.random(in: 0...30, using: &random)),
          time: .minutes(Int64.random(in: 0...90, using: &random)),
          amount: Int64.random(in: 0...50, using: &random),
          sessions: Int.random(in: 0...3, using: &random)
        )
      }
      let cut = LocalDay(number: Int32.random(in: 0...29, using: &random))
      let whole = Totals(rows, in: LocalDay(number: 0)...LocalDay(number: 30))
      let early = Totals(rows, in: LocalDay(number: 0)...cut)
      let late = Totals(rows, in: (cut + 1)...LocalDay(number: 30))
      #expect(early.time + late.time == whole.time)
      #expect(early.amount + late.amount == whole.amount)
      #expect(early.sessions + late.sessions == whole.sessions)
      #expect(early.activeDays + late.activeDays == whole.activeDays)
    }
  }
}
