/// In which hours of the day listening begins.
public struct ListeningHours: Sendable, Equatable {
  /// Sessions that began in each hour on the clock, 24 of them.
  public let counts: [Int64]
  /// The hour in which most began, 0 to 23; nil without any session.
  public let preferred: Int64?

  /// Takes sessions that were counted by hour already, 24 numbers; of several the earliest hour.
  public init(counts: [Int64]) {
    let most = counts.max() ?? 0
    self.counts = counts
    preferred = most > 0 ? counts.firstIndex(of: most).map { Int64($0) } : nil
  }

  /// Counts hours from 0 to 23, those of the latest sessions first; of several the hour met
  /// first is preferred (spec/listening.md 2.5).
  public init(latestFirst hours: [UInt8]) {
    var counts = [Int64](repeating: 0, count: 24)
    for hour in hours { counts[Int(hour) % 24] += 1 }
    let most = counts.max() ?? 0
    self.counts = counts
    preferred = hours.first { counts[Int($0) % 24] == most }.map { Int64($0) % 24 }
  }

  /// The part of the day that the preferred hour lies in; nil without any session.
  public var period: DayPeriod? { preferred.map { DayPeriod(hour: $0) } }
}

/// A part of the day (spec/listening.md 2.5).
public enum DayPeriod: String, Sendable, CaseIterable {
  /// From 6 to 12.
  case morning
  /// From 12 to 17.
  case afternoon
  /// From 17 to 21.
  case evening
  /// From 21 to 6.
  case night

  /// The part that an hour on the clock, 0 to 23, lies in.
  public init(hour: Int64) {
    self =
      switch hour {
      case 6..<12: .morning
      case 12..<17: .afternoon
      case 17..<21: .evening
      default: .night
      }
  }
}
