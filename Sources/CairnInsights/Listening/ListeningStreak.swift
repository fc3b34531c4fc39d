public import Cairn

/// The streak of days with a finished story, as reported to listening apps.
///
/// A pure function of the days, so the order and time at which sessions arrive do not matter
/// (spec/listening.md 2.1). As in ``Streak``, the day after today counts, because a traveller may
/// have returned from it; later days are ignored.
public struct ListeningStreak: Sendable, Equatable {
  /// The length in days of the streak that ends yesterday or later; 0 if there is none.
  public let current: Int64
  /// The length in days of the longest streak.
  public let longest: Int64
  /// The length in days of the streak that ends on the last day, however long ago; 0 without days.
  public let atLastDay: Int64
  /// The last day with a finished story, or nil.
  public let lastDay: LocalDay?

  /// Computes the streaks of days in any order; duplicates count once.
  ///
  /// `skipped` are days that the local calendar skipped: they neither break nor extend a streak.
  /// O(n log n).
  public init(_ days: [LocalDay], skipped: [LocalDay] = [], today: LocalDay) {
    let past = Set(days.filter { $0 <= today + 1 }).sorted()
    let isGap = { (last: LocalDay, next: LocalDay) in
      next - last - 1 > Int32(skipped.count { $0 > last && $0 < next })
    }
    var (run, longest): (Int64, Int64) = (0, 0)
    for (index, day) in past.enumerated() {
      run = index > 0 && !isGap(past[index - 1], day) ? run + 1 : 1
      longest = max(longest, run)
    }
    (atLastDay, self.longest, lastDay) = (run, longest, past.last)
    let isAlive = past.last.map { $0 >= today || !isGap($0, today) } ?? false
    current = isAlive ? run : 0
  }
}
