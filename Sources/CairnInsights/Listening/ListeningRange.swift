public import Cairn

/// Which days of listening are shown, in words that listening apps use.
public enum ListeningRange: String, Sendable, CaseIterable {
  /// The seven days that end today.
  case week
  /// The thirty days that end today.
  case month
  /// The 365 days that end today.
  case year
  /// All since the first on which anything was listened to.
  case all

  /// The days, each once: calendar days, however long the clocks make them (spec/listening.md 2.4).
  ///
  /// `first` is the first day on which anything was listened to; without one `all` is today alone.
  public func days(until today: LocalDay, since first: LocalDay?) -> ClosedRange<LocalDay> {
    switch self {
    case .week: (today - 6)...today
    case .month: (today - 29)...today
    case .year: (today - 364)...today
    case .all: min(first ?? today, today)...today
    }
  }
}
