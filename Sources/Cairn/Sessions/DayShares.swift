/// The part of a session that belongs to one calendar day.
public struct DayShare: Sendable, Hashable {
  /// The calendar day, by the person's day start hour.
  public let day: LocalDay
  /// The running time on that day.
  public let time: Milliseconds
  /// The part of the session's amount (pages) on that day, in proportion to its time.
  public let amount: Int64

  /// Creates a share.
  public init(day: LocalDay, time: Milliseconds, amount: Int64) {
    self.day = day
    self.time = time
    self.amount = amount
  }
}

extension Timeline {
  /// Returns the shares of the days of a stopped session, ascending.
  ///
  /// Days begin at `dayStartHour` in the zone of the session. Times and amounts always add up to the
  /// totals (DESIGN.md, "Days, zones, durations"). The start day is always included, even with no
  /// time, because the session is listed on that day. An open session has no shares.
  public func shares(
    zone: ZoneRules,
    dayStartHour: Int64,
    amount: Int64?
  ) -> [DayShare] {
    guard isEnded else { return [] }
    let times = timesByDay(zone, dayStartHour)
    let parts = apportion(amount ?? 0, by: times.map { $0.time.count })
    return zip(times, parts).map { DayShare(day: $0.day, time: $0.time, amount: $1) }
  }

  private func timesByDay(
    _ zone: ZoneRules,
    _ dayStartHour: Int64
  ) -> [(day: LocalDay, time: Milliseconds)] {
    var parts = [(day: zone.day(at: start, dayStartHour: dayStartHour), time: Milliseconds.zero)]
    for segment in segments {
      guard let end = segment.end else { continue }
      zone.eachDay(from: segment.start, to: end, dayStartHour: dayStartHour) {
        parts.append(($0, $1))
      }
    }
    return parts.sorted { $0.day < $1.day }.reduce(into: []) { times, part in
      if times.last?.day == part.day {
        times[times.count - 1].time += part.time
      } else {
        times.append(part)
      }
    }
  }
}

extension Timeline {
  /// Returns the running time in each hour of the clock, ascending; an hour that it leaves and enters again occurs twice.
  package func hours(
    in zone: ZoneRules,
    dayStartHour: Int64
  ) -> [(day: LocalDay, hour: Int64, time: Milliseconds)] {
    var hours: [(day: LocalDay, hour: Int64, time: Milliseconds)] = []
    for segment in segments {
      guard let end = segment.end else { continue }
      zone.eachHour(from: segment.start, to: end, dayStartHour: dayStartHour) {
        hours.append(($0, $1, $2))
      }
    }
    return hours
  }
}

/// Splits an integer into parts proportional to weights; the parts always add up to it.
///
/// Each part is rounded down from its running total, so no part depends on how others round. If all
/// weights are zero, the first part gets everything. Weights must not be negative.
public func apportion(_ whole: Int64, by weights: [Int64]) -> [Int64] {
  let total = weights.reduce(0, +)
  guard total > 0 else { return weights.indices.map { $0 == 0 ? whole : 0 } }
  var sum: Int64 = 0
  var given: Int64 = 0
  return weights.map { weight in
    sum += weight
    let upTo = proportion(whole, sum, total)
    defer { given = upTo }
    return upTo - given
  }
}

/// Returns `value * numerator / denominator` rounded down, in 128 bits to avoid overflow.
///
/// `numerator` must be in 0...denominator, and `value` must not be negative.
package func proportion(_ value: Int64, _ numerator: Int64, _ denominator: Int64) -> Int64 {
  let product = UInt64(value).multipliedFullWidth(by: UInt64(numerator))
  return Int64(UInt64(denominator).dividingFullWidth(product).quotient)
}
