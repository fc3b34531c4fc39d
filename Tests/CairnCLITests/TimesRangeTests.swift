import Cairn
import Testing

@testable import CairnCLI

private func echo(_ text: String, now: String, _ zone: ZoneRules) -> String {
  do {
    return try TimeReader(now: at(now), zone: zone).range(text).echo
  } catch {
    return error.message
  }
}

@Suite struct `Parsing a time range` {
  private static let now = "2026-01-05T19:30:00Z"

  @Test(arguments: [
    ("20:00-20:15", "Mon 5 Jan 20:00–20:15 (15m)"),
    ("20:00-21:15", "Sun 4 Jan 20:00–21:15 (1h 15m)"),
    ("9am - 11am", "Mon 5 Jan 09:00–11:00 (2h 00m)"),
    ("9am-11am", "Mon 5 Jan 09:00–11:00 (2h 00m)"),
    ("9am to 11am", "Mon 5 Jan 09:00–11:00 (2h 00m)"),
    ("9:00–11:00", "Mon 5 Jan 09:00–11:00 (2h 00m)"),
    ("23:30-00:20", "Sun 4 Jan 23:30 – Mon 5 Jan 00:20 (50m)"),
    ("yesterday 23:30-00:20", "Sun 4 Jan 23:30 – Mon 5 Jan 00:20 (50m)"),
    ("yesterday 20:00 - today 8:00", "Sun 4 Jan 20:00 – Mon 5 Jan 08:00 (12h 00m)"),
    ("today 22:00-23:00", "Mon 5 Jan 22:00–23:00 (1h 00m)"),
    ("monday 9:00-10:00", "Mon 5 Jan 09:00–10:00 (1h 00m)"),
    ("2026-01-02 20:00..21:15", "Fri 2 Jan 20:00–21:15 (1h 15m)"),
    ("2026-01-02 20:00-21:15", "Fri 2 Jan 20:00–21:15 (1h 15m)"),
    ("2026-01-02 10:00-11:00", "Fri 2 Jan 10:00–11:00 (1h 00m)"),
    ("2026-01-02 10:00:00-11:00", "Fri 2 Jan 10:00–11:00 (1h 00m)"),
    ("2026-01-02 23:00-2026-01-03 01:00", "Fri 2 Jan 23:00 – Sat 3 Jan 01:00 (2h 00m)"),
    ("2026-01-02T20:00:00+01:00..2026-01-02T20:30:00Z", "Fri 2 Jan 20:00–21:30 (1h 30m)"),
    ("2026-01-02T20:00:00-05:00-05:00", "Sat 3 Jan 02:00–05:00 (3h 00m)"),
    ("23:00 - 2026-01-03 01:00", "Fri 2 Jan 23:00 – Sat 3 Jan 01:00 (2h 00m)"),
    ("20:00-now", "Mon 5 Jan 20:00–20:30 (30m)"),
    ("-2h - now", "Mon 5 Jan 18:30–20:30 (2h 00m)"),
    ("-2h--30m", "Mon 5 Jan 18:30–20:00 (1h 30m)"),
    ("2h ago - 1h ago", "Mon 5 Jan 18:30–19:30 (1h 00m)"),
    ("31 dec 23:30 - 0:30", "Wed 31 Dec 2025 23:30 – Thu 1 Jan 00:30 (1h 00m)"),
  ])
  func `accepts common forms`(text: String, meant: String) {
    #expect(echo(text, now: Self.now, Zones.berlin) == meant)
  }

  @Test(arguments: [
    "", "20:00", "2026-01-05T18:00:00-05:00", "20:00-", "-20:00", "a-b", "-", "..",
    "20:00-21:00-22:00", "yesterday", "today-tomorrow", "2026-01-05",
  ])
  func `rejects other text`(text: String) {
    let reader = TimeReader(now: at(Self.now), zone: Zones.berlin)
    let error = #expect(throws: CairnError.self) { try reader.range(text) }
    #expect(error?.code == "usage.time")
    #expect(error?.message == "“\(text)” is not a range of times.")
  }

  @Test(arguments: [
    "today 21:00 - today 20:00", "20:00-20:00", "-1h - -2h", "now-now",
    "2026-01-05 10:00 - 2026-01-05 10:00",
  ])
  func `rejects a range that ends before it begins`(text: String) {
    let reader = TimeReader(now: at(Self.now), zone: Zones.berlin)
    let error = #expect(throws: CairnError.self) { try reader.range(text) }
    #expect(error?.message.hasPrefix("“\(text)” does not end after it starts: ") == true)
  }

  @Test(arguments: [
    (
      Zones.berlin, "2026-03-29T10:00:00Z", "1:30-3:30",
      "Sun 29 Mar 01:30 (+01:00)–03:30 (+02:00) (1h 00m)"
    ),
    (
      Zones.berlin, "2026-03-29T10:00:00Z", "today 1:30-2:30",
      "There is no 02:30 on Sun 29 Mar in Europe/Berlin: the clock goes from 02:00 to 03:00."
    ),
    (
      Zones.berlin, "2026-10-25T10:00:00Z", "2:50-2:10",
      "Sun 25 Oct 02:50 (the first of two, +02:00)–02:10 (the second of two, +01:00) (20m)"
    ),
    (
      Zones.berlin, "2026-10-25T10:00:00Z", "today 2:50-2:10",
      "Sun 25 Oct 02:50 (the first of two, +02:00)–02:10 (the second of two, +01:00) (20m)"
    ),
    (
      Zones.berlin, "2026-10-25T10:00:00Z", "today 1:30-2:30",
      "Sun 25 Oct 01:30–02:30 (the first of two, +02:00) (1h 00m)"
    ),
    (
      Zones.berlin, "2026-10-25T10:00:00Z", "1:30-3:30",
      "Sun 25 Oct 01:30 (+02:00)–03:30 (+01:00) (3h 00m)"
    ),
    (
      Zones.lordHowe, "2026-04-05T00:00:00Z", "1:00-2:00",
      "Sun 5 Apr 01:00 (+11:00)–02:00 (+10:30) (1h 30m)"
    ),
    (
      Zones.kathmandu, "2026-01-05T18:30:00Z", "23:30-0:10",
      "Mon 5 Jan 23:30 – Tue 6 Jan 00:10 (40m)"
    ),
    (
      Zones.apia, "2011-12-31T00:00:00Z", "2011-12-29 23:30-0:30",
      "There is no 00:30 on Fri 30 Dec in Pacific/Apia: the clock goes from Fri 30 Dec 00:00 to "
        + "Sat 31 Dec 00:00."
    ),
  ])
  func `measures elapsed time, not the difference of clock times`(
    zone: ZoneRules,
    now: String,
    text: String,
    meant: String
  ) {
    #expect(echo(text, now: now, zone) == meant)
  }
}

@Suite struct `Parsing days` {
  /// The parser on a Wednesday.
  private static let reader = TimeReader(now: at("2026-01-07T12:00:00Z"), zone: Zones.berlin)

  @Test(arguments: [
    ("today", "2026-01-07"), ("yesterday", "2026-01-06"), ("wednesday", "2026-01-07"),
    ("thu", "2026-01-01"), ("2026-01-05", "2026-01-05"), ("2030-01-01", "2030-01-01"),
    ("5 jan", "2026-01-05"), ("8 January", "2025-01-08"), ("Mon 5 Jan 2026", "2026-01-05"),
  ])
  func `accepts one day`(text: String, day: String) throws {
    #expect(try Self.reader.day(text).value.text == day)
  }

  @Test(arguments: [
    ("today", "Wed 7 Jan"), ("yesterday", "Tue 6 Jan"),
    ("this week", "Mon 5 Jan – Sun 11 Jan"), ("last week", "Mon 29 Dec 2025 – Sun 4 Jan"),
    ("this month", "Thu 1 Jan – Sat 31 Jan"),
    ("last month", "Mon 1 Dec 2025 – Wed 31 Dec 2025"),
    ("this year", "Thu 1 Jan – Thu 31 Dec"), ("Last  Year", "Wed 1 Jan 2025 – Wed 31 Dec 2025"),
    ("2025", "Wed 1 Jan 2025 – Wed 31 Dec 2025"), ("2025-02", "Sat 1 Feb 2025 – Fri 28 Feb 2025"),
    ("february 2024", "Thu 1 Feb 2024 – Thu 29 Feb 2024"),
    ("2025-11..2025-12", "Sat 1 Nov 2025 – Wed 31 Dec 2025"),
    ("monday", "Mon 5 Jan"), ("monday..today", "Mon 5 Jan – Wed 7 Jan"),
    ("2026-01-01 .. 2026-01-31", "Thu 1 Jan – Sat 31 Jan"), ("today..today", "Wed 7 Jan"),
  ])
  func `accepts ranges of days`(text: String, echo: String) throws {
    #expect(try Self.reader.days(text).echo == echo)
  }

  @Test(arguments: [
    ("monday", "Mon 29 Dec 2025 – Sun 4 Jan", "Mon 22 Dec 2025 – Sun 28 Dec 2025"),
    ("sunday", "Sun 28 Dec 2025 – Sat 3 Jan", "Sun 21 Dec 2025 – Sat 27 Dec 2025"),
    ("saturday", "Sat 27 Dec 2025 – Fri 2 Jan", "Sat 20 Dec 2025 – Fri 26 Dec 2025"),
  ])
  func `begins a week on the chosen day, also across New Year`(
    start: String,
    this: String,
    last: String
  ) throws {
    let reader = TimeReader(
      now: at("2026-01-01T12:00:00Z"),
      zone: .utc,
      weekStart: try #require(WeekStart(name: start))
    )
    #expect(try reader.days("this week").echo == this)
    #expect(try reader.days("last week").echo == last)
  }

  @Test func `knows the months at every time of the year`() throws {
    let december = TimeReader(now: at("2024-12-31T12:00:00Z"), zone: .utc)
    #expect(try december.days("this month").echo == "Sun 1 Dec – Tue 31 Dec")
    let march = TimeReader(now: at("2024-03-15T12:00:00Z"), zone: .utc)
    #expect(try march.days("last month").echo == "Thu 1 Feb – Thu 29 Feb")
  }

  @Test func `begins a day at the chosen hour`() throws {
    let late = TimeReader(now: at("2026-01-05T02:30:00Z"), zone: .utc, dayStartHour: 4)
    #expect(try late.day("today").value.text == "2026-01-04")
    #expect(try late.day("sunday").value.text == "2026-01-04")
    #expect(try late.days("this week").echo == "Mon 29 Dec 2025 – Sun 4 Jan")
  }

  @Test(arguments: [
    "", "tomorrow", "2026-02-30", "this day", "next week", "last fortnight", "2026-13",
    "20:40", "7", "32 jan", "..", "a..b",
  ])
  func `rejects other text`(text: String) {
    let error = #expect(throws: CairnError.self) { try Self.reader.days(text) }
    #expect(error?.code == "usage.time")
  }

  @Test func `rejects an unknown range and days in the wrong order`() {
    let stretch = #expect(throws: CairnError.self) { try Self.reader.days("last fortnight") }
    #expect(stretch?.hint == TimeForms.periods.rawValue)
    let order = #expect(throws: CairnError.self) { try Self.reader.days("today..monday") }
    #expect(order?.message == "“today..monday” ends before it starts.")
  }
}

@Suite struct `Parsing a duration` {
  @Test(
    arguments: [
      ("45m", 2_700), ("90m", 5_400), ("30m", 1_800), ("1h30", 5_400), ("1h05", 3_900),
      ("1h 30m", 5_400), ("1h30m", 5_400), ("1 h 30 min", 5_400), ("1:30", 5_400), ("0:45", 2_700),
      ("1:02:03", 3_723), ("2h", 7_200), ("100h", 360_000), ("45min", 2_700), ("90s", 90),
      ("1h30m15s", 5_415), ("1h 15s", 3_615), ("1H30M", 5_400), ("0m", 0), ("1h5", 3_900),
    ] as [(String, Int64)]
  )
  func `accepts common forms`(text: String, seconds: Int64) throws {
    let reader = TimeReader(now: at("2026-01-05T12:00:00Z"), zone: .utc)
    #expect(try reader.duration(text).value == .seconds(seconds))
  }

  @Test(arguments: [
    "", "45", "m", "h30", "1h90m", "30m1h", "1h1h", "1:60", "1:5", ":30", "1:", "-45m",
    "1d", "3mo", "1 30m", "30m15", "9999999m", "٤٥m", "1h30m ago",
  ])
  func `rejects ambiguous text`(text: String) {
    let reader = TimeReader(now: at("2026-01-05T12:00:00Z"), zone: .utc)
    let error = #expect(throws: CairnError.self) { try reader.duration(text) }
    #expect(error?.message == "“\(text)” is not a length of time.")
    #expect(error?.hint == TimeForms.durations.rawValue)
  }

  @Test(
    arguments: [
      (0, "0m"), (59, "0m"), (2_700, "45m"), (3_599, "59m"), (3_600, "1h 00m"), (3_900, "1h 05m"),
      (90_000, "25h 00m"), (-60, "0m"),
    ] as [(Int64, String)]
  )
  func `prints hours and minutes`(seconds: Int64, text: String) {
    #expect(Milliseconds.seconds(seconds).hoursAndMinutes == text)
  }

  @Test func `accepts its own output`() throws {
    for minutes in stride(from: Int64(0), to: 5_000, by: 7) {
      let length = Milliseconds.minutes(minutes)
      #expect(Milliseconds(durationText: length.hoursAndMinutes) == length)
      #expect(Milliseconds(durationText: length.clockText) == length)
    }
  }
}
