import Cairn
import CairnInsights
import CairnServer
import CairnStore

extension Command<Surroundings> {
  static var listening: Command {
    Command(
      "listening",
      group: "Listening",
      summary: "Show what your listening adds up to, and when it was.",
      discussion: """
        The numbers of the page Listening, with what counts said below them. The chart shows the \
        week that ends today, or what --range says.
        """,
      reads: true,
      examples: [
        Example("cairn listening", "stories, hours, the streak, and the last seven days"),
        Example("cairn listening --range year", "a bar for each week of a year"),
        Example("cairn listening --json", "for another program"),
      ],
      options: [
        .value(
          "range",
          "WHICH",
          "What the chart shows: week, month, year or all.",
          completion: .values(ranges)
        )
      ],
      action: { invocation, surroundings in
        let word = try invocation.choice("range", of: ranges)
        let range = word.flatMap { ListeningRange(rawValue: $0) } ?? .week
        return try await surroundings.withLog { log in
          let today = try await surroundings.today(in: log)
          let zone = surroundings.zone
          let all = try await ListeningOverview(log, range, today: today, zone: zone)
          surroundings.show(all)
          return all.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var ranges: [String] { ListeningRange.allCases.map(\.rawValue) }
}

extension Surroundings {
  fileprivate func show(_ all: ListeningOverview) {
    if wantsJSON { return output.print(all.json.text) }
    if all.isEmpty {
      return output.say("Nothing heard yet. `cairn start listen TITLE` starts a story.")
    }
    output.print(lines: heard(all.journey) + facts(all))
    output.print("")
    let (chart, columns) = (all.journey.chart(all.range), output.standardOutput.columns ?? 80)
    output.print(lines: lines(chart.title, chart.bars, names: chart.table.rows.map(\.name)))
    output.print(lines: TextLayout.wrap(chart.summary, width: columns))
    output.print("")
    for words in HeardJourney.definitions + StoriesHeard.definitions {
      output.print(lines: TextLayout.wrap(words, width: columns))
    }
  }

  private func heard(_ journey: HeardJourney) -> [String] {
    let (totals, streak) = (journey.totals, journey.streak)
    let begun = totals.storiesTouched - totals.stories
    let partial = totals.seconds - totals.completedSeconds
    let time = text(.seconds(totals.completedSeconds))
    return [
      line("stories heard", "\(totals.stories)" + (begun > 0 ? ", and \(begun) begun" : "")),
      line(
        "listening time",
        time + (partial > 0 ? ", and \(text(.seconds(partial))) partial" : "")
      ),
      line("streak", streakWords(streak, journey.today)),
    ]
  }

  private func streakWords(_ streak: ListeningStreak, _ today: LocalDay) -> String {
    let days = "\(counted(streak.current, "day")) in a row"
    let isAtRisk = streak.current > 0 && streak.lastDay != today
    return days + (isAtRisk ? ", one story today keeps it" : ", the longest ever \(streak.longest)")
  }

  private func facts(_ all: ListeningOverview) -> [String] {
    let stories = all.stories
    let hour = all.hours.preferred.map {
      "\(ListeningCharts.clock(Int($0))), \(DayPeriod(hour: $0).rawValue)"
    }
    let facts: [(String, String?)] = [
      ("favourites", "\(all.favorites)"),
      ("finished", stories.dropOff.completion.value.map { "\(percent($0)) of stories begun" }),
      ("average story", stories.averageLength.map(text)),
      (
        "per story",
        stories.listensPerStory.map { "\($0.hundredthsText) session\($0 == 100 ? "" : "s")" }
      ),
      ("preferred hour", hour),
      ("most played", stories.most.map { "\($0.title.visible), \(counted($0.plays, "time"))" }),
    ]
    return facts.compactMap { name, value in value.map { line(name, $0) } }
  }

  private func line(_ name: String, _ value: String) -> String {
    "\(name.padded(to: 15))  \(value)"
  }
}
