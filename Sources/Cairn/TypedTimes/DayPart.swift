/// A part of a day, which decides between am and pm.
package enum DayPart: String, Sendable, CaseIterable {
  case morning, afternoon, evening, night

  /// Returns the seconds since midnight of the day on which this part starts.
  ///
  /// An exact time has am or pm. The night of a day includes the early hours of the next one.
  package func second(_ second: Int64, isExact: Bool) -> Int64 {
    let hour = second / 3_600
    if self == .night, isExact ? hour < 12 : hour < 6 { return second + 86_400 }
    guard self != .morning, !isExact else { return second }
    let isHalfDay = (1..<12).contains(hour) || (self == .night && hour == 12)
    return isHalfDay ? second + 43_200 : second
  }
}
