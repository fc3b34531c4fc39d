import Cairn
import CairnInsights

/// What a text means, and that meaning in words to show to the person who typed it.
struct Parsed<Value: Sendable>: Sendable {
  /// The meaning.
  let value: Value
  /// The meaning in words: `Mon 5 Jan 20:40`.
  let echo: String
}

extension Parsed: Equatable where Value: Equatable {}

/// Understands times, ranges, days and lengths as people type them.
///
/// - A clock alone is its most recent occurrence, up to a minute ahead of now.
/// - A clock with a day is the first occurrence on that civil day, midnight to midnight.
/// - A clock that ends a range is the first occurrence behind the start.
/// - A clock that changes a session is looked for from the session, not from now.
/// - A time that the clock skips is refused, with the leap explained.
///
/// All errors have the code `usage.time` and list what can be written.
struct TimeReader: Sendable {
  /// The present.
  let now: Instant
  /// The zone of the clock on the wall.
  let zone: ZoneRules
  /// The hour at which the person's days begin, 0 to 23; `today` as a day follows it.
  let dayStartHour: Int64
  /// The day on which the person's weeks begin.
  let weekStart: WeekStart

  init(
    now: Instant,
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    weekStart: WeekStart = .monday
  ) {
    (self.now, self.zone) = (now, zone)
    (self.dayStartHour, self.weekStart) = (dayStartHour, weekStart)
  }

  /// How results are put into words.
  var format: TimeFormat { TimeFormat(zone: zone, now: now) }

  /// A point in time: `20:40`, `-15m`, `yesterday 9pm`, `2026-01-05 18:00`.
  func instant(_ text: String) throws(CairnError) -> Parsed<Instant> {
    guard let expression = TimeExpression(text: TimeExpression.tidy(text)) else {
      throw .unclear(text, "a time", .times)
    }
    let instant = try resolve(expression)
    return Parsed(value: instant, echo: format.moment(instant))
  }

  /// A point in time of a session: a clock alone is the first such after the session's start.
  func instant(_ text: String, after start: Instant) throws(CairnError) -> Instant {
    guard let clock = TimeExpression(text: TimeExpression.tidy(text))?.clock else {
      return try instant(text).value
    }
    return try first(clock, after: start)
  }

  /// A point in time of an open session: a clock alone is the first such since it began, or since it was paused or
  /// resumed last; where that lies ahead the last such, before it.
  func instant(_ text: String, of open: Timeline) throws(CairnError) -> Instant {
    let since = open.segments.last.map { $0.end ?? $0.start } ?? open.start
    let first = try instant(text, after: since)
    return first > latest ? try instant(text).value : first
  }

  /// When a session begins that is started now.
  ///
  /// A clock alone that was more than half a day ago may be a slip for one to come: throws `usage.time`.
  func begin(_ text: String) throws(CairnError) -> Instant {
    let begin = try instant(text)
    let isClock = TimeExpression(text: TimeExpression.tidy(text))?.clock != nil
    guard isClock, now - begin.value > .hours(12) else { return begin.value }
    throw CairnError(
      "usage.time",
      "\(text) was \((now - begin.value).hoursAndMinutes) ago, on \(begin.echo).",
      hint: "If you mean that, write the day as well: --at \"\(begin.echo)\"."
    )
  }

  /// A point in time of a session: a clock alone is the last such before the session's end.
  func instant(_ text: String, before end: Instant) throws(CairnError) -> Instant {
    guard let clock = TimeExpression(text: TimeExpression.tidy(text))?.clock else {
      return try instant(text).value
    }
    return try last(clock, notAfter: end)
  }

  /// A point in time of a day: a clock alone is that of the day, which may begin after midnight.
  func instant(_ text: String, on day: LocalDay) throws(CairnError) -> Instant {
    guard let clock = TimeExpression(text: TimeExpression.tidy(text))?.clock else {
      return try instant(text).value
    }
    return try at(clock.second < dayStartHour * 3_600 ? day + 1 : day, clock)
  }

  /// A length of time: `45m`, `1h30`, `1:30`.
  func duration(_ text: String) throws(CairnError) -> Parsed<Milliseconds> {
    guard let duration = Milliseconds(durationText: TimeExpression.tidy(text)) else {
      throw .unclear(text, "a length of time", .durations)
    }
    return Parsed(value: duration, echo: duration.hoursAndMinutes)
  }
}

extension TimeReader {
  /// The latest instant a clock alone may mean; clocks differ by some seconds.
  var latest: Instant { now + .minutes(1) }

  func resolve(_ expression: TimeExpression) throws(CairnError) -> Instant {
    switch expression {
    case .ago(let duration): now - duration
    case .exact(let instant): instant
    case .clock(let clock): try last(clock, notAfter: latest)
    case .on(let day, let clock): try on(day, clock)
    }
  }

  /// The last time the clock showed `clock`.
  func last(_ clock: ClockTime, notAfter limit: Instant) throws(CairnError) -> Instant {
    var day = zone.day(at: limit)
    while true {
      let local = clock.local(on: day)
      let past = zone.occurrences(ofWallClock: local).last { $0 <= limit }
      if let past { return past }
      if let skipped = skipped(local), skipped.leap <= limit { throw refusal(of: skipped) }
      day = day - 1
    }
  }

  /// The first time the clock shows `clock` behind an instant.
  func first(_ clock: ClockTime, after start: Instant) throws(CairnError) -> Instant {
    var day = zone.day(at: start)
    while true {
      let local = clock.local(on: day)
      let next = zone.occurrences(ofWallClock: local).first { $0 > start }
      if let next { return next }
      if let skipped = skipped(local), skipped.leap > start { throw refusal(of: skipped) }
      day = day + 1
    }
  }
}

extension TimeReader {
  private func on(_ day: DayExpression, _ clock: ClockTime) throws(CairnError) -> Instant {
    let days = try days(day, today: zone.day(at: now))
    for day in days.dropLast() {
      let instant = try at(day, clock)
      if instant <= latest { return instant }
    }
    return try at(days[days.count - 1], clock)
  }

  private func at(_ day: LocalDay, _ clock: ClockTime) throws(CairnError) -> Instant {
    let local = clock.local(on: day)
    if let skipped = skipped(local) { throw refusal(of: skipped) }
    return zone.instant(wallClock: local)
  }

  private func skipped(_ local: Int64) -> SkippedTime? { SkippedTime(local, in: zone) }

  private func refusal(of skipped: SkippedTime) -> CairnError {
    skipped.refusal("usage.time", format.day)
  }
}

extension ClockTime {
  /// The wall clock in milliseconds since 1970-01-01T00:00.
  fileprivate func local(on day: LocalDay) -> Int64 {
    Int64(day.number) * 86_400_000 + second * 1_000
  }
}
