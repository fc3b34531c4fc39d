/// What a streak counts: days or weeks, and the least that is enough for each of them.
public struct StreakRule: Sendable, Equatable {
  /// `daily` or `weekly`; any other cadence counts as daily.
  public let cadence: Cadence
  /// The day on which weeks begin.
  public let weekStart: WeekStart
  /// The doses there ever were for this cadence, ascending by their first days.
  public let doses: [StreakMinimumSetting]

  /// Makes a rule; days with any time unless told otherwise.
  ///
  /// Doses of another cadence are left out.
  public init(cadence: Cadence = .daily, doses: [StreakMinimumSetting] = [], weekStart: WeekStart) {
    let own: Cadence = cadence == .weekly ? .weekly : .daily
    self.cadence = own
    self.weekStart = weekStart
    self.doses = doses.filter { $0.cadence == own }.sorted { $0.from < $1.from }
  }

  /// Makes a rule with one dose for all of history.
  public init(cadence: Cadence = .daily, dose: StreakMinimum, weekStart: WeekStart) {
    let doses = [StreakMinimumSetting(cadence, dose, from: .first)]
    self.init(cadence: cadence, doses: doses, weekStart: weekStart)
  }

  /// The same rule with one dose for all of history; as it is for nil.
  public func asking(_ dose: StreakMinimum?) -> StreakRule {
    dose.map { StreakRule(cadence: cadence, dose: $0, weekStart: weekStart) } ?? self
  }

  /// The dose of the day, or of the week, that holds a day.
  public func dose(on day: LocalDay) -> StreakMinimum {
    let end = cadence.period(of: day, weekStart).upperBound
    return doses.last { $0.from <= end }?.dose ?? .anyTime
  }
}
