/// The offsets of one IANA time zone, cut at the instants where they change.
///
/// Built at the edge from the system's time zone data (spec/performance.md, decision 4); the rules
/// here only divide and search. After the last transition its offset holds forever.
public struct ZoneRules: Sendable, Equatable {
  /// The IANA identifier, for instance `Europe/Berlin`.
  public let name: String
  /// `starts[i]` is the first millisecond at which `offsets[i]` holds; `starts[0]` is `Int64.min`.
  private let starts: [Int64]
  /// Milliseconds east of Greenwich.
  private let offsets: [Int64]
  /// The civil days that the calendar of this zone left out when it went over the date line.
  ///
  /// Samoa went from 29 to 31 December 2011. Ascending; days of the calendar, whose edge is
  /// midnight whatever hour the person chose.
  public let skippedDays: [LocalDay]

  /// Makes the rules from the offset before the first transition and the transitions in order.
  ///
  /// Offsets are seconds east of Greenwich. Transitions must ascend strictly.
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

  /// Seconds east of Greenwich at an instant.
  ///
  /// O(log transitions).
  public func offset(at instant: Instant) -> Int64 {
    offsets[period(at: instant.milliseconds)] / 1_000
  }

  /// The changes strictly after the start of a stretch and before its end, in order.
  func changes(in span: Range<Instant>) -> [(at: Instant, offset: Int64)] {
    starts.indices.dropFirst().filter {
      starts[$0] > span.lowerBound.milliseconds && starts[$0] < span.upperBound.milliseconds
    }.map { (Instant(milliseconds: starts[$0]), offsets[$0] / 1_000) }
  }

  /// The civil day an instant belongs to when days begin at `dayStartHour` (0–23).
  public func day(at instant: Instant, dayStartHour: Int64 = 0) -> LocalDay {
    let local = instant.milliseconds + offsets[period(at: instant.milliseconds)]
    return Self.day(local: local, dayStartHour)
  }

  /// The wall clock as milliseconds since 1970-01-01T00:00 of the wall clock itself.
  public func wallClock(at instant: Instant) -> Int64 {
    instant.milliseconds + offsets[period(at: instant.milliseconds)]
  }

  /// The instant at which the wall clock shows `local` (milliseconds since 1970-01-01T00:00).
  ///
  /// A time the clock shows twice is its first occurrence; a time it skips is the moment the
  /// clock leapt.
  public func instant(wallClock local: Int64) -> Instant {
    let local = Instant(milliseconds: local).milliseconds
    // Offsets lie within ±18 h, so only periods in that window around `local` can match.
    var index = period(at: local - 64_800_000)
    while index < starts.count {
      let end = index + 1 < starts.count ? starts[index + 1] : Int64.max
      let candidate = max(local - offsets[index], starts[index])
      if candidate < end { return Instant(milliseconds: candidate) }
      index += 1
    }
    return Instant(milliseconds: local - offsets[starts.count - 1])
  }

  /// Cuts `start..<end` wherever the civil day changes and gives each piece to `body`, in order.
  ///
  /// The pieces always sum to the whole. A day may come twice when a clock set back crosses
  /// midnight. Cost: one step per day or transition touched.
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

  /// Cuts `start..<end` wherever the wall clock shows a new hour or leaps, and gives each piece
  /// to `body` with its day and the hour on the clock (0–23), in order.
  ///
  /// The pieces add up to the whole, and those of one day to what
  /// ``eachDay(from:to:dayStartHour:_:)`` gives for it.
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

  /// The index of the last period that starts at or before `milliseconds`.
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
