import Cairn
import Testing

@testable import CairnCLI

@Suite struct `Parsing a time` {
  /// Monday, 20:55:13 in Berlin.
  private static let now = "2026-01-05T19:55:13Z"

  @Test(arguments: [
    ("now", "2026-01-05T20:55:13+01:00"),
    ("20:40", "2026-01-05T20:40:00+01:00"),
    ("8:05:30", "2026-01-05T08:05:30+01:00"),
    ("20:56", "2026-01-05T20:56:00+01:00"),
    ("20:57", "2026-01-04T20:57:00+01:00"),
    ("23:50", "2026-01-04T23:50:00+01:00"),
    ("8am", "2026-01-05T08:00:00+01:00"),
    ("8 AM", "2026-01-05T08:00:00+01:00"),
    ("8:15pm", "2026-01-05T20:15:00+01:00"),
    ("9pm", "2026-01-04T21:00:00+01:00"),
    ("12am", "2026-01-05T00:00:00+01:00"),
    ("12pm", "2026-01-05T12:00:00+01:00"),
    ("12:30am", "2026-01-05T00:30:00+01:00"),
    ("noon", "2026-01-05T12:00:00+01:00"),
    ("midnight", "2026-01-05T00:00:00+01:00"),
    ("-15m", "2026-01-05T20:40:13+01:00"),
    ("-1h30m", "2026-01-05T19:25:13+01:00"),
    ("-1h30", "2026-01-05T19:25:13+01:00"),
    ("15m ago", "2026-01-05T20:40:13+01:00"),
    ("1h 30m  AGO", "2026-01-05T19:25:13+01:00"),
    ("yesterday 9pm", "2026-01-04T21:00:00+01:00"),
    ("yesterday 9 pm", "2026-01-04T21:00:00+01:00"),
    ("yesterday midnight", "2026-01-04T00:00:00+01:00"),
    ("today 8:00", "2026-01-05T08:00:00+01:00"),
    ("today 23:00", "2026-01-05T23:00:00+01:00"),
    ("monday 20:00", "2026-01-05T20:00:00+01:00"),
    ("monday 21:00", "2025-12-29T21:00:00+01:00"),
    ("Mon 20:00", "2026-01-05T20:00:00+01:00"),
    ("tuesday 20:00", "2025-12-30T20:00:00+01:00"),
    ("sun 7am", "2026-01-04T07:00:00+01:00"),
    ("2026-01-05 18:00", "2026-01-05T18:00:00+01:00"),
    ("2026-01-05T18:00", "2026-01-05T18:00:00+01:00"),
    ("2026-01-05T18:00:20", "2026-01-05T18:00:20+01:00"),
    ("2026-01-05 6pm", "2026-01-05T18:00:00+01:00"),
    ("2024-02-29 noon", "2024-02-29T12:00:00+01:00"),
    ("2026-01-05T18:00:00Z", "2026-01-05T19:00:00+01:00"),
    ("2026-01-05T18:00:00.250Z", "2026-01-05T19:00:00.250+01:00"),
    ("2026-01-05T18:00Z", "2026-01-05T19:00:00+01:00"),
    ("2026-01-05T18:00:00-05:00", "2026-01-06T00:00:00+01:00"),
    ("2026-01-05T18:00+05:45", "2026-01-05T13:15:00+01:00"),
    ("5 jan 20:00", "2026-01-05T20:00:00+01:00"),
    ("Mon 5 Jan 20:00", "2026-01-05T20:00:00+01:00"),
    ("24 December 18:00", "2025-12-24T18:00:00+01:00"),
    ("29 feb 18:00", "2024-02-29T18:00:00+01:00"),
    ("Wed 24 Dec 2025 18:00", "2025-12-24T18:00:00+01:00"),
  ])
  func `accepts common forms`(text: String, meant: String) {
    #expect(meaning(text, now: Self.now, Zones.berlin) == meant)
  }

  @Test func `resolves a time of day after midnight to yesterday`() {
    #expect(
      meaning("23:50", now: "2026-01-05T23:10:00Z", Zones.berlin) == "2026-01-05T23:50:00+01:00"
    )
    #expect(
      meaning("0:10", now: "2026-01-05T23:09:30Z", Zones.berlin) == "2026-01-06T00:10:00+01:00"
    )
  }

  @Test func `counts civil days, whatever the day start`() {
    let meant = meaning("yesterday 23:30", now: "2026-01-06T00:00:00Z", .utc, dayStartHour: 4)
    #expect(meant == "2026-01-05T23:30:00+00:00")
  }

  @Test(arguments: [
    "", " ", "8", "21h", "2040", "24:00", "25:10", "20:60", "20:4", "020:40", "13pm", "0am",
    "20:40pm", "8:15 p m", "yesterday", "monday", "tomorrow 8am", "soon", "-", "-15", "-m", "15m",
    "ago", "15 ago", "-1m30h", "-1h90m", "2026-13-01 18:00", "2026-02-30 18:00", "2026-01-05",
    "2026-01-05 18:00 CET", "2026-01-05 10:00-11:00", "2026-01-05 10:00:00-11:00",
    "2026-01-05T25:00:00Z", "05/01/2026 18:00", "５:00", "20:40 now",
    "now now", "5 jan", "5 foo 20:00", "5 jan 26 20:00", "--15m", "20:00-21:00",
    "monday t18:00", "-99999999999999999999m",
  ])
  func `rejects ambiguous text`(text: String) {
    let reader = TimeReader(now: at(Self.now), zone: Zones.berlin)
    let error = #expect(throws: CairnError.self) { try reader.instant(text) }
    #expect(error?.code == "usage.time")
    #expect(error?.message == "“\(text)” is not a time.")
  }

  @Test(arguments: [
    ("30 feb 20:00", "February has no day 30."),
    ("tue 5 jan 20:00", "5 Jan 2026 is a Monday."),
    ("tue 5 jan 2026 20:00", "5 Jan 2026 is a Monday."),
  ])
  func `rejects days that contradict the calendar`(text: String, sentence: String) {
    #expect(meaning(text, now: Self.now, Zones.berlin) == sentence)
  }

  @Test(arguments: [
    ("20:40", "Mon 5 Jan 20:40"), ("yesterday 9pm", "Sun 4 Jan 21:00"),
    ("tue 8am", "Tue 30 Dec 2025 08:00"), ("-15m", "Mon 5 Jan 20:40"),
  ])
  func `echoes the parsed time`(text: String, echo: String) throws {
    let reader = TimeReader(now: at(Self.now), zone: Zones.berlin)
    #expect(try reader.instant(text).echo == echo)
  }

  @Test func `suggests text that it accepts`() throws {
    let reader = TimeReader(now: at(Self.now), zone: Zones.berlin)
    for form in Self.forms(.times) { #expect(throws: Never.self) { try reader.instant(form) } }
    for form in Self.forms(.ranges) { #expect(throws: Never.self) { try reader.range(form) } }
    for form in Self.forms(.days) { #expect(throws: Never.self) { try reader.day(form) } }
    for form in Self.forms(.periods) { #expect(throws: Never.self) { try reader.days(form) } }
    for form in Self.forms(.durations) { #expect(throws: Never.self) { try reader.duration(form) } }
  }

  private static func forms(_ forms: TimeForms) -> [String] {
    let list = forms.rawValue.split(separator: ";")[0].replacing("Write ", with: "")
    let end = list.hasSuffix(".") ? String(list.dropLast()) : String(list)
    return end.replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
  }
}

@Suite struct `Parsing a time at a clock change` {
  @Test(arguments: [
    (
      Zones.berlin, "2026-03-29T10:00:00Z", "2:30",
      "There is no 02:30 on Sun 29 Mar in Europe/Berlin: the clock goes from 02:00 to 03:00."
    ),
    (
      Zones.berlin, "2026-06-01T10:00:00Z", "2026-03-29 02:00",
      "There is no 02:00 on Sun 29 Mar in Europe/Berlin: the clock goes from 02:00 to 03:00."
    ),
    (
      Zones.lordHowe, "2026-10-04T00:00:00Z", "today 2:15",
      "There is no 02:15 on Sun 4 Oct in Australia/Lord_Howe: the clock goes from 02:00 to 02:30."
    ),
    (
      Zones.midnight, "2026-03-29T12:00:00Z", "midnight",
      "There is no 00:00 on Sun 29 Mar in Asia/Midnight: the clock goes from 00:00 to 01:00."
    ),
    (
      Zones.apia, "2011-12-31T00:00:00Z", "yesterday 20:00",
      "There is no 20:00 on Fri 30 Dec in Pacific/Apia: the clock goes from Fri 30 Dec 00:00 to "
        + "Sat 31 Dec 00:00."
    ),
  ])
  func `explains a skipped time`(
    zone: ZoneRules,
    now: String,
    text: String,
    sentence: String
  ) {
    #expect(meaning(text, now: now, zone) == sentence)
  }

  @Test func `uses yesterday's time before today's skipped hour`() {
    #expect(
      meaning("2:30", now: "2026-03-29T00:30:00Z", Zones.berlin) == "2026-03-28T02:30:00+01:00"
    )
    #expect(
      meaning("3:00", now: "2026-03-29T01:00:00Z", Zones.berlin) == "2026-03-29T03:00:00+02:00"
    )
  }

  @Test(arguments: [
    // During the first occurrence of the hour, during the second, and the next morning.
    (Zones.berlin, "2026-10-25T00:40:00Z", "2:30", "2026-10-25T02:30:00+02:00"),
    (Zones.berlin, "2026-10-25T01:20:00Z", "2:30", "2026-10-25T02:30:00+02:00"),
    (Zones.berlin, "2026-10-25T01:40:00Z", "2:30", "2026-10-25T02:30:00+01:00"),
    (Zones.berlin, "2026-10-25T09:00:00Z", "2:30", "2026-10-25T02:30:00+01:00"),
    (Zones.berlin, "2026-10-25T09:00:00Z", "today 2:30", "2026-10-25T02:30:00+02:00"),
    (Zones.berlin, "2026-10-26T09:00:00Z", "2026-10-25 2:30", "2026-10-25T02:30:00+02:00"),
    (Zones.berlin, "2026-10-26T09:00:00Z", "2026-10-25T02:30+01:00", "2026-10-25T02:30:00+01:00"),
    (Zones.lordHowe, "2026-04-04T15:20:00Z", "1:45", "2026-04-05T01:45:00+10:30"),
    (Zones.lordHowe, "2026-04-04T15:10:00Z", "1:45", "2026-04-05T01:45:00+11:00"),
    (Zones.lordHowe, "2026-04-05T00:00:00Z", "1:29", "2026-04-05T01:29:00+11:00"),
    (Zones.midnight, "2026-10-24T21:30:00Z", "23:20", "2026-10-24T23:20:00+02:00"),
    (Zones.midnight, "2026-10-24T22:30:00Z", "23:20", "2026-10-24T23:20:00+02:00"),
    (Zones.kathmandu, "2026-01-05T18:20:00Z", "0:01", "2026-01-06T00:01:00+05:45"),
    (Zones.apia, "2011-12-30T11:00:00Z", "0:30", "2011-12-31T00:30:00+14:00"),
  ])
  func `uses the latest match for a time alone and the first for a date`(
    zone: ZoneRules,
    now: String,
    text: String,
    meant: String
  ) {
    #expect(meaning(text, now: now, zone) == meant)
  }

  @Test func `echoes which of two times it used`() throws {
    let reader = TimeReader(now: at("2026-10-25T09:00:00Z"), zone: Zones.berlin)
    #expect(try reader.instant("2:30").echo == "Sun 25 Oct 02:30 (the second of two, +01:00)")
    #expect(try reader.instant("today 2:30").echo == "Sun 25 Oct 02:30 (the first of two, +02:00)")
    #expect(try reader.instant("today 3:00").echo == "Sun 25 Oct 03:00")
  }
}

@Suite struct `A printed time` {
  @Test(arguments: Zones.all, ClockStyle.all)
  func `parses to the same instant`(zone: ZoneRules, style: ClockStyle) throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = Seeded(state: seed)
    for _ in 0..<500 {
      let range = Instant.earliest.milliseconds..<Instant.limit.milliseconds
      let instant = Instant(milliseconds: Int64.random(in: range, using: &random))
      let later = instant + .minutes(Int64.random(in: 1...3_000_000, using: &random))
      let reader = TimeReader(now: later, zone: zone, style: style)
      #expect(try reader.instant(reader.format.exact(instant)).value == instant, "seed \(seed)")
      try readsBackEcho(instant, reader, seed)
    }
  }

  @Test(arguments: [Zones.berlin, Zones.lordHowe, Zones.midnight, Zones.apia], [1, 30, 700])
  func `parses to the same minute around every clock change`(zone: ZoneRules, ahead: Int64) throws {
    let settings = [
      "2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", "2026-04-04T15:00:00Z",
      "2026-10-03T15:30:00Z", "2011-12-30T10:00:00Z", "2026-03-28T22:00:00Z",
      "2026-10-24T21:00:00Z",
    ]
    for setting in settings {
      for minute in stride(from: Int64(-180), through: 180, by: 7) {
        let instant = at(setting) + .minutes(minute)
        for style in ClockStyle.all {
          let reader = TimeReader(now: instant + .minutes(ahead), zone: zone, style: style)
          #expect(try reader.instant(reader.format.exact(instant)).value == instant)
          try readsBackEcho(instant, reader, 0)
        }
      }
    }
  }

  @Test(arguments: Zones.all, ClockStyle.all)
  func `range parses to the same minutes`(zone: ZoneRules, style: ClockStyle) throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = Seeded(state: seed)
    for _ in 0..<200 {
      let start = at("2026-01-01T00:00:00Z") + .minutes(Int64.random(in: 0..<9_000, using: &random))
      let end = start + .minutes(Int64.random(in: 1..<2_000, using: &random))
      let reader = TimeReader(now: end + .hours(30), zone: zone, style: style)
      let words = reader.format.range(start, end, until: reader.format)
      #expect(try reader.range(words).value == start..<end, "\(words), seed \(seed)")
    }
  }

  @Test func `in 12 hours parses alone and in a range`() throws {
    let reader = TimeReader(now: at("2026-01-06T09:00:00Z"), zone: .utc, style: .twelveHours)
    #expect(try reader.instant("8:40 PM").echo == "Mon 5 Jan 8:40 PM")
    #expect(try reader.instant("Tue 6 Jan 12:00 AM").value == at("2026-01-06T00:00:00Z"))
    let range = try reader.range("Mon 5 Jan 8:40 PM–9:55 PM")
    #expect(range.value == at("2026-01-05T20:40:00Z")..<at("2026-01-05T21:55:00Z"))
    #expect(range.echo == "Mon 5 Jan 8:40 PM–9:55 PM (1h 15m)")
  }

  private func readsBackEcho(_ instant: Instant, _ reader: TimeReader, _ seed: UInt64) throws {
    let echo = reader.format.moment(instant)
    guard !echo.contains("of two") else { return }
    let minute = Instant(milliseconds: floorDivide(instant.milliseconds, 60_000) * 60_000)
    #expect(try reader.instant(echo).value == minute, "\(echo), seed \(seed)")
    #expect(try reader.instant(echo).echo == echo)
  }
}

@Suite struct `Parsing random text` {
  private static let pieces = [
    "20:40", "2026-01-05", "9", "99", "pm", "am", " ", " ", "-", "..", "t", "z", ":", "h", "m",
    "now", "today", "mon", "5 jan", "ago", "\u{301}", "٤", "+01:00", "29 feb", "0", "\u{0}", "–",
  ]

  @Test(arguments: [UInt64.random(in: 0...(.max)), 7])
  func `ends with a value or an error that quotes the text`(seed: UInt64) {
    var random = Seeded(state: seed)
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 1...7, using: &random))
        .map { _ in Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)] }.joined()
      let zone = Zones.all[Int.random(in: 0..<Zones.all.count, using: &random)]
      let reader = TimeReader(now: at("2026-03-29T12:00:00Z"), zone: zone)
      for error in [
        refusal { () throws(CairnError) in _ = try reader.instant(text) },
        refusal { () throws(CairnError) in _ = try reader.range(text) },
        refusal { () throws(CairnError) in _ = try reader.days(text) },
        refusal { () throws(CairnError) in _ = try reader.duration(text) },
      ] {
        #expect(error == nil || error?.code == "usage.time", "'\(text)', seed \(seed)")
      }
    }
  }

  private func refusal(_ body: () throws(CairnError) -> Void) -> CairnError? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
