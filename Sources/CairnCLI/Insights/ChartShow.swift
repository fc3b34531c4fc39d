import Cairn
import CairnInsights
import CairnJSON

extension CommandContext {
  /// Shows a chart in the requested form: SVG (`--svg`), data, a table (`--table`), or text.
  func show(
    _ chart: some Chart,
    _ invocation: Invocation,
    data: some JSONValue,
    lines: () -> [String]
  ) throws(CairnError) {
    let width = Int(try invocation.integer("width", in: 280...1_600) ?? 720)
    if let path = invocation.value("svg") {
      try write(chart.svg(width: width, for: .file), to: path)
      if path != "-" { output.info("Wrote the chart to \(path.visible).") }
    } else if wantsData {
      output.print(data: data)
    } else if invocation.flag("table") || output.format == .markdown {
      if output.format == .markdown { output.print(heading: chart.title) }
      output.print(table(of: chart.table))
    } else {
      output.print(lines: lines())
      let columns = output.standardOutput.columns ?? 80
      output.print(lines: TextLayout.wrap(chart.summary, width: columns))
    }
  }

  /// Returns a chart of ``ChartReport`` or ``CalendarReport`` as text.
  func lines(of chart: any Chart) -> [String] {
    switch chart {
    case let chart as BarChart: lines(of: chart)
    case let chart as LineChart: lines(of: chart)
    case let chart as MonthCalendar: lines(of: chart)
    case let chart as YearHeatmap: lines(of: chart)
    default: []
    }
  }

  private func write(_ svg: String, to path: String) throws(CairnError) {
    let sink = try ExportSink(path == "-" ? nil : path, output)
    do {
      try sink.write(Array(svg.utf8))
      try sink.finish()
    } catch {
      sink.discard()
      throw error
    }
  }

  private func table(of table: ChartTable) -> Table {
    var shown = Table(table.columns.enumerated().map { .init($1, isNumber: $0 > 0) })
    for row in table.rows {
      let texts = row.texts ?? row.values.map { $0.map { "\($0)" } ?? "" }
      shown.append([.init(row.name.visible)] + texts.map { .init($0.visible) })
    }
    return shown
  }
}

extension CommandContext {
  /// Returns horizontal bars, one per line.
  func lines(of chart: BarChart) -> [String] {
    let maximum = chart.points.map(\.value).max() ?? 0
    let names = chart.points.map(\.label)
    let wide = names.map(\.cells).max() ?? 0
    let amounts = chart.points.map { $0.value == 0 ? "·" : chart.measure.brief($0.value) }
    let numbers = amounts.map(\.cells).max() ?? 0
    let available = (output.standardOutput.columns ?? 80) - wide - numbers - 12
    let rows = chart.points.indices.map { index -> String in
      let point = chart.points[index]
      let bar = output.style.paint(
        Bar.text(point.value, of: maximum, width: max(10, min(50, available))),
        .accent
      )
      let start =
        names[index].padded(to: wide) + "  " + amounts[index].padded(to: numbers, before: true)
      return bar.isEmpty ? start : "\(start)  \(bar)\(point.isPartial ? " so far" : "")"
    }
    return [output.style.paint(chart.title, .title)] + rows
  }

  /// Returns columns from left to right, one per week, with round numbers on the axis.
  func lines(of chart: LineChart) -> [String] {
    let maximum = max(1, (chart.points.map(\.value) + chart.due).max() ?? 0)
    // Widen each week to the space available, so that a young year is still readable.
    let wide = max(1, min(4, 56 / max(1, chart.points.count)))
    let all = chart.points.flatMap { Array(repeating: $0.value, count: wide) }
    let columns = all.map { Bar.column($0, of: maximum, rows: Self.rows) }
    let due = chart.due.flatMap {
      Array(repeating: Int(proportion(Int64(Self.rows - 1), $0, maximum)), count: wide)
    }
    let axis = chart.measure.brief(maximum)
    let rows = (0..<Self.rows).reversed().map { row -> String in
      let cells = columns.indices.map { index -> Character in
        let isDue = due.indices.contains(index) && due[index] == row
        return columns[index][row] == " " && isDue ? "·" : columns[index][row]
      }
      let label = (row == Self.rows - 1 ? axis : "").padded(to: axis.cells, before: true)
      return "\(label) │" + output.style.paint(String(cells).trimmed, .accent)
    }
    let margin = String(repeating: " ", count: axis.cells - 1)
    let foot = "\(margin)0 └" + String(repeating: "─", count: columns.count)
    let ends = [chart.points.first?.label, chart.points.last?.label].compactMap(\.self)
    let gap = max(1, columns.count - ends.map(\.cells).reduce(0, +))
    let labels = ends.joined(separator: String(repeating: " ", count: gap))
    let key = chart.due.isEmpty ? [] : ["\(margin)   · what the goal asks for"]
    return [output.style.paint(chart.title, .title)] + rows + [foot, "\(margin)   \(labels)"] + key
  }

  private static let rows = 10
}

extension String {
  /// The text without trailing spaces.
  var trimmed: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
