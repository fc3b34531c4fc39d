public import Cairn

/// The input of goals, milestones and charts: daily totals and finished books.
public struct Activity: Sendable, Equatable {
  /// The daily totals, ascending, one per day; `amount` is pages.
  public let days: [DayTotal]
  /// The finished books with a known date, earliest first.
  public let finishes: [Finish]
  /// The number of finished books without a known date.
  public let undated: Int

  /// Creates an activity.
  public init(days: [DayTotal], finishes: [Finish] = [], undated: Int = 0) {
    self.days = days
    self.finishes = finishes.sorted {
      $0.days.upperBound != $1.days.upperBound
        ? $0.days.upperBound < $1.days.upperBound : $0.title < $1.title
    }
    self.undated = undated
  }

  /// Returns the amount of a measure within a range of days; its count is the number of days or books.
  ///
  /// A book with a date known only to the month or year counts if all of it is within the range.
  /// Books that may be within the range, and books without a date, are excluded.
  public func amount(of measure: Measure, in days: ClosedRange<LocalDay>) -> Figure<Int64> {
    if measure == .books { return books(in: days) }
    let amounts = inside(days).map { Self.amount(of: measure, $0) }
    let sum = amounts.reduce(0, +)
    return Figure(
      Self.insight(measure),
      value: measure == .minutes ? Milliseconds(sum).wholeMinutes : sum,
      count: amounts.count { $0 > 0 }
    )
  }

  /// Returns the total of consecutive periods with the amounts `values`.
  func sum(of measure: Measure, _ values: [Int64], in days: ClosedRange<LocalDay>) -> Int64 {
    guard measure == .minutes else { return values.reduce(0, +) }
    return amount(of: measure, in: days).value ?? 0
  }

  /// Returns the amount that counts towards a goal: ``amount(of:in:)``, except that overlapping
  /// minutes count once.
  public func done(of measure: Measure, in days: ClosedRange<LocalDay>) -> Figure<Int64> {
    guard measure == .minutes else { return amount(of: measure, in: days) }
    let netTime = inside(days).map { $0.netTime }
    return Figure(
      Insight(measure.name, Self.netTimeDefinition),
      value: netTime.reduce(Milliseconds.zero, +).wholeMinutes,
      count: netTime.count { $0 > .zero }
    )
  }

  /// Returns the total time within a range of days, and how much of it overlaps.
  public func netTime(in days: ClosedRange<LocalDay>) -> NonOverlappingTime {
    let inside = inside(days)
    let sum = inside.reduce(Milliseconds.zero) { $0 + $1.time }
    return NonOverlappingTime(sum: sum, overlap: sum - inside.reduce(.zero) { $0 + $1.netTime })
  }

  private func inside(_ days: ClosedRange<LocalDay>) -> ArraySlice<DayTotal> {
    self.days[index(of: days.lowerBound)..<index(of: days.upperBound + 1)]
  }

  private static let netTimeDefinition = """
    Minutes of each day in which at least one session ran, counted once, added up and rounded \
    down to whole minutes.
    """

  /// Returns how a measure is counted, in one sentence.
  public static func definition(of measure: Measure) -> String {
    switch measure {
    case .minutes: "Running time of each day, added up and rounded down to whole minutes."
    case .pages: "Pages of each day; those of a session over midnight are divided by time."
    case .sessions: "Sessions, each on the day it started."
    default: Insight.books.definition
    }
  }

  private static func insight(_ measure: Measure) -> Insight {
    Insight(measure.name, definition(of: measure))
  }

  private func books(in days: ClosedRange<LocalDay>) -> Figure<Int64> {
    let overlapping = finishes.filter { $0.days.overlaps(days) }
    let inside = overlapping.count {
      days.contains($0.days.lowerBound) && days.contains($0.days.upperBound)
    }
    return Figure(
      Self.insight(.books),
      value: Int64(inside),
      count: inside,
      excluded: [.inexact(overlapping.count - inside), .undated(undated)]
    )
  }

  /// Returns minutes in milliseconds, so that only the sum is rounded.
  private static func amount(of measure: Measure, _ day: DayTotal) -> Int64 {
    switch measure {
    case .minutes: day.time.count
    case .pages: day.amount
    default: Int64(day.sessions)
    }
  }

  /// Returns the index of a day, or the index at which it would be inserted.
  private func index(of day: LocalDay) -> Int {
    var low = 0
    var high = days.count
    while low < high {
      let middle = (low + high) / 2
      if days[middle].day < day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
