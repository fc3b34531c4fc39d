/// The rule of a streak: whether it counts days or weeks, and the minimum for each of them.
public struct StreakRule: Sendable, Equatable {
  /// `daily` or `weekly`; any other cadence counts as daily.
  public let cadence: Cadence
  /// The first day of the week.
  public let weekStart: WeekStart
  /// All minimums, past and current, for this cadence, ascending by first day.
  public let minimums: [StreakMinimumSetting]

  /// Creates a rule; by default it counts days with any time.
  ///
  /// Ignores minimums of another cadence.
  public init(
    cadence: Cadence = .daily,
    minimums: [StreakMinimumSetting] = [],
    weekStart: WeekStart
  ) {
    let own: Cadence = cadence == .weekly ? .weekly : .daily
    self.cadence = own
    self.weekStart = weekStart
    self.minimums = minimums.filter { $0.cadence == own }.sorted { $0.from < $1.from }
  }

  /// Creates a rule with one minimum for all of history.
  public init(cadence: Cadence = .daily, minimum: StreakMinimum, weekStart: WeekStart) {
    let minimums = [StreakMinimumSetting(cadence, minimum, from: .first)]
    self.init(cadence: cadence, minimums: minimums, weekStart: weekStart)
  }

  /// Returns the same rule with one minimum for all of history; unchanged for nil.
  public func withMinimum(_ minimum: StreakMinimum?) -> StreakRule {
    minimum.map { StreakRule(cadence: cadence, minimum: $0, weekStart: weekStart) } ?? self
  }

  /// Returns the minimum of the day or week that contains a day.
  public func minimum(on day: LocalDay) -> StreakMinimum {
    let end = cadence.period(of: day, weekStart).upperBound
    return minimums.last { $0.from <= end }?.minimum ?? .anyTime
  }
}
