public import Cairn

/// Everything goals, milestones and charts count: what each day holds, and the books finished.
public struct Activity: Sendable, Equatable {
  /// What the days hold, ascending, one total a day; the amount is pages.
  public let days: [DayTotal]
  /// The books finished when that is known, the earliest first.
  public let finishes: [Finish]
  /// Books finished nobody knows when.
  public let undated: Int

  /// Gathers what was done.
  public init(days: [DayTotal], finishes: [Finish] = [], undated: Int = 0) {
    self.days = days
    self.finishes = finishes.sorted {
      $0.days.upperBound != $1.days.upperBound
        ? $0.days.upperBound < $1.days.upperBound : $0.title < $1.title
    }
    self.undated = undated
  }

  /// How much of a measure lies in a stretch of days.
  ///
  /// Counts the days, or books, it rests on. A book finished in a month or a year counts where all
  /// of it lies in the stretch; one that may lie in it is left out and counted as such, and so are
  /// books without any date.
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

  /// How much some periods in a row hold together, each of which holds one of the values.
  func sum(of measure: Measure, _ values: [Int64], in days: ClosedRange<LocalDay>) -> Int64 {
    guard measure == .minutes else { return values.reduce(0, +) }
    return amount(of: measure, in: days).value ?? 0
  }

  /// How much counts toward a goal: as ``amount(of:in:)``, but of minutes in which several sessions
  /// ran each once.
  public func done(of measure: Measure, in days: ClosedRange<LocalDay>) -> Figure<Int64> {
    guard measure == .minutes else { return amount(of: measure, in: days) }
    let lived = inside(days).map { $0.lived }
    return Figure(
      Insight(measure.name, Self.livedDefinition),
      value: lived.reduce(Milliseconds.zero, +).wholeMinutes,
      count: lived.count { $0 > .zero }
    )
  }

  /// The running time of some days, and how much of a life it took.
  public func lived(in days: ClosedRange<LocalDay>) -> NonOverlappingTime {
    let inside = inside(days)
    let sum = inside.reduce(Milliseconds.zero) { $0 + $1.time }
    return NonOverlappingTime(sum: sum, overlap: sum - inside.reduce(.zero) { $0 + $1.lived })
  }

  private func inside(_ days: ClosedRange<LocalDay>) -> ArraySlice<DayTotal> {
    self.days[index(of: days.lowerBound)..<index(of: days.upperBound + 1)]
  }

  private static let livedDefinition = """
    Minutes of each day in which a session ran, once however many ran at the same time, added up and \
    then rounded down to whole minutes.
    """

  /// How a measure is counted, in one sentence.
  public static func definition(of measure: Measure) -> String {
    switch measure {
    case .minutes: "Minutes that ran on each day, added up and then rounded down to whole minutes."
    case .pages: "Pages read in sessions, on the days the minutes were."
    case .sessions: "Sessions, each on the day it started."
    default: Insight.books.definition
    }
  }

  private static func insight(_ measure: Measure) -> Insight {
    Insight(measure.name, definition(of: measure))
  }

  private func books(in days: ClosedRange<LocalDay>) -> Figure<Int64> {
    let touching = finishes.filter { $0.days.overlaps(days) }
    let inside = touching.count {
      days.contains($0.days.lowerBound) && days.contains($0.days.upperBound)
    }
    return Figure(
      Self.insight(.books),
      value: Int64(inside),
      count: inside,
      excluded: [.inexact(touching.count - inside), .undated(undated)]
    )
  }

  /// Minutes as milliseconds, so that nothing is rounded before it is added.
  private static func amount(of measure: Measure, _ day: DayTotal) -> Int64 {
    switch measure {
    case .minutes: day.time.count
    case .pages: day.amount
    default: Int64(day.sessions)
    }
  }

  /// Where a day is, or would be, among the days.
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
