/// The distribution of start hours over the day.
public struct ListeningHours: Sendable, Equatable {
  /// The number of sessions that started in each of 24 hours.
  public let counts: [Int64]
  /// The hour in which most sessions started, 0 to 23; nil without sessions.
  public let preferred: Int64?

  /// Creates the distribution from 24 counts; the earliest hour wins a tie.
  public init(counts: [Int64]) {
    let maximum = counts.max() ?? 0
    self.counts = counts
    preferred = maximum > 0 ? counts.firstIndex(of: maximum).map { Int64($0) } : nil
  }

  /// Counts hours from 0 to 23, given from the latest session to the earliest; the most recent hour
  /// wins a tie (spec/listening.md 2.5).
  public init(latestFirst hours: [UInt8]) {
    var counts = [Int64](repeating: 0, count: 24)
    for hour in hours { counts[Int(hour) % 24] += 1 }
    let maximum = counts.max() ?? 0
    self.counts = counts
    preferred = hours.first { counts[Int($0) % 24] == maximum }.map { Int64($0) % 24 }
  }

  /// The part of the day of the preferred hour; nil without sessions.
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

  /// Creates the part of the day that contains an hour, 0 to 23.
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
