public import Cairn

/// What a streak counts: days or weeks, and the least that is enough for one of them.
public struct StreakRule: Sendable, Equatable {
  /// `daily`, or `weekly` for weeks from Monday on; any other cadence counts as daily.
  public let cadence: Cadence
  /// The least in one day or week.
  public let dose: Dose

  /// Makes a rule; days with any time unless told otherwise.
  public init(cadence: Cadence = .daily, dose: Dose = .anyTime) {
    self.cadence = cadence == .weekly ? .weekly : .daily
    self.dose = dose
  }

  /// What the streak is, in one sentence.
  public var definition: String {
    let enough = dose == .anyTime ? "any recorded time" : "at least \(dose.text)"
    return isWeekly
      ? "Weeks in a row with \(enough); alive while the last one is this week or the one before."
      : "Days in a row with \(enough); alive while the last one is today or yesterday."
  }

  var isWeekly: Bool { cadence == .weekly }

  /// Days from one step to the next.
  var stride: Int32 { isWeekly ? 7 : 1 }

  /// The step that holds a day: the day, or the Monday of its week.
  func step(of day: LocalDay) -> LocalDay { isWeekly ? day.monday : day }

  /// Whether what was done in one day or week is enough.
  func isEnough(_ done: StreakStep) -> Bool {
    switch dose.measure {
    case .pages: done.pages >= dose.amount
    case .sessions: done.sessions >= dose.amount
    case .minutes: done.time.wholeMinutes >= dose.amount
    default: done.time > .zero
    }
  }
}

/// What was done in one day, or in the week that begins on it.
public struct StreakStep: Sendable, Equatable {
  /// The day, or the Monday of the week.
  public let day: LocalDay
  /// The time that ran.
  public internal(set) var time = Milliseconds.zero
  /// Pages read.
  public internal(set) var pages: Int64 = 0
  /// Sessions that started.
  public internal(set) var sessions: Int64 = 0

  init(_ day: LocalDay) {
    self.day = day
  }
}
