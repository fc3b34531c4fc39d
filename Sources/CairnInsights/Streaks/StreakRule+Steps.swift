public import Cairn

extension StreakRule {
  /// The definition of the streak in one sentence; each further minimum has its first day.
  public var definition: String {
    let first = minimum(on: .first)
    let later = minimums.filter { $0.from > .first }.map {
      ", from \(CalendarText.day($0.from)) on \($0.minimum.requirement)"
    }
    let enough = first.requirement + later.joined()
    return isWeekly
      ? "Consecutive weeks with \(enough); active while the last one is this week or the previous one."
      : "Consecutive days with \(enough); active while the last one is today or yesterday."
  }

  var isWeekly: Bool { cadence == .weekly }

  /// The number of days per step.
  var stride: Int32 { isWeekly ? 7 : 1 }

  /// Returns the step of a day: the day itself, or the first day of its week.
  func step(of day: LocalDay) -> LocalDay { cadence.period(of: day, weekStart).lowerBound }

  /// Returns the steps that meet the minimum; without one, any activity counts.
  func enough(of steps: [StreakStep]) -> [StreakStep] {
    minimums.isEmpty ? steps.filter { $0.time > .zero } : steps.filter(isEnough)
  }

  /// Whether a day or week meets its minimum.
  private func isEnough(_ done: StreakStep) -> Bool {
    let minimum = minimum(on: done.day)
    return switch minimum.measure {
    case .pages: done.pages >= minimum.amount
    case .sessions: done.sessions >= minimum.amount
    case .minutes: done.time.wholeMinutes >= minimum.amount
    default: done.time > .zero
    }
  }
}

extension StreakMinimum {
  fileprivate var requirement: String { self == .anyTime ? "any tracked time" : "at least \(text)" }
}

/// The activity of one day or week.
public struct StreakStep: Sendable, Equatable {
  /// The day, or the first day of the week.
  public let day: LocalDay
  /// The time without overlaps: moments with several sessions count once.
  public internal(set) var time = Milliseconds.zero
  /// The pages read.
  public internal(set) var pages: Int64 = 0
  /// The number of sessions that started.
  public internal(set) var sessions: Int64 = 0

  init(_ day: LocalDay) {
    self.day = day
  }
}
