public import Cairn

/// Days in a row on which a story was heard to its end, as listening apps are told of them.
///
/// A pure function of the days, so that neither the order nor the time in which sessions came
/// matters (spec/listening.md 2.1). The day after today counts, as in ``Streak``: a traveller has come
/// back from it; days after that are left out.
public struct ListeningStreak: Sendable, Equatable {
  /// Days in the chain that ends yesterday or later; 0 when there is none.
  public let current: Int64
  /// Days in the longest chain ever.
  public let longest: Int64
  /// Days in the chain that ends on the last day, however long ago that is; 0 without any.
  public let atLastDay: Int64
  /// The last day, or nil.
  public let lastDay: LocalDay?

  /// Finds the chains among days in any order; one that comes twice counts once.
  ///
  /// `skipped` are days that were not in the calendar of the place: they break no chain and add
  /// nothing. O(n log n).
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
