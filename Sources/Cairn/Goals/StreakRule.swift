/// What a streak counts: days or weeks, and the least that is enough for each of them.
public struct StreakRule: Sendable, Equatable {
  /// `daily` or `weekly`; any other cadence counts as daily.
  public let cadence: Cadence
  /// The day on which weeks begin.
  public let weekStart: WeekStart
  /// The minimums there ever were for this cadence, ascending by their first days.
  public let minimums: [StreakMinimumSetting]

  /// Makes a rule; days with any time unless told otherwise.
  ///
  /// Minimums of another cadence are left out.
  public init(cadence: Cadence = .daily, minimums: [StreakMinimumSetting] = [], weekStart: WeekStart) {
    let own: Cadence = cadence == .weekly ? .weekly : .daily
    self.cadence = own
    self.weekStart = weekStart
    self.minimums = minimums.filter { $0.cadence == own }.sorted { $0.from < $1.from }
  }

  /// Makes a rule with one minimum for all of history.
  public init(cadence: Cadence = .daily, minimum: StreakMinimum, weekStart: WeekStart) {
    let minimums = [StreakMinimumSetting(cadence, minimum, from: .first)]
    self.init(cadence: cadence, minimums: minimums, weekStart: weekStart)
  }

  /// The same rule with one minimum for all of history; as it is for nil.
  public func asking(_ minimum: StreakMinimum?) -> StreakRule {
    minimum.map { StreakRule(cadence: cadence, minimum: $0, weekStart: weekStart) } ?? self
  }

  /// The minimum of the day, or of the week, that holds a day.
  public func minimum(on day: LocalDay) -> StreakMinimum {
    let end = cadence.period(of: day, weekStart).upperBound
    return minimums.last { $0.from <= end }?.minimum ?? .anyTime
  }
}
