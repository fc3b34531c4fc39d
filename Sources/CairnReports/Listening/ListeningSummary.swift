package import Cairn
package import CairnInsights

/// The listening figures of the Listening page and of shared pages.
package struct ListeningSummary: Sendable {
  package let today: LocalDay
  /// The days with listening up to today, ascending.
  package let days: [ListeningOnDay]
  package let totals: ListeningTotals
  package let streak: ListeningStreak
  package let reached: [ReachedMilestone]
  package let weekStart: WeekStart

  /// Creates the figures.
  package init(
    today: LocalDay,
    days: [ListeningOnDay],
    totals: ListeningTotals,
    streak: ListeningStreak,
    reached: [ReachedMilestone],
    weekStart: WeekStart
  ) {
    (self.today, self.days, self.totals) = (today, days, totals)
    (self.streak, self.reached, self.weekStart) = (streak, reached, weekStart)
  }

  /// Returns the periods of a range: days for a week or month, weeks for a year, automatic for all time.
  package func periods(_ range: ListeningRange) -> Periods {
    let span = self.days.first.flatMap { first in self.days.last.map { first.day...$0.day } }
    let days = range.days(until: today, listened: span)
    let cadence: Cadence? =
      switch range {
      case .week, .month: .daily
      case .year: .weekly
      case .all: nil
      }
    return Periods(cadence, in: days, today: today, weekStart: weekStart)
  }

  /// Returns the chart of a range.
  package func chart(_ range: ListeningRange) -> ColumnChart {
    ListeningCharts.activity(days, periods(range))
  }

  /// Returns the progress of a milestone.
  package func progress(_ milestone: ListeningMilestone) -> ListeningProgress {
    ListeningProgress(
      milestone,
      stories: totals.stories,
      seconds: totals.completedSeconds,
      streak: streak
    )
  }

  /// The definitions of the figures, as the pages show them.
  package static let definitions = [
    "A story is finished when a session reached its end. Finishing it twice still counts as one story.",
    "Listening time covers all sessions. Unfinished time is from sessions that did not reach the end "
      + "of a story; milestones leave it out.",
    "A day counts for the streak when a story was finished on it. The streak stays active through "
      + "the next day.",
  ]

  /// The next milestone of each measure.
  package var next: [ListeningMilestone] {
    ListeningMilestone.Measure.allCases.compactMap { measure in
      ListeningMilestone.all.first { one in
        one.measure == measure && !reached.contains { $0.milestone == one }
      }
    }
  }
}

extension ListeningMilestone {
  /// The name of the milestone: `5 stories`.
  package var text: String {
    switch measure {
    case .stories: target == 1 ? "First story" : "\(grouped(target)) stories"
    case .time:
      target == 3_600
        ? "First hour of listening" : "\(grouped(target / 3_600)) hours of listening"
    case .streaks: "\(target)-day listening streak"
    }
  }

  /// Returns an amount in the unit of the milestone: `3 stories`, `2h 30m`, `4 days`.
  package func text(_ amount: Int64) -> String {
    switch measure {
    case .stories: counted(amount, "story", "stories")
    case .time: Milliseconds.seconds(amount).hoursAndMinutes
    case .streaks: counted(amount, "day")
    }
  }
}

extension ListeningRange {
  /// The label of the range on a link.
  package var label: String {
    switch self {
    case .week: "Week"
    case .month: "Month"
    case .year: "Year"
    case .all: "All"
    }
  }
}

/// Statistics of stories: averages, the most played one, series and authors.
package struct StoryStatistics: Sendable {
  /// The existing stories.
  package let stories: [StoryRow]
  /// Sums over all stories with sessions, including deleted ones.
  package let listened: ListeningStories

  /// Creates the statistics.
  package init(stories: [StoryRow], listened: ListeningStories) {
    (self.stories, self.listened) = (stories, listened)
  }

  /// The definitions of the figures, as the pages show them.
  package static let definitions = [
    "The average length covers the stories you listened to with a known length.",
    "Sessions per story is the number of sessions divided by the number of stories.",
    "The usual start is the hour in which most sessions started, in local time; sessions with only "
      + "a day are excluded. Listening apps get it in your own time zone, or in the one they request.",
  ]

  /// The share of finished stories, and the positions of the unfinished ones.
  package var dropOff: DropOff { DropOff(stories.map { $0.soFar }) }

  /// The mean length of the stories with sessions and a known length; nil without any.
  package var averageLength: Milliseconds? {
    listened.measured > 0 ? Milliseconds(listened.duration.count / listened.measured) : nil
  }

  /// Sessions per story with sessions, in hundredths; nil without any.
  package var sessionsPerStory: Int64? {
    listened.count > 0 ? fixedHundredths(Double(listened.sessions) / Double(listened.count)) : nil
  }

  /// The most played story; of several the one with the most time.
  package var mostPlayed: StoryRow? {
    stories.filter { $0.plays > 0 }.max { ($0.plays, $0.seconds) < ($1.plays, $1.seconds) }
  }

  /// Series and authors with the time of their stories, longest first.
  package var groups: [ListeningGroup] {
    let parts = stories.filter { $0.sessions > 0 }.compactMap { $0.part }
    return ListeningGroup.groups(parts).sorted { ($1.seconds, $0.name) < ($0.seconds, $1.name) }
  }
}

extension StoryRow {
  /// The known listening progress of the story.
  package var soFar: StoryProgress.SessionTotals {
    StoryProgress.SessionTotals(
      duration: duration,
      position: position,
      time: .seconds(seconds),
      sessions: Int(sessions),
      completed: Int(completed)
    )
  }
}

extension StoryRow {
  /// The story's contribution to its series, or its author; nil without both.
  package var part: ListeningGroup.Part? {
    group.map { .init($0, seconds: seconds, added: added ?? updated) }
  }
}
