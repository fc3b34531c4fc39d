public import Cairn

/// Which days of listening are shown, in words that listening apps use.
public enum ListeningRange: String, Sendable, CaseIterable {
  /// The seven days that end today.
  case week
  /// The thirty days that end today.
  case month
  /// The 365 days that end today.
  case year
  /// All from the first to the last on which anything was listened to, today included.
  case all

  /// The days, each once: calendar days, however long the clocks make them (spec/listening.md 2.4).
  ///
  /// `heard` are the first and the last day on which anything was listened to; without them `all` is
  /// today alone. For a traveller who came back the last can lie after today.
  public func days(until today: LocalDay, heard: ClosedRange<LocalDay>?) -> ClosedRange<LocalDay> {
    switch self {
    case .week: (today - 6)...today
    case .month: (today - 29)...today
    case .year: (today - 364)...today
    case .all: min(heard?.lowerBound ?? today, today)...max(heard?.upperBound ?? today, today)
    }
  }
}
