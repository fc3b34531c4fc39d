/// What a session gives to one civil day.
public struct DayShare: Sendable, Hashable {
  /// The day under the person's day edge.
  public let day: LocalDay
  /// The time that ran on that day.
  public let time: Milliseconds
  /// The part of the session's amount (pages) that falls on that day by its minutes.
  public let amount: Int64

  /// Makes a share.
  public init(day: LocalDay, time: Milliseconds, amount: Int64) {
    self.day = day
    self.time = time
    self.amount = amount
  }
}

extension Timeline {
  /// Spreads a session that has ended over the days it touched, ascending.
  ///
  /// Days begin at `dayStartHour` in the zone of the session. Times and amounts always sum to
  /// the whole (DESIGN.md, "Days, zones, durations"). The day it started is always among them,
  /// even without any time, since it is listed there. An open session gives nothing.
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
    var times = [(day: zone.day(at: start, dayStartHour: dayStartHour), time: Milliseconds.zero)]
    for segment in segments {
      guard let end = segment.end else { continue }
      zone.eachDay(from: segment.start, to: end, dayStartHour: dayStartHour) { day, time in
        if let index = times.lastIndex(where: { $0.day == day }) {
          times[index].time += time
        } else {
          times.append((day, time))
        }
      }
    }
    return times.sorted { $0.day < $1.day }
  }
}

/// Cuts a whole number into parts proportional to weights; the parts always sum to it.
///
/// Each part is rounded down from its running total, so no part depends on how others round.
/// With no weight at all everything goes to the first part. Weights must not be negative.
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

/// `value * numerator / denominator` rounded down, in 128 bits so that it cannot overflow.
///
/// `numerator` must lie in 0...denominator and `value` must not be negative.
package func proportion(_ value: Int64, _ numerator: Int64, _ denominator: Int64) -> Int64 {
  let product = UInt64(value).multipliedFullWidth(by: UInt64(numerator))
  return Int64(UInt64(denominator).dividingFullWidth(product).quotient)
}
