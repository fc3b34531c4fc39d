/// A parsed value with its text for confirmation.
package struct Parsed<Value: Sendable>: Sendable {
  package let value: Value
  /// The text of the value: `Mon 5 Jan 20:40`.
  package let echo: String
}

extension Parsed: Equatable where Value: Equatable {}

/// A parser of times, ranges, days and durations as people type them.
///
/// - A time of day alone is its most recent occurrence, up to a minute ahead of now.
/// - A time of day with a day is its first occurrence on that civil day, midnight to midnight.
/// - A time of day that ends a range is its first occurrence after the start.
/// - A time of day that changes a session is relative to the session, not to now.
/// - A local time skipped by a zone transition is refused with an explanation.
///
/// All errors have the code `usage.time` and list the accepted notations.
package struct TimeReader: Sendable {
  /// The current time.
  package let now: Instant
  /// The zone of typed times.
  package let zone: ZoneRules
  /// The hour at which the person's day starts, 0 to 23; it determines `today`.
  package let dayStartHour: Int64
  /// The first day of the person's week.
  package let weekStart: WeekStart
  /// The notation of times of day in confirmations; the parser reads both.
  package let style: ClockStyle

  package init(
    now: Instant,
    zone: ZoneRules,
    dayStartHour: Int64 = 0,
    weekStart: WeekStart = .monday,
    style: ClockStyle = .current
  ) {
    (self.now, self.zone, self.style) = (now, zone, style)
    (self.dayStartHour, self.weekStart) = (dayStartHour, weekStart)
  }

  /// The format of confirmations.
  package var format: TimeFormat { TimeFormat(zone: zone, now: now, style: style) }

  /// Parses a point in time: `20:40`, `-15m`, `yesterday 9pm`, `2026-01-05 18:00`.
  package func instant(_ text: String) throws(CairnError) -> Parsed<Instant> {
    guard let expression = TimeExpression(text: TypedText.tidy(text)) else {
      throw .unclear(text, "a time", .times)
    }
    let instant = try resolve(expression)
    return Parsed(value: instant, echo: format.moment(instant))
  }

  /// Parses a time in a session; a time of day alone is its first occurrence after the start.
  package func instant(_ text: String, after start: Instant) throws(CairnError) -> Instant {
    guard let clock = TimeExpression(text: TypedText.tidy(text))?.clock else {
      return try instant(text).value
    }
    return try first(clock, after: start)
  }

  /// Parses a time in an open session; a time of day alone follows the last start, pause or resume if possible.
  package func instant(_ text: String, of open: Timeline) throws(CairnError) -> Instant {
    let since = open.segments.last.map { $0.end ?? $0.start } ?? open.start
    let first = try instant(text, after: since)
    return first > latest ? try instant(text).value : first
  }

  /// Parses a time in a session; a time of day alone is its last occurrence before the end.
  package func instant(_ text: String, before end: Instant) throws(CairnError) -> Instant {
    guard let clock = TimeExpression(text: TypedText.tidy(text))?.clock else {
      return try instant(text).value
    }
    return try last(clock, notAfter: end)
  }

  /// Parses a time on a day, which may start after midnight; a time of day alone belongs to that day.
  package func instant(_ text: String, on day: LocalDay) throws(CairnError) -> Instant {
    guard let clock = TimeExpression(text: TypedText.tidy(text))?.clock else {
      return try instant(text).value
    }
    return try at(clock.second < dayStartHour * 3_600 ? day + 1 : day, clock)
  }

  /// Parses a duration: `45m`, `1h30`, `1:30`.
  package func duration(_ text: String) throws(CairnError) -> Parsed<Milliseconds> {
    guard let duration = Milliseconds(durationText: TypedText.tidy(text)) else {
      throw .unclear(text, "a length of time", .durations)
    }
    return Parsed(value: duration, echo: duration.hoursAndMinutes)
  }
}

extension TimeReader {
  /// The latest instant for a time of day alone; allows for clocks that differ by some seconds.
  package var latest: Instant { now + .minutes(1) }

  package func resolve(_ expression: TimeExpression) throws(CairnError) -> Instant {
    switch expression {
    case .ago(let duration): now - duration
    case .sameTime(let day): try sameTime(on: day)
    case .exact(let instant): instant
    case .clock(let clock): try last(clock, notAfter: latest)
    case .on(let day, let clock): try on(day, clock)
    }
  }

  /// Returns the last occurrence of a time of day.
  package func last(_ clock: ClockTime, notAfter limit: Instant) throws(CairnError) -> Instant {
    var day = zone.day(at: limit)
    while true {
      let local = clock.local(on: day)
      let past = zone.occurrences(ofWallClock: local).last { $0 <= limit }
      if let past { return past }
      if let skipped = skipped(local), skipped.leap <= limit { throw refusal(of: skipped) }
      day = day - 1
    }
  }

  /// Returns the first occurrence of a time of day after an instant.
  package func first(_ clock: ClockTime, after start: Instant) throws(CairnError) -> Instant {
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

  private func sameTime(on day: DayExpression) throws(CairnError) -> Instant {
    let today = zone.day(at: now)
    let sinceMidnight = zone.wallClock(at: now) - Int64(today.number) * 86_400_000
    return try at(days(day, today: today)[0], local: sinceMidnight)
  }

  private func at(_ day: LocalDay, _ clock: ClockTime) throws(CairnError) -> Instant {
    try at(day, local: clock.second * 1_000)
  }

  private func at(_ day: LocalDay, local sinceMidnight: Int64) throws(CairnError) -> Instant {
    let local = Int64(day.number) * 86_400_000 + sinceMidnight
    if let skipped = skipped(local) { throw refusal(of: skipped) }
    return zone.instant(wallClock: local)
  }

  private func skipped(_ local: Int64) -> SkippedTime? { SkippedTime(local, in: zone) }

  private func refusal(of skipped: SkippedTime) -> CairnError {
    skipped.refusal("usage.time", format.style, format.day)
  }
}

extension ClockTime {
  /// Returns the local time in milliseconds since 1970-01-01T00:00.
  fileprivate func local(on day: LocalDay) -> Int64 {
    Int64(day.number) * 86_400_000 + second * 1_000
  }
}
