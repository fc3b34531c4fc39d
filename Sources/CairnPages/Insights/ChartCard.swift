import Cairn
import CairnHTML
import CairnInsights

/// A chart with its summary, its table of numbers, and its definition.
struct ChartCard<Content: Chart> {
  let chart: Content
  let measure: Measure
  /// A prefix that makes element ids unique on the page.
  let id: String
  var more: [String] = []
  /// The definition; nil for that of the measure.
  var definition: [String]?
  /// Notes below the chart.
  var notes: [String] = []

  var html: HTML {
    FigureCard(
      title: chart.title,
      id: id,
      definition: (definition ?? [Activity.definition(of: measure)]) + more,
      table: NumberTable(chart.table, measure).html,
      figure: """
        <div class="broad">\(fragment: drawing(width: 648, "broad"))</div>
        <div class="narrow">\(fragment: drawing(width: 340, "narrow"))</div>
        <p class="quiet">\(chart.summary)</p>
        \(fragment: HTML(notes.filter { $0 != chart.summary }.map { "<p class=\"quiet\">\($0)</p>" }))
        """
    ).html
  }

  private func drawing(width: Int, _ name: String) -> HTML {
    chart.drawing(width: width, id: "\(id)-\(name)")
  }
}

extension Chart {
  /// Returns the drawing as HTML; `CairnInsights` generates and escapes this markup, the only one from outside.
  func drawing(width: Int, id: String) -> HTML { HTML(markup: svg(width: width, id: id)) }
}

/// The numbers of a chart as a table.
struct NumberTable {
  private let table: ChartTable
  private let measure: Measure

  init(_ table: ChartTable, _ measure: Measure) {
    (self.table, self.measure) = (table, measure)
  }

  var html: HTML {
    """
    <table>
    <thead><tr>\(fragment: HTML(table.columns.map { "<th scope=\"col\">\($0)</th>" }))</tr></thead>
    <tbody>
    \(fragment: HTML(table.rows.map(row)))</tbody></table>
    """
  }

  private func row(_ row: ChartTable.Row) -> HTML {
    let texts = row.texts ?? row.values.map { $0.map(measure.brief) ?? "" }
    let cells = texts.map { "<td>\($0)</td>" as HTML }
    return "<tr><th scope=\"row\">\(row.name)</th>\(fragment: HTML(cells))</tr>\n"
  }
}
