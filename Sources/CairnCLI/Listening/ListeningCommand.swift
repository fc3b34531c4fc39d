import Cairn
import CairnInsights
import CairnServer
import CairnStore

extension Command<CommandContext> {
  static var listening: Command {
    Command(
      "listening",
      group: "Listening",
      summary: "Show what your listening adds up to, and when it was.",
      discussion: """
        The numbers of the page Listening, with what counts said below them. The chart shows the \
        week that ends today, or what --range says. Charts are \(names.dropLast().joined(separator: ", ")) \
        and \(names.last ?? ""); \(names[0]) where none is named.
        """,
      reads: true,
      examples: [
        Example("cairn listening", "stories, hours, the streak, and the last seven days"),
        Example("cairn listening --range year", "a bar for each week of a year"),
        Example("cairn listening hours", "at which hours you begin"),
        Example(
          "cairn listening finished --svg heard.svg",
          "how far stories are heard, as a picture"
        ),
        Example("cairn listening --why drop_off", "the stories that were not heard to their end"),
        Example("cairn listening --json", "for another program"),
      ],
      arguments: [.optional("chart", "What to draw.", completion: .values(names))],
      options: [
        .value(
          "range",
          "WHICH",
          "What the chart shows: week, month, year or all.",
          completion: .values(ranges)
        ),
        .value(
          "why",
          "FIGURE",
          "List the stories behind completion or drop_off, or the sessions behind sessions.",
          completion: .values(figures)
        ), .limit, .all, .table, .svg, .pixels,
      ],
      action: { invocation, context in
        let word = try invocation.choice("range", of: ranges)
        let range = word.flatMap { ListeningRange(rawValue: $0) } ?? .week
        let name = try invocation.choice("chart", of: names)
        let why = try invocation.choice("why", of: figures)
        try invocation.requireActivity(name)
        return try await context.withLog { log in
          if let why { return try await context.showWhy(why, invocation, in: log) }
          let today = try await context.today(in: log)
          let zone = context.zone
          let all = try await ListeningOverview(log, range, today: today, zone: zone)
          let isDrawn = name != nil || ["svg", "table"].contains(where: invocation.isGiven)
          if context.wantsJSON, invocation.value("svg") == nil {
            context.output.print(all.json.text)
          } else if all.isEmpty || !isDrawn {
            context.show(all)
          } else {
            try context.show(all, name, invocation)
          }
          return all.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var ranges: [String] { ListeningRange.allCases.map(\.rawValue) }
  private static var names: [String] { ["activity", "hours", "finished", "groups"] }
  private static var figures: [String] {
    (StoryDrilldown.insights + [.sessions]).map(\.name)
  }
}

extension Invocation {
  /// Throws `usage.value` for `--range` with a chart that covers all time.
  fileprivate func requireActivity(_ chart: String?) throws(CairnError) {
    guard let chart, chart != "activity", isGiven("range") else { return }
    throw CairnError(
      "usage.value",
      "The chart \(chart) is of all your listening, and --range chooses days.",
      hint: "Leave --range out, or name the chart activity."
    )
  }
}

extension CommandContext {
  fileprivate func show(_ all: ListeningOverview) {
    if all.isEmpty {
      return output.say("Nothing heard yet. `cairn start listen TITLE` starts a story.")
    }
    output.print(lines: heard(all.summary) + facts(all))
    output.print("")
    let (chart, columns) = (all.summary.chart(all.range), output.standardOutput.columns ?? 80)
    output.print(lines: lines(chart.title, chart.bars, names: chart.table.rows.map(\.name)))
    output.print(lines: TextLayout.wrap(chart.summary, width: columns))
    if all.hours.preferred != nil {
      output.print(lines: [""] + hours(ListeningCharts.hours(all.hours.counts)))
    }
    output.print("")
    for words in ListeningSummary.definitions + StoryStatistics.definitions {
      output.print(lines: TextLayout.wrap(words, width: columns))
    }
  }

  private func heard(_ summary: ListeningSummary) -> [String] {
    let (totals, streak) = (summary.totals, summary.streak)
    let begun = totals.storiesTouched - totals.stories
    let partial = totals.seconds - totals.completedSeconds
    let time = text(.seconds(totals.seconds))
    return [
      line("stories heard", "\(totals.stories)" + (begun > 0 ? ", and \(begun) begun" : "")),
      line(
        "listening time",
        time + (partial > 0 ? ", \(text(.seconds(partial))) of it partial" : "")
      ),
      line("streak", streakWords(streak, summary.today)),
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
      ("not finished", notFinished(stories.dropOff)),
      ("average story", stories.averageLength.map(text)),
      (
        "per story",
        stories.sessionsPerStory.map { "\($0.hundredthsText) session\($0 == 100 ? "" : "s")" }
      ),
      ("preferred hour", hour),
      ("most played", stories.most.map { "\($0.title.visible), \(counted($0.plays, "time"))" }),
    ]
    return facts.compactMap { name, value in value.map { line(name, $0) } }
  }

  /// Returns how many unfinished stories stopped in each tenth of their audio; nil when there is none.
  private func notFinished(_ left: DropOff) -> String? {
    let places = left.tenths.enumerated().filter { $0.element > 0 }.map {
      "\($0.element) at \(DropOff.tenth($0.offset))"
    }
    let lost = left.unknown > 0 ? ["\(left.unknown) nobody knows how far"] : []
    return places.isEmpty && lost.isEmpty ? nil : (places + lost).joined(separator: ", ")
  }

  private func line(_ name: String, _ value: String) -> String {
    "\(name.padded(to: 15))  \(value)"
  }
}
