import Cairn
import CairnHTML
import CairnInsights

/// The diversity of each year as a chart and a table with links to the years.
struct DiversityTrend {
  let years: [DiversityYear]
  let scope: DiversityScope

  private var shown: DiversityScope { scope == .started ? .started : .finished }

  private var chart: DiversityTrendChart { DiversityTrendChart(years, scope: shown) }

  private func drawing(width: Int, _ name: String) -> HTML {
    chart.drawing(width: width, id: "trend-\(name)")
  }

  var html: HTML {
    let heads = Dimension.core.map { "<th scope=\"col\">\($0.label)</th>" as HTML }
    return """
      <section class="card chart" aria-labelledby="trend"><h2 id="trend">By year</h2>
      <p class="quiet">\(shown == .started ? "Books started" : "Books finished") in each year, and
      the share of each dimension. A dash means that nothing is known yet.</p>
      <div class="narrow">\(fragment: drawing(width: 340, "narrow"))</div>
      <div class="broad">\(fragment: drawing(width: 648, "broad"))</div>
      <p class="quiet">\(chart.summary)</p>
      <div class="scroll" tabindex="0" role="region" aria-label="By year, in numbers"><table>
      <thead><tr><th scope="col">year</th><th scope="col">books</th><th scope="col">known</th>\
      \(fragment: HTML(heads))</tr></thead>
      <tbody>\(fragment: HTML(years.reversed().map(row)))</tbody></table></div></section>
      """
  }

  private func row(_ one: DiversityYear) -> HTML {
    let scores = Dimension.core.map { one.diversity.spread($0).score.map(percent) ?? "–" }
    let known = one.diversity.knownShare.map(percent) ?? "–"
    let cells = (["\(one.diversity.books.count)", known] + scores).map {
      "<td>\($0)</td>" as HTML
    }
    return """
      <tr><th scope="row"><a class="year" href="/insights/diversity?\
      \(DiversityView.query(year: one.year, shown))">\(one.year)</a></th>\(fragment: HTML(cells))</tr>

      """
  }
}
