package import Cairn
package import CairnInsights
package import CairnStore

/// What the page Listening and a shared page tell: totals, the streak, the days, the milestones.
package struct ListeningSummary: Sendable {
  package let today: LocalDay
  /// Every day with listening up to today, ascending.
  let days: [ListeningOnDay]
  package let totals: ListeningTotals
  package let streak: ListeningStreak
  package let reached: [ReachedMilestone]
  let weekStart: WeekStart

  package init(_ log: Log, today: LocalDay, skipped: [LocalDay]) async throws {
    self.today = today
    let heard = try await log.heardDays(in: LocalDay.first...LocalDay.last)
    days = heard.map {
      ListeningOnDay(
        day: $0.day,
        seconds: $0.totals.seconds,
        completed: $0.totals.completedSeconds
      )
    }
    totals = try await log.heardTotals()
    let completed = heard.filter { $0.totals.completed > 0 }.map(\.day)
    streak = ListeningStreak(completed, skipped: skipped, today: today)
    reached = try await log.reachedMilestones().sorted { $0.at > $1.at }
    weekStart = try await log.weekStart()
  }

  /// The periods of a range: days of a week and a month, weeks of a year, and of all what fits.
  package func periods(_ range: ListeningRange) -> Periods {
    let span = self.days.first.flatMap { first in self.days.last.map { first.day...$0.day } }
    let days = range.days(until: today, heard: span)
    let cadence: Cadence? =
      switch range {
      case .week, .month: .daily
      case .year: .weekly
      case .all: nil
      }
    return Periods(cadence, in: days, today: today, weekStart: weekStart)
  }

  /// The chart of a range.
  package func chart(_ range: ListeningRange) -> ColumnChart {
    ListeningCharts.activity(days, periods(range))
  }

  /// How far a milestone is.
  func progress(_ milestone: ListeningMilestone) -> ListeningProgress {
    ListeningProgress(
      milestone,
      stories: totals.stories,
      seconds: totals.completedSeconds,
      streak: streak
    )
  }

  /// What counts, for those who see the numbers.
  package static let definitions = [
    "A story is heard once a session reached its end; heard twice it is still one story.",
    "Listening time is that of all sessions; partial is what did not reach the end of a story. "
      + "Milestones count what did.",
    "A day counts for the streak when a story was heard to its end on it. The streak lives through "
      + "the day after.",
  ]

  /// Those to come, the nearest of each measure.
  var next: [ListeningMilestone] {
    ListeningMilestone.Measure.allCases.compactMap { measure in
      ListeningMilestone.all.first { one in
        one.measure == measure && !reached.contains { $0.milestone == one }
      }
    }
  }
}

extension ListeningMilestone {
  /// What it is called: `5 stories heard to the end`.
  package var words: String {
    switch measure {
    case .stories: target == 1 ? "The first story" : "\(target) stories"
    case .time: target == 3_600 ? "The first hour heard" : "\(target / 3_600) hours heard"
    case .streaks: "\(target) days of listening in a row"
    }
  }

  /// An amount of what it is of: `3 stories`, `2h 30m`, `4 days`.
  package func words(_ amount: Int64) -> String {
    switch measure {
    case .stories: "\(amount) stor\(amount == 1 ? "y" : "ies")"
    case .time: Milliseconds.seconds(amount).hoursAndMinutes
    case .streaks: "\(amount) day\(amount == 1 ? "" : "s")"
    }
  }
}

extension ListeningRange {
  /// What a link to it says.
  var label: String {
    switch self {
    case .week: "Week"
    case .month: "Month"
    case .year: "Year"
    case .all: "All"
    }
  }
}

/// What stories add up to: averages, the favourite of all, series and authors.
package struct StoryStatistics: Sendable {
  /// The stories that are there.
  package let stories: [StoryRow]
  /// What those that were listened to have in common, deleted ones included.
  let heard: ListeningStories

  /// What counts, for those who see the numbers.
  package static let definitions = [
    "The average length is that of the stories you listened to whose length is known.",
    "Listens per story are all sessions, shared out over the stories you listened to.",
    "The hour is the one in which most sessions began, on the clock of the place where you were; "
      + "sessions of which only the day is known have none. Listening apps are told it on the clock "
      + "of your own zone, or of one they name.",
  ]

  /// How many of the stories begun were heard to their end, and where the others are.
  package var dropOff: DropOff { DropOff(stories.map { $0.soFar }) }

  /// The mean length of the stories that were listened to and whose length is known; nil without.
  package var averageLength: Milliseconds? {
    heard.measured > 0 ? Milliseconds(heard.duration.count / heard.measured) : nil
  }

  /// Sessions for each story that was listened to, in hundredths; nil without any.
  package var listensPerStory: Int64? {
    heard.count > 0 ? fixedHundredths(Double(heard.sessions) / Double(heard.count)) : nil
  }

  /// The story that was played most often; of several the one with the most time.
  package var most: StoryRow? {
    stories.filter { $0.plays > 0 }.max { ($0.plays, $0.seconds) < ($1.plays, $1.seconds) }
  }

  /// Series and authors with the time of their stories, the longest first.
  package var groups: [ListeningGroup] {
    let parts = stories.filter { $0.sessions > 0 }.compactMap { $0.part }
    return ListeningGroup.groups(parts).sorted { ($1.seconds, $0.name) < ($0.seconds, $1.name) }
  }
}

extension StoryRow {
  /// What is known of how far the listener has got.
  package var soFar: StoryProgress.Heard {
    StoryProgress.Heard(
      duration: duration,
      position: position,
      time: .seconds(seconds),
      sessions: Int(sessions),
      completed: Int(completed)
    )
  }
}
