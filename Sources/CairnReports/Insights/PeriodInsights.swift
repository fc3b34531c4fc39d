package import Cairn
package import CairnInsights

/// The figures of the Insights page: a period of one activity or of all, compared with the period before.
package struct PeriodInsights: Sendable {
  package let period: InsightPeriod
  /// The activity; nil for all.
  package let kind: SessionKind?
  package let days: KindDays
  /// The activity of all days: of the kind, or of all kinds.
  package let activity: Activity
  package let restDays: Set<LocalDay>
  /// The hours of the week by kind, in the year of the map.
  package let hours: [(kind: SessionKind, pattern: HourPattern)]
  /// The books finished in the period, latest first.
  package let finished: [FinishedRow]
  package let streak: Streak
  /// The current goals, of all activities.
  package let goals: [GoalProgress]
  package let milestones: Milestones

  /// The rows that the figures are computed from.
  package struct Rows {
    package let days: KindDays
    package let hours: [(kind: SessionKind, row: HourRow)]
    package let finished: [FinishedRow]
    package let restDays: Set<LocalDay>
    package let goals: Goals

    /// Creates the input of the figures; the hours are those of the year of the map.
    package init(
      days: KindDays,
      hours: [(kind: SessionKind, row: HourRow)],
      finished: [FinishedRow],
      restDays: Set<LocalDay>,
      goals: Goals
    ) {
      (self.days, self.hours, self.finished) = (days, hours, finished)
      (self.restDays, self.goals) = (restDays, goals)
    }

    /// The activity of every day over all kinds, with the finished books.
    package var activity: Activity {
      let dated = finished.compactMap { row in
        row.finished.flatMap { Finish(title: row.title, text: $0) }
      }
      return Activity(days: days.all, finishes: dated, undated: finished.count - dated.count)
    }
  }

  /// Computes the figures; `activity` is that of all kinds, and `streak` its streak.
  package init(
    _ period: InsightPeriod,
    _ kind: SessionKind?,
    _ rows: Rows,
    activity: Activity,
    streak: Streak
  ) {
    (self.period, self.kind, self.days, self.streak) = (period, kind, rows.days, streak)
    self.activity = kind.map { Self.activity($0, rows.days, activity) } ?? activity
    restDays = rows.restDays
    let year = Self.year(period, kind, rows.days)
    hours = Self.patterns(rows, kind, year)
    finished = rows.finished.filter { Self.isFinished($0, in: period.days) }.reversed()
    goals = rows.goals.now(activity, today: period.today)
    milestones = Milestones(activity, streak)
  }

  private static func activity(_ kind: SessionKind, _ days: KindDays, _ all: Activity) -> Activity {
    let own = days.kinds.first { $0.kind == kind }?.days ?? []
    let isReading = kind == Reading.kind
    return Activity(
      days: own.map(DayTotal.init),
      finishes: isReading ? all.finishes : [],
      undated: isReading ? all.undated : 0
    )
  }

  private static func patterns(
    _ rows: Rows,
    _ kind: SessionKind?,
    _ year: ClosedRange<LocalDay>
  ) -> [(kind: SessionKind, pattern: HourPattern)] {
    rows.days.kinds.filter { $0.kind == kind ?? $0.kind }.map { one in
      let own = rows.hours.filter { $0.kind == one.kind }.map { HourPattern.Hour($0.row) }
      let sessions = rows.days.totals(one.kind, in: year).sessions
      return (one.kind, HourPattern(own, sessions: sessions))
    }
  }

  /// Whether all days on which a book may have been finished are within a range.
  private static func isFinished(_ row: FinishedRow, in days: ClosedRange<LocalDay>) -> Bool {
    guard let date = row.finished.flatMap({ PartialDay(text: $0) }) else { return false }
    return days.contains(date.first) && days.contains(date.last)
  }
}

extension PeriodInsights {
  /// Returns the year of the map: that of the period, or the latest with data of all time.
  package static func year(
    _ period: InsightPeriod,
    _ kind: SessionKind?,
    _ days: KindDays
  ) -> ClosedRange<LocalDay> {
    guard period.cadence != nil else {
      return min(period.today, days.ends(kind)?.upperBound ?? period.today).wholeYear
    }
    return (period.isCurrent ? period.today : period.days.lowerBound).wholeYear
  }

  /// The year of the map.
  package var year: ClosedRange<LocalDay> { Self.year(period, kind, days) }

  /// The kinds that the charts stack: one, or all with sessions at any time.
  package var kinds: [SessionKind] { days.kinds.map { $0.kind }.filter { $0 == kind ?? $0 } }

  /// The totals of the period.
  package var totals: Totals { days.totals(kind, in: period.days) }

  /// The time of the period without overlaps.
  package var netTime: NonOverlappingTime { activity.netTime(in: period.days) }

  /// The time of a kind, or of those shown, minus that of the comparable days; nil for all time.
  package func difference(_ kind: SessionKind?) -> Milliseconds? {
    period.comparable.map { days.time(kind, in: period.days) - days.time(kind, in: $0) }
  }

  /// The time of the comparable days; nil for all time.
  package var timeBefore: Milliseconds? { period.comparable.map { days.time(kind, in: $0) } }

  /// The mean time of a part of the period, over the elapsed ones from the first session on.
  package var average: Figure<Series.Average> {
    let first = max(days.ends(kind)?.lowerBound ?? period.days.lowerBound, period.days.lowerBound)
    let last = max(first, period.elapsed.upperBound)
    return Series(activity.days, period.part, in: first...last, weekStart: period.weekStart).average
  }

  /// The pace of the period.
  package var pace: Figure<Int64> {
    pagesPerHour(PaceSums.sum(days.days(Reading.kind, in: period.days).map { PaceSums($0.sums) }))
  }

  /// The pages read in the period.
  package var pages: Int64 { days.totals(Reading.kind, in: period.days).amount }

  /// The books of the period as figures.
  package var books: FinishedBooks { FinishedBooks(finished.map(FinishedBook.init), year: nil) }

  /// Whether the period has neither sessions nor, where books count, a finished book.
  package var isEmpty: Bool { totals.sessions == 0 && totals.time == .zero && !hasFinished }

  private var hasFinished: Bool { (kind ?? Reading.kind) == Reading.kind && !finished.isEmpty }

  /// The latest period of the same length with data before this one, else the first after it.
  package var nearest: InsightPeriod? {
    guard let cadence = period.cadence else { return nil }
    let day = days.last(kind, before: period.days.lowerBound) ?? days.ends(kind)?.lowerBound
    return day.map {
      InsightPeriod(cadence, of: $0, today: period.today, weekStart: period.weekStart)
    }
  }
}
