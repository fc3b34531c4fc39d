import Cairn
import Testing

/// Calls of every public function of `Cairn/Time` with extreme values: none may trap
/// (spec/security.md H2).
@Suite struct `Extreme times` {
  static let numbers: [Int64] = [
    .min, .min + 1, -(1 << 53), -(1 << 48) - 1, -1, 0, 1, 1 << 48, 1 << 53, .max - 1, .max,
  ]
  static let zones: [ZoneRules] = [
    .utc,
    ZoneRules(
      name: "Here",
      firstOffset: -64_800,
      transitions: [(Instant(milliseconds: 0), 64_800), (Instant(milliseconds: 1_000), -64_800)]
    ),
  ]

  @Test(arguments: numbers, numbers)
  func `can be added and subtracted`(left: Int64, right: Int64) {
    let (instant, length) = (Instant(milliseconds: left), Milliseconds(right))
    let most = -Milliseconds.maximum...Milliseconds.maximum
    #expect(most.contains((instant + length).milliseconds))
    #expect(most.contains((instant - length).milliseconds))
    #expect(most.contains((instant - Instant(milliseconds: right)).count))
    #expect(most.contains((Milliseconds(left) + length).count))
    #expect(most.contains((Milliseconds(left) - length).count))
    for whole in [Milliseconds.seconds(left), .minutes(left), .hours(left)] {
      #expect(most.contains(whole.count))
    }
    let days = (LocalDay(number: Int32(clamping: left)), Int32(clamping: right))
    #expect((days.0 + days.1).number.magnitude <= LocalDay.maximum.magnitude)
    #expect((days.0 - days.1).number.magnitude <= LocalDay.maximum.magnitude)
    #expect((days.0 - LocalDay(number: days.1)).magnitude <= 2 * LocalDay.maximum.magnitude)
    #expect(days.0.advanced(by: Int(right)).number.magnitude <= LocalDay.maximum.magnitude)
  }

  @Test(arguments: numbers)
  func `have a text, a day and an hour in each zone`(number: Int64) {
    let (instant, day) = (Instant(milliseconds: number), LocalDay(number: Int32(clamping: number)))
    #expect(!instant.text.isEmpty && !Milliseconds(number).clockText.isEmpty)
    #expect(!day.text.isEmpty && (1...7).contains(day.weekday))
    #expect(day.wholeMonth.contains(day) && day.wholeYear.contains(day))
    #expect(PartialDay(day).day == day && !day.remembered(since: day.year - 4).contains(day))
    for zone in Self.zones {
      _ = (zone.offset(at: instant), zone.wallClock(at: instant), zone.instant(wallClock: number))
      for hour in [Int64.min, 0, 4, 23, .max] {
        #expect(!zone.day(at: instant, dayStartHour: hour).text.isEmpty)
      }
    }
  }

  @Test(arguments: numbers)
  func `add up when split into days and hours`(number: Int64) {
    let (start, end) = (Instant(milliseconds: number), Instant(milliseconds: number) + .hours(72))
    for zone in Self.zones {
      var (days, hours) = (Milliseconds.zero, Milliseconds.zero)
      zone.eachDay(from: start, to: end, dayStartHour: 4) { days += $1 }
      zone.eachHour(from: start, to: end) { hours += $2 }
      #expect(days == end - start && hours == end - start)
    }
    #expect(NonOverlappingTime([start..<end, start..<end]).time == end - start)
  }

  @Test(arguments: WeekStart.all, numbers)
  func `have a week`(first: WeekStart, number: Int64) {
    let day = LocalDay(number: Int32(clamping: number))
    #expect((0...6).contains(first.dayIndex(of: day)))
    _ = (first.week(of: day), first.weeks(from: day, to: LocalDay(number: 0)))
  }

  @Test(arguments: numbers, numbers)
  func `have anniversaries`(left: Int64, right: Int64) {
    let (day, other) = (
      LocalDay(number: Int32(clamping: left)), LocalDay(number: Int32(clamping: right))
    )
    #expect(!day.isAnniversary(other) || !other.isAnniversary(day))
    for first in [day.year - 1, day.year, .max] {
      #expect(day.remembered(since: first).allSatisfy { day.isAnniversary($0) })
    }
  }

  @Test func `have no anniversaries before the calendar`() {
    let early = LocalDay(number: -LocalDay.maximum + 1_000)
    #expect((2...3).contains(early.remembered(since: .min).count))
  }

  @Test(arguments: numbers, numbers)
  func `have names in the calendar`(left: Int64, right: Int64) {
    let (day, other) = (
      LocalDay(number: Int32(clamping: left)), LocalDay(number: Int32(clamping: right))
    )
    let days = min(day, other)...max(day, other)
    for year in [nil, Int32.min, 0, day.year, .max] {
      #expect(CalendarText.day(day, in: year).hasPrefix(CalendarText.weekday(day).prefix(3)))
      #expect(CalendarText.short(day, in: year).hasPrefix(CalendarText.short(day)))
    }
    #expect(CalendarText.monthAndYear(day).hasPrefix(CalendarText.month(day)))
    let (year, month) = (PartialDay(year: day.year), PartialDay(year: day.year, month: 12))
    let dates = [PartialDay(day), year, month]
    for date in dates.compactMap({ $0 }) {
      #expect(!CalendarText.date(date).isEmpty && !CalendarText.short(date).isEmpty)
    }
    #expect(CalendarText.days(days).hasPrefix(CalendarText.day(days.lowerBound)))
    for cadence in Cadence.all {
      #expect(!CalendarText.period(days, cadence).isEmpty)
      #expect(!CalendarText.label(days, cadence).isEmpty)
    }
  }

  @Test(arguments: ClockStyle.all, numbers)
  func `have a time of day`(style: ClockStyle, number: Int64) {
    let midnight = style.text(minute: 0).count
    #expect((midnight - 1...midnight).contains(style.text(minute: number).count))
    #expect((midnight - 1...midnight).contains(style.text(wallClock: number).count))
    #expect((midnight - 1...midnight + 3).contains(style.exactText(wallClock: number).count))
    #expect(!style.text(minute: number, second: number).isEmpty)
    #expect((midnight - 1...midnight).contains(style.text(hour: Int(number)).count))
    #expect(!style.label(hour: Int(number)).isEmpty)
  }

  @Test(arguments: numbers, numbers)
  func `have a wall time`(number: Int64, second: Int64) {
    let day = LocalDay(number: Int32(clamping: number))
    #expect(WallTime(day)?.text == day.text)
    let time = WallTime(day, second: second)
    #expect((time == nil) == !(0..<86_400).contains(second))
    for text in ["\(number)", "\(day.text)T\(second)", "\(day.text)T99:59:59"] {
      #expect(WallTime(text: text) == nil || text == day.text)
    }
  }
}
