import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension CommandContext {
  /// Shows one listening chart in the requested form; without a name, the activity chart.
  func show(
    _ all: ListeningOverview,
    _ name: String?,
    _ invocation: Invocation
  ) throws(CairnError) {
    switch name {
    case "hours":
      let chart = ListeningCharts.hours(all.hours.counts)
      try show(chart, invocation, data: JSON.null) { hours(chart) }
    case "finished": try show(all.stories.dropOff.chart, invocation)
    case "groups": try show(ListeningCharts.groups(all.stories.groups), invocation)
    default:
      let chart = all.summary.chart(all.range)
      let names = chart.table.rows.map(\.name)
      try show(chart, invocation, data: JSON.null) { lines(chart.title, chart.bars, names: names) }
    }
  }

  private func show(_ chart: RowChart, _ invocation: Invocation) throws(CairnError) {
    try show(chart, invocation, data: JSON.null) {
      lines(chart.title, chart.bars, names: chart.bars.map { $0.label.visible })
    }
  }

  /// Returns one line per hour from the first to the last start time: `07:00  3  ███`.
  func hours(_ chart: ColumnChart) -> [String] {
    let bars = chart.bars
    guard let first = bars.firstIndex(where: { $0.value > 0 }),
      let last = bars.lastIndex(where: { $0.value > 0 })
    else { return [output.style.paint(chart.title, .title)] }
    let names = chart.table.rows.map(\.name)
    return lines(chart.title, Array(bars[first...last]), names: Array(names[first...last]))
  }

  /// Shows the stories or the sessions behind a listening figure.
  func showWhy(
    _ name: String,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> ExitCode {
    guard let insight = StoryDrilldown.insights.first(where: { $0.name == name }) else {
      var filter = SessionFilter(limit: try invocation.limit())
      filter.kind = Listening.kind
      return show(try await Drilldown(.sessions, among: filter, in: log))
    }
    let drilldown = StoryDrilldown(insight, try await log.stories())
    let isEmpty = drilldown.rows.isEmpty && drilldown.excluded.isEmpty
    if wantsData {
      output.print(data: drilldown)
    } else {
      show(drilldown, limit: try invocation.limit(), isEmpty: isEmpty)
    }
    return isEmpty ? .refused : .done
  }

  private func show(_ drilldown: StoryDrilldown, limit: Int, isEmpty: Bool) {
    let columns = output.standardOutput.columns ?? .max
    output.print(lines: TextLayout.wrap(drilldown.insight.definition, width: columns))
    if isEmpty { output.info("No stories.") }
    if !drilldown.rows.isEmpty { output.print(storyTable(Array(drilldown.rows.prefix(limit)))) }
    if drilldown.rows.count > limit {
      output.print("\(drilldown.rows.count - limit) more, use --all for all")
    }
    for (reason, rows) in drilldown.reasons {
      output.print("\(rows.count) excluded: \(reason)")
      output.print(storyTable(Array(rows.prefix(limit))))
    }
  }

  /// Returns the share of the story played so far; empty without sessions.
  private func listenedText(_ story: StoryRow) -> String {
    story.sessions > 0 ? StoryProgress(story.soFar).share.map(percent) ?? "–" : ""
  }

  private func storyTable(_ stories: [StoryRow]) -> Table {
    var table = Table(
      .init("id"),
      .init("story", canShrink: true),
      .init("progress", isNumber: true),
      .init("at", isNumber: true),
      .init("of", isNumber: true),
      .init("sessions", isNumber: true)
    )
    for story in stories {
      table.append(
        .init(story.shortID.text, .dim),
        .init(story.title),
        .init(listenedText(story), .accent),
        .init(story.completed > 0 ? "the end" : story.position?.audioText ?? ""),
        .init(story.duration?.audioText ?? ""),
        .init("\(story.sessions)")
      )
    }
    return table
  }
}
