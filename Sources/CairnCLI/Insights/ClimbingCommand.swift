import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var climbing: Command {
    Command(
      "climbing",
      summary: "Show climbing statistics and charts.",
      discussion: """
        Without an argument, shows the numbers. Charts are \(names.dropLast().joined(separator: ", ")) and \
        \(names.last ?? ""); for grades use `cairn pyramid`. The period length decides between weeks, \
        months and years, unless you give --by.
        """,
      examples: [
        Example("cairn climbing --year", "this year"),
        Example("cairn climbing volume --by month", "climbs and attempts by month"),
        Example("cairn climbing progression --in 2025", "the hardest sends of a year"),
        Example("cairn climbing progression --scale V --svg v.svg", "one of them, as an image"),
        Example("cairn climbing --why climbing_rates", "the climbs behind the rates"),
      ],
      arguments: [.optional("chart", "The chart to draw.", completion: .values(names))],
      options: .period + [
        .discipline, .gradeScale,
        .value("by", "WHAT", "The interval: week, month or year.", completion: .values(cadences)),
        .value(
          "why",
          "FIGURE",
          "List the climbs behind \(ClimbDrilldown.insights.map(\.name).joined(separator: ", ")).",
          completion: .values(ClimbDrilldown.insights.map(\.name))
        ), .limit, .all, .table, .svg, .pixels,
        .list(["volume.rows", "disciplines.rows", "ladders", "tags.rows", "climbs"]),
      ],
      action: { invocation, context in
        let by = try invocation.choice("by", of: cadences)
        let cadence = Cadence.all.first { $0.noun == by }
        let name = try invocation.choice("chart", of: names)
        let why = try invocation.choice("why", of: ClimbDrilldown.insights.map(\.name))
        let chosen = try ChosenLadders(invocation)
        if why == nil { try invocation.requireLadders(name) }
        return try await context.withLog { log in
          let span = try await context.span(invocation, in: log)
          if let why, let insight = ClimbDrilldown.insights.first(where: { $0.name == why }) {
            return try await context.show(insight, chosen, span, invocation, log)
          }
          let insights = try await ClimbingInsights(span, by: cadence, log)
          if context.wantsData, invocation.value("svg") == nil {
            context.output.print(data: ClimbingReport(insights, span.name))
          } else if let name {
            try context.show(insights.charts(named: name, chosen), invocation)
          } else {
            try context.refuseWithoutChart(invocation)
            context.printText(insights, span)
          }
          return insights.overview.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var names: [String] { ClimbingChart.names }
  private static var cadences: [String] { ["week", "month", "year"] }
}

extension Invocation {
  /// Throws `usage.value` for a discipline or a scale with a chart that is not drawn per ladder.
  fileprivate func requireLadders(_ chart: String?) throws(CairnError) {
    guard chart != "progression", let given = ["discipline", "scale"].first(where: isGiven)
    else { return }
    throw CairnError(
      "usage.value",
      "--\(given) works only for progression or with --why.",
      hint: "Run `cairn climbing progression --\(given)`, or see `cairn pyramid`."
    )
  }
}

extension ClimbingInsights {
  /// Returns the chart with a name; for a progression, those of the chosen disciplines and scales.
  fileprivate func charts(named name: String, _ chosen: ChosenLadders) -> [ClimbingChart] {
    let exact = charts.filter { $0.name == name }
    guard exact.isEmpty else { return exact }
    let names = ladders.map(\.ladder).filter { chosen.has($0) }.map { "\(name)-\($0.key)" }
    return charts.filter { names.contains($0.name) }
  }
}

extension CommandContext {
  /// Throws `usage.missing` for a chart option without a chart.
  fileprivate func refuseWithoutChart(_ invocation: Invocation) throws(CairnError) {
    guard let given = ["svg", "table", "by"].first(where: invocation.isGiven) else { return }
    throw CairnError(
      "usage.missing",
      "--\(given) needs a chart, and none is given.",
      hint: "For example: `cairn climbing volume --\(given)`."
    )
  }

  /// Shows charts below each other; `--svg` accepts a single chart only.
  func show(_ charts: [ClimbingChart], _ invocation: Invocation) throws(CairnError) {
    guard let first = charts.first else {
      return output.info("No climbs with a grade in this period.")
    }
    if invocation.value("svg") != nil, charts.count > 1 { throw Self.several(charts) }
    for one in invocation.value("svg") != nil ? [first] : charts {
      try show(one, invocation)
    }
  }

  private func show(_ one: ClimbingChart, _ invocation: Invocation) throws(CairnError) {
    let chart = one.chart
    try show(chart, invocation, data: JSON.null) { lines(of: chart) }
    guard invocation.value("svg") == nil, !invocation.flag("table") else { return }
    let columns = output.standardOutput.columns ?? 80
    for note in one.notes where note != chart.summary {
      output.print(lines: TextLayout.wrap(note, width: columns))
    }
    printText(one.exclusions)
    output.print("")
  }

  /// Prints the exclusions, one per line.
  func printText(_ exclusions: [Exclusion]) {
    for one in exclusions { output.print("\(one.count) excluded: \(one.reason)") }
  }

  private static func several(_ charts: [ClimbingChart]) -> CairnError {
    CairnError(
      "usage.value",
      "\(charts.count) charts match, but an image shows one.",
      hint: "Choose one with --discipline and --scale: "
        + charts.map(\.chart.title).joined(separator: "; ") + "."
    )
  }

  /// Returns a chart as text.
  private func lines(of chart: DrawnChart) -> [String] {
    chart.grid.map { lines(ofGrid: $0) } ?? lines(ofBars: chart)
  }

  private func lines(ofBars chart: DrawnChart) -> [String] {
    lines(chart.title, chart.bars, names: chart.bars.map { $0.label.visible })
  }

  /// Returns horizontal bars; the lighter shade follows the darker one on the same line.
  func lines(_ title: String, _ bars: [TextBar], names: [String]) -> [String] {
    let (wide, numbers) = (
      names.map(\.cells).max() ?? 0, bars.map { max(1, $0.text.cells) }.max() ?? 0
    )
    let available = max(10, min(50, (output.standardOutput.columns ?? 80) - wide - numbers - 4))
    let rows = zip(bars, names).map { bar, name -> String in
      let done = Bar.text(bar.value, of: bar.whole, width: available)
      let behind = Bar.text(bar.behind, of: bar.whole, width: available).count
      let pale = String(repeating: "░", count: max(0, behind - done.count))
      let text = bar.text.isEmpty ? "·" : bar.text
      let start = name.padded(to: wide) + "  " + text.padded(to: numbers, before: true)
      return (start + "  " + output.style.paint(done, .accent) + pale).trimmed
    }
    return [output.style.paint(title, .title)] + rows
  }

  /// Returns a column per week and a row per weekday, with as many weeks as fit.
  private func lines(ofGrid grid: DayGrid) -> [String] {
    let days = grid.days.days
    guard let first = days.first?.day, let last = days.last?.day else { return [] }
    let start = grid.days.weekStart
    let weeks = start.weeks(from: first, to: last) + 1
    let available = max(10, min(weeks, (output.standardOutput.columns ?? 80) - 6))
    let names = CalendarText.weekdays(from: start)
    let signs = ["·", "░", "▒", "▓", "█"]
    let blocks = stride(from: 0, to: weeks, by: available).flatMap { block -> [String] in
      let head = CalendarText.day(start.week(of: first).lowerBound + Int32(block * 7))
      let rows = (0..<7).map { row -> String in
        var cells = [String](repeating: " ", count: available)
        for day in days where start.dayIndex(of: day.day) == row {
          let week = start.weeks(from: first, to: day.day) - block
          if cells.indices.contains(week) { cells[week] = signs[day.level] }
        }
        return "\(names[row]) \(cells.joined())".trimmed
      }
      return ["from \(head)"] + rows
    }
    let shades = grid.days.shades
    let legend = (0...4).map { "\(signs[$0]) \(shades.text($0))" }.joined(separator: "   ")
    return [output.style.paint(grid.title, .title)] + blocks + ["", legend]
  }
}

extension CommandContext {
  /// Prints the climbing totals.
  fileprivate func printText(_ insights: ClimbingInsights, _ span: Span) {
    let all = insights.overview
    if all.isEmpty { return output.info("No climbing in this period.") }
    output.print(heading: span.name)
    let days = counted(all.days, "day")
    output.print("  climbs     \(all.climbs), \(all.sent) sent")
    output.print("  sessions   \(all.sessions), \(text(all.time)) on \(days)")
    output.print(
      lines: lines("send rate", all.sendRate) {
        "\(percent($0)): \(all.logged.sends) of \(counted(all.logged.known, "attempt")) logged here"
      }
    )
    let rates = insights.rates
    output.print(
      lines: lines("flash rate", rates.flashRate) {
        "\(percent($0)) of \(counted(rates.flashRate.count, "send")) logged here"
      }
    )
    output.print("  partners   \(all.partners)")
    let weeks = counted(insights.streak.current, "week")
    let longest = insights.streak.longest
    output.print("  streak     \(weeks), longest \(longest)")
    printHardest(insights)
    let charts = insights.charts.filter {
      ["disciplines", "tags"].contains($0.name) && $0.count > 0
    }
    for one in charts {
      output.print("")
      output.print(lines: lines(of: one.chart))
    }
  }

  private func printHardest(_ insights: ClimbingInsights) {
    guard !insights.ladders.isEmpty else { return printText(insights.graded.exclusions) }
    var table = Table(.init("hardest send", canShrink: true), .init("grade"), .init("day"))
    for one in insights.ladders {
      table.append(
        .init(one.ladder.title),
        .init(one.hardest.value?.grade.text.visible ?? one.hardest.missing ?? "", .accent),
        .init(one.hardest.value.map { times.format.day($0.day) } ?? "")
      )
    }
    output.print("")
    output.print(table)
    printText(insights.graded.exclusions)
  }
}
