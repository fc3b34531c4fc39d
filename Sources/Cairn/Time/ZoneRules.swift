/// The UTC offsets of an IANA time zone, with the instants at which they change.
///
/// The caller builds them from the system's time zone data (spec/performance.md, decision 4); this
/// type only divides and searches. The offset after the last transition applies forever.
public struct ZoneRules: Sendable, Equatable {
  /// The IANA identifier, for example `Europe/Berlin`.
  public let name: String
  /// `starts[i]` is the first millisecond with `offsets[i]`; `starts[0]` is `Int64.min`.
  private let starts: [Int64]
  /// The offsets in milliseconds east of Greenwich.
  private let offsets: [Int64]
  /// The calendar days that this zone skipped when it crossed the date line, ascending.
  ///
  /// Samoa skipped 30 December 2011. These are days from midnight to midnight, regardless of the
  /// person's day start hour.
  public let skippedDays: [LocalDay]

  /// Creates the rules from the offset before the first transition and the transitions in order.
  ///
  /// Offsets are seconds east of Greenwich. Transitions must be strictly ascending.
  public init(
    name: String,
    firstOffset: Int64,
    transitions: [(at: Instant, offset: Int64)]
  ) {
    precondition(zip(transitions, transitions.dropFirst()).allSatisfy { $0.0.at < $0.1.at })
    self.name = name
    starts = [.min] + transitions.map { $0.at.milliseconds }
    offsets = [firstOffset * 1_000] + transitions.map { $0.offset * 1_000 }
    skippedDays = Self.skippedDays(starts, offsets)
  }

  /// UTC, which has no transitions.
  public static let utc = ZoneRules(name: "UTC", firstOffset: 0, transitions: [])

  /// Returns the offset at an instant, in seconds east of Greenwich.
  ///
  /// O(log transitions).
  public func offset(at instant: Instant) -> Int64 {
    offsets[period(at: instant.milliseconds)] / 1_000
  }

  /// Returns the changes strictly after the start of a time range and before its end, in order.
  func changes(in span: Range<Instant>) -> [(at: Instant, offset: Int64)] {
    starts.indices.dropFirst().filter {
      starts[$0] > span.lowerBound.milliseconds && starts[$0] < span.upperBound.milliseconds
    }.map { (Instant(milliseconds: starts[$0]), offsets[$0] / 1_000) }
  }

  /// Returns the calendar day of an instant if days begin at `dayStartHour` (0–23).
  public func day(at instant: Instant, dayStartHour: Int64 = 0) -> LocalDay {
    let local = instant.milliseconds + offsets[period(at: instant.milliseconds)]
    return Self.day(local: local, dayStartHour)
  }

  /// Returns the wall-clock time as milliseconds since 1970-01-01T00:00 of the same clock.
  public func wallClock(at instant: Instant) -> Int64 {
    instant.milliseconds + offsets[period(at: instant.milliseconds)]
  }

  /// Returns the instant at which the wall clock shows `local` (milliseconds since 1970-01-01T00:00).
  ///
  /// If the clock shows that time twice, this is the first occurrence. If the clock skips it, this is
  /// the moment of the transition.
  public func instant(wallClock local: Int64) -> Instant {
    let local = Instant(milliseconds: local).milliseconds
    // Offsets are within ±18 h, so only periods in that window around `local` can match.
    var index = period(at: local - 64_800_000)
    while index < starts.count {
      let end = index + 1 < starts.count ? starts[index + 1] : Int64.max
      let candidate = max(local - offsets[index], starts[index])
      if candidate < end { return Instant(milliseconds: candidate) }
      index += 1
    }
    return Instant(milliseconds: local - offsets[starts.count - 1])
  }

  /// Splits `start..<end` wherever the calendar day changes, and calls `body` for each part in order.
  ///
  /// The parts always add up to the whole. A day may occur twice if a clock that is set back crosses
  /// midnight. Cost: one step per day or transition.
  public func eachDay(
    from start: Instant,
    to end: Instant,
    dayStartHour: Int64 = 0,
    _ body: (LocalDay, Milliseconds) -> Void
  ) {
    var now = start.milliseconds
    while now < end.milliseconds {
      let index = period(at: now)
      let change = index + 1 < starts.count ? starts[index + 1] : Int64.max
      let day = Self.day(local: now + offsets[index], dayStartHour)
      let midnight =
        Int64(day.number + 1) * 86_400_000 + Self.edge(dayStartHour) - offsets[index]
      let next = min(end.milliseconds, min(change, midnight))
      body(day, Milliseconds(next - now))
      now = next
    }
  }

  /// Splits `start..<end` at each hour of the wall clock and at each transition.
  ///
  /// Calls `body` in order for each part, with its day and the hour on the clock (0–23). The parts add
  /// up to the whole; those of one day add up to its result from
  /// ``eachDay(from:to:dayStartHour:_:)``.
  public func eachHour(
    from start: Instant,
    to end: Instant,
    dayStartHour: Int64 = 0,
    _ body: (LocalDay, Int64, Milliseconds) -> Void
  ) {
    var now = start.milliseconds
    while now < end.milliseconds {
      let index = period(at: now)
      let change = index + 1 < starts.count ? starts[index + 1] : Int64.max
      let hour = floorDivide(now + offsets[index], 3_600_000)
      let next = min(end.milliseconds, min(change, (hour + 1) * 3_600_000 - offsets[index]))
      let day = Self.day(local: now + offsets[index], dayStartHour)
      body(day, floorRemainder(hour, 24), Milliseconds(next - now))
      now = next
    }
  }

  private static func skippedDays(_ starts: [Int64], _ offsets: [Int64]) -> [LocalDay] {
    starts.indices.dropFirst().flatMap { index -> [LocalDay] in
      let last = day(local: starts[index] - 1 + offsets[index - 1], 0)
      let next = day(local: starts[index] + offsets[index], 0)
      return next - last > 1 ? (1..<(next - last)).map { last + $0 } : []
    }
  }

  private static func day(local: Int64, _ dayStartHour: Int64) -> LocalDay {
    LocalDay(number: Int32(floorDivide(local - edge(dayStartHour), 86_400_000)))
  }

  private static func edge(_ dayStartHour: Int64) -> Int64 {
    min(max(dayStartHour, 0), 23) * 3_600_000
  }

  /// Returns the index of the last period that starts at or before `milliseconds`.
  private func period(at milliseconds: Int64) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= milliseconds { low = middle } else { high = middle }
    }
    return low
  }
}
