public import Cairn

/// The totals of consecutive periods, including empty ones.
public struct Series: Sendable, Equatable {
  /// The totals of one period.
  public struct Row: Sendable, Equatable {
    /// The days of the period.
    public let days: ClosedRange<LocalDay>
    /// The totals of these days.
    public let totals: Totals
  }

  /// The mean of a period.
  public struct Average: Sendable, Equatable {
    /// The time, rounded down to a millisecond.
    public let time: Milliseconds
    /// The amount in hundredths of its unit, rounded down.
    public let amountHundredths: Int64
    /// The number of sessions in hundredths, rounded down.
    public let sessionHundredths: Int64
  }

  /// The length of the periods.
  public let cadence: Cadence
  /// The periods, ascending.
  public private(set) var rows: [Row]
  /// The mean per period; its sample size is the number of sessions.
  public let average: Figure<Average>

  /// Groups ascending days, one total each, into the periods that overlap a range, clipped to it.
  ///
  /// O(days + periods).
  public init(
    _ days: [DayTotal],
    _ cadence: Cadence,
    in range: ClosedRange<LocalDay>,
    weekStart: WeekStart
  ) {
    self.cadence = cadence
    var index = days.firstIndex { $0.day >= range.lowerBound } ?? days.count
    let periods = cadence.periods(in: range, weekStart)
    let shares = periods.map { period in
      Int64(period.clamped(to: range).count) * 1_000_000 / Int64(period.count)
    }
    let rows = periods.map { whole in
      let period = whole.clamped(to: range)
      let first = index
      while index < days.count, days[index].day <= period.upperBound { index += 1 }
      return Row(days: period, totals: Totals(Array(days[first..<index]), in: period))
    }
    self.rows = rows
    average = Self.average(rows, millionths: max(1_000_000, shares.reduce(0, +)))
  }

  /// Returns the latest rows with the average of all rows.
  public func latest(_ count: Int) -> Series {
    var series = self
    series.rows = Array(rows.suffix(count))
    return series
  }

  /// Divides the totals by the number of periods in millionths; clipped periods count in part.
  private static func average(_ rows: [Row], millionths: Int64) -> Figure<Average> {
    let time = rows.reduce(Milliseconds.zero) { $0 + $1.totals.time }
    let amount = rows.reduce(0 as Int64) { $0 + $1.totals.amount }
    let sessions = rows.reduce(0) { $0 + $1.totals.sessions }
    let average = Average(
      time: Milliseconds(ratio(time.count, times: 1_000_000, by: millionths)),
      amountHundredths: ratio(amount, times: 100_000_000, by: millionths),
      sessionHundredths: ratio(Int64(sessions), times: 100_000_000, by: millionths)
    )
    return Figure(.average, value: sessions > 0 ? average : nil, count: sessions)
  }
}

extension Series {
  /// Returns the totals of the seven weekdays from Monday over all given days.
  public static func weekdays(_ days: [DayTotal]) -> [Totals] {
    (1...7).map { (weekday: Int32) -> Totals in
      let own = days.filter { $0.day.weekday == weekday }
      guard let first = own.first?.day, let last = own.last?.day else { return .none }
      return Totals(own, in: min(first, last)...max(first, last))
    }
  }
}
