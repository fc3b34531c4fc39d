public import Cairn

/// A chain of days in a row with activity.
public struct Streak: Sendable, Equatable {
  /// Days in the chain that is alive today, 0 when none is.
  public let current: Int
  /// The days of the current chain, ascending: the answer to “why is it 12?”.
  public let currentDays: [LocalDay]
  /// Days in the longest chain ever.
  public let longest: Int
  /// The days of the longest chain, ascending; the latest when several are as long.
  public let longestDays: [LocalDay]
  /// Whether the chain still needs activity today to grow.
  public let isOpenToday: Bool

  /// What a streak is, in one sentence.
  public static let definition =
    "Days in a row with any recorded time; alive while the last one is today or yesterday."

  /// Finds the chains among days with activity, in any order, repeats allowed.
  ///
  /// Every day a session touched counts (DESIGN.md, “Days, zones, durations”). So does the day
  /// after `today`, which a traveller has come back from; days after that are left out.
  /// O(n log n).
  public init(days: [LocalDay], today: LocalDay) {
    let chains = Self.chains(days.filter { $0 <= today + 1 }.sorted())
    let last = chains.last ?? []
    let isAlive = last.last.map { today - $0 <= 1 } ?? false
    currentDays = isAlive ? last : []
    current = currentDays.count
    longestDays = chains.reduce([]) { $1.count >= $0.count ? $1 : $0 }
    longest = longestDays.count
    isOpenToday = last.last.map { $0 < today } ?? true
  }

  private static func chains(_ sorted: [LocalDay]) -> [[LocalDay]] {
    sorted.reduce(into: []) { chains, day in
      let last = chains.last?.last
      if last == day { return }
      if let last, day - last == 1 {
        chains[chains.count - 1].append(day)
      } else {
        chains.append([day])
      }
    }
  }
}
