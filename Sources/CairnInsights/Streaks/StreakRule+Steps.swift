public import Cairn

extension StreakRule {
  /// What the streak is, in one sentence; of several minimums each with the day it holds from.
  public var definition: String {
    let first = minimum(on: .first)
    let later = minimums.filter { $0.from > .first }.map {
      ", from \($0.from.text) on \($0.minimum.least)"
    }
    let enough = first.least + later.joined()
    return isWeekly
      ? "Weeks in a row with \(enough); alive while the last one is this week or the one before."
      : "Days in a row with \(enough); alive while the last one is today or yesterday."
  }

  var isWeekly: Bool { cadence == .weekly }

  /// Days from one step to the next.
  var stride: Int32 { isWeekly ? 7 : 1 }

  /// The step that holds a day: the day, or the first of its week.
  func step(of day: LocalDay) -> LocalDay { cadence.period(of: day, weekStart).lowerBound }

  /// The days or weeks that are enough; without a minimum it is enough that anything ran.
  func enough(of steps: [StreakStep]) -> [StreakStep] {
    minimums.isEmpty ? steps.filter { $0.time > .zero } : steps.filter(isEnough)
  }

  /// Whether what was done in one day or week is enough.
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
  fileprivate var least: String { self == .anyTime ? "any recorded time" : "at least \(text)" }
}

/// What was done in one day, or in the week that begins on it.
public struct StreakStep: Sendable, Equatable {
  /// The day, or the first of the week.
  public let day: LocalDay
  /// The time in which anything ran, each moment once.
  public internal(set) var time = Milliseconds.zero
  /// Pages read.
  public internal(set) var pages: Int64 = 0
  /// Sessions that started.
  public internal(set) var sessions: Int64 = 0

  init(_ day: LocalDay) {
    self.day = day
  }
}
