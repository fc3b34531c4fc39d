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
}
