import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var listening: Command {
    Command(
      "listening",
      summary: "Show listening statistics and charts.",
      discussion: """
        Shows the numbers of the web page Listening with their definitions. The chart covers the \
        last seven days, or --range. Charts are \(names.dropLast().joined(separator: ", ")) \
        and \(names.last ?? ""); the default is \(names[0]).
        """,
      examples: [
        Example("cairn listening", "stories, hours, the streak, and the last seven days"),
        Example("cairn listening --range year", "one bar per week"),
        Example("cairn listening hours", "your start times"),
        Example(
          "cairn listening finished --svg heard.svg",
          "how far you get in stories, as an image"
        ),
        Example("cairn listening --why drop_off", "stories you did not finish"),
        Example("cairn listening --json", "as JSON"),
      ],
      arguments: [.optional("chart", "The chart to draw.", completion: .values(names))],
      options: [
        .value(
          "range",
          "WHICH",
          "The period of the chart: week, month, year or all.",
          completion: .values(ranges)
        ),
        .value(
          "why",
          "FIGURE",
          "List the stories behind completion or drop_off, or the sessions behind sessions.",
          completion: .values(figures)
        ), .limit, .all, .table, .svg, .pixels, .list(["chart.points", "stories"]),
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
          if context.wantsData, invocation.value("svg") == nil {
            context.output.print(data: all)
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
      "--range does not apply to the chart \(chart), which covers all listening.",
      hint: "Remove --range, or use the chart activity."
    )
  }
}

extension CommandContext {
  fileprivate func show(_ all: ListeningOverview) {
    if all.isEmpty {
      return output.info("No listening yet. Start a story with `cairn start listen TITLE`.")
    }
    output.print(lines: totalLines(all.summary) + facts(all))
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

  private func totalLines(_ summary: ListeningSummary) -> [String] {
    let (totals, streak) = (summary.totals, summary.streak)
    let begun = totals.storiesStarted - totals.stories
    let partial = totals.seconds - totals.completedSeconds
    let time = text(.seconds(totals.seconds))
    return [
      line("stories", "\(totals.stories) finished" + (begun > 0 ? ", \(begun) in progress" : "")),
      line(
        "listening time",
        time + (partial > 0 ? ", \(text(.seconds(partial))) of it unfinished" : "")
      ),
      line("streak", streakText(streak, summary.today)),
    ]
  }

  private func streakText(_ streak: ListeningStreak, _ today: LocalDay) -> String {
    let days = counted(streak.current, "day")
    let isAtRisk = streak.current > 0 && streak.lastDay != today
    return days + (isAtRisk ? ", finish a story today to keep it" : ", longest \(streak.longest)")
  }

  private func facts(_ all: ListeningOverview) -> [String] {
    let stories = all.stories
    let hour = all.hours.preferred.map {
      "\(ClockStyle.current.text(hour: Int($0))), \(DayPeriod(hour: $0).rawValue)"
    }
    let facts: [(String, String?)] = [
      ("favourites", "\(all.favorites)"),
      ("completion", stories.dropOff.completion.value.map { "\(percent($0)) of started stories" }),
      ("unfinished", notFinished(stories.dropOff)),
      ("average story", stories.averageLength.map(text)),
      (
        "per story",
        stories.sessionsPerStory.map { "\($0.wholeText) session\($0.wholeText == "1" ? "" : "s")" }
      ),
      ("usual start", hour),
      (
        "most listened",
        stories.mostPlayed.map { "\($0.title.visible), \(counted($0.plays, "play"))" }
      ),
    ]
    return facts.compactMap { name, value in value.map { line(name, $0) } }
  }

  /// Returns how many unfinished stories stopped in each tenth of their audio; nil when there is none.
  private func notFinished(_ left: DropOff) -> String? {
    let places = left.tenths.enumerated().filter { $0.element > 0 }.map {
      "\($0.element) at \(DropOff.tenth($0.offset))"
    }
    let unknownText = left.unknown > 0 ? ["\(left.unknown) unknown"] : []
    return places.isEmpty && unknownText.isEmpty
      ? nil : (places + unknownText).joined(separator: ", ")
  }

  private func line(_ name: String, _ value: String) -> String {
    "\(name.padded(to: 15))  \(value)"
  }
}
