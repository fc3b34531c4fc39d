public import Cairn

/// The range of days on the listening page, with the names that listening apps use.
public enum ListeningRange: String, Sendable, CaseIterable {
  /// The seven days up to today.
  case week
  /// The thirty days up to today.
  case month
  /// The 365 days up to today.
  case year
  /// All days from the first to the last session, always including today.
  case all

  /// Returns the range in calendar days, regardless of their length (spec/listening.md 2.4).
  ///
  /// `listened` has the first and last day with a session; nil makes `all` today only.
  /// The last day can be after today if the person returned from a time zone ahead.
  public func days(until today: LocalDay, listened: ClosedRange<LocalDay>?) -> ClosedRange<LocalDay>
  {
    switch self {
    case .week: (today - 6)...today
    case .month: (today - 29)...today
    case .year: (today - 364)...today
    case .all: min(listened?.lowerBound ?? today, today)...max(listened?.upperBound ?? today, today)
    }
  }
}
