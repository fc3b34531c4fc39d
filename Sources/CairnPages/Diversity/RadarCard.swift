import Cairn
import CairnHTML
import CairnInsights

/// A radar chart with its table, and a link on each axis with unknown values.
struct RadarCard {
  let chart: DiversityRadar
  let found: Diversity
  /// A prefix that makes element ids unique on the page.
  let id: String
  /// The selection of books; nil for the whole library.
  var view: DiversityView?
  /// Whether the page lacks the sections of the dimensions, so that names cannot link to them.
  var isAlone = false

  var html: HTML {
    """
    <section class="card chart" aria-labelledby="\(id)">
    <h2 class="hidden" id="\(id)">\(chart.title)</h2>
    <div class="radar">
    \(fragment: picture)
    <div class="scroll" tabindex="0" role="region" aria-label="\(chart.title), in numbers">\
    \(fragment: table)</div></div>
    <p class="quiet">\(chart.summary)</p>
    <div class="below">\(fragment: Definition([definition]).html)</div></section>
    """
  }

  private var definition: String {
    id == "completeness" ? Insight.completeness.definition : Insight.representation.definition
  }

  private static let width = 340

  /// As wide as a phone, so that its table fits beside it on larger screens.
  private var picture: HTML {
    """
    <div class="radar-picture">\(fragment: chart.drawing(width: Self.width, id: "\(id)-svg"))
    \(fragment: links(width: Self.width))</div>
    """
  }

  /// Links over the chart, which is a single image for screen readers.
  ///
  /// On the representation chart an axis has a link only where no value is drawn.
  private func links(width: Int) -> HTML? {
    let ends = zip(chart.axes, chart.ends(width: width)).filter { axis, _ in
      Dimension.core.contains(axis.dimension)
        && (id == "completeness"
          ? found.spread(axis.dimension).unknown > .zero : axis.value == nil)
    }
    guard !ends.isEmpty else { return nil }
    return """
      <svg class="ways" viewBox="0 0 \(width) \(chart.height(width: width))">
      \(fragment: HTML(ends.map { link($0.0.dimension, $0.1) }))</svg>
      """
  }

  private func link(_ dimension: Dimension, _ end: (x: Int, y: Int)) -> HTML {
    let unknown = found.spread(dimension).unknown.text
    let words = DiversityText.fillInLabel(dimension.label, unknown, of: found.books.count)
    return """
      <a href="\(fill(dimension))" aria-label="\(words)">\
      <rect x="\(end.x - 26)" y="\(end.y - 26)" width="52" height="52"/>\
      <circle cx="\(end.x)" cy="\(end.y)" r="9"/>\
      <path d="M\(end.x - 5) \(end.y)h10M\(end.x) \(end.y - 5)v10"/></a>

      """
  }

  /// Returns the question for the whole library, else the list of selected books without a value.
  private func fill(_ dimension: Dimension) -> String {
    guard let view, !view.isUnfiltered else { return "/ask?dimension=\(dimension.name)" }
    return "/insights/diversity/books?\(view.query)&dimension=\(dimension.name)"
  }

  private var table: HTML {
    let rows = zip(chart.axes, chart.table.rows).map { axis, row -> HTML in
      let texts = (row.texts ?? []).map { "<td>\($0)</td>" as HTML }
      return """
        <tr><th scope="row">\(fragment: name(axis.dimension))</th>\(fragment: HTML(texts))</tr>

        """
    }
    let heads = chart.table.columns.map { "<th scope=\"col\">\($0)</th>" as HTML }
    return """
      <table><caption class="hidden">\(chart.title)</caption>
      <thead><tr>\(fragment: HTML(heads))</tr></thead>
      <tbody>
      \(fragment: HTML(rows))</tbody></table>
      """
  }

  private func name(_ dimension: Dimension) -> HTML {
    isAlone
      ? "\(dimension.label)" : "<a href=\"#of-\(dimension.name)\">\(dimension.label)</a>"
  }
}
