import Cairn
import CairnHTTP
import CairnInsights

/// A radar with its numbers beside it, and on each axis that lacks something the way to say it.
struct RadarCard {
  let chart: DiversityRadar
  let found: Diversity
  /// Makes its ids unique on the page.
  let id: String
  /// Which books it counts; nil for the whole library.
  var view: DiversityView?
  /// Whether nothing of what its dimensions are made of is on the page.
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

  /// As wide as a phone, so that its table has room beside it elsewhere.
  private var picture: HTML {
    """
    <div class="radar-picture">\(fragment: chart.drawing(width: Self.width, id: "\(id)-svg"))
    \(fragment: ways(width: Self.width))</div>
    """
  }

  /// The links lie over the picture, which is one image to those who do not see it.
  ///
  /// How far books reach stands out to the edge, so there a link lies only where nothing is drawn.
  private func ways(width: Int) -> HTML? {
    let ends = zip(chart.axes, chart.ends(width: width)).filter { axis, _ in
      Dimension.core.contains(axis.dimension)
        && (id == "completeness"
          ? found.spread(axis.dimension).unknown > .zero : axis.value == nil)
    }
    guard !ends.isEmpty else { return nil }
    return """
      <svg class="ways" viewBox="0 0 \(width) \(chart.height(width: width))">
      \(fragment: HTML(ends.map { way($0.0.dimension, $0.1) }))</svg>
      """
  }

  private func way(_ dimension: Dimension, _ end: (x: Int, y: Int)) -> HTML {
    let unknown = found.spread(dimension).unknown.text
    let words = DiversityWords.sayMissing(dimension.label, unknown, of: found.books.count)
    return """
      <a href="\(fill(dimension))" aria-label="\(words)">\
      <rect x="\(end.x - 26)" y="\(end.y - 26)" width="52" height="52"/>\
      <circle cx="\(end.x)" cy="\(end.y)" r="9"/>\
      <path d="M\(end.x - 5) \(end.y)h10M\(end.x) \(end.y - 5)v10"/></a>

      """
  }

  /// To a question about the whole library, or else to the books that are counted and lack it.
  private func fill(_ dimension: Dimension) -> String {
    guard let view, !view.isWhole else { return "/ask?dimension=\(dimension.name)" }
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
