import Cairn
import CairnHTTP
import CairnInsights

/// How the books of each year differ, the latest first; a year leads to its own page.
struct DiversityTrend {
  let years: [DiversityYear]
  let scope: DiversityScope

  private var shown: DiversityScope { scope == .started ? .started : .finished }

  var html: HTML {
    let heads = Dimension.core.map { "<th scope=\"col\">\($0.label)</th>" as HTML }
    return """
      <section class="card" aria-labelledby="trend"><h2 id="trend">By year</h2>
      <p class="quiet">\(shown == .started ? "Books started" : "Books finished") in each year, and
      the share of each dimension. A dash is where nothing is known.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="By year, in numbers"><table>
      <thead><tr><th scope="col">year</th><th scope="col">books</th><th scope="col">known</th>\
      \(fragment: HTML(heads))</tr></thead>
      <tbody>\(fragment: HTML(years.reversed().map(row)))</tbody></table></div></section>
      """
  }

  private func row(_ one: DiversityYear) -> HTML {
    let reaches = Dimension.core.map { one.diversity.spread($0).reach.map(percent) ?? "–" }
    let known = one.diversity.completeness.value.map(percent) ?? "–"
    let cells = (["\(one.diversity.books.count)", known] + reaches).map {
      "<td>\($0)</td>" as HTML
    }
    return """
      <tr><th scope="row"><a class="year" href="/insights/diversity?\
      \(DiversityView.query(year: one.year, shown))">\(one.year)</a></th>\(fragment: HTML(cells))</tr>

      """
  }
}

/// How far the shares are that are wanted.
struct ShareGoalList {
  let goals: [ShareGoalProgress]

  var html: HTML {
    """
    <section aria-labelledby="shares"><h2 id="shares">Goals</h2>
    <ul class="rows card">\(fragment: HTML(goals.map(row)))</ul></section>
    """
  }

  private func row(_ one: ShareGoalProgress) -> HTML {
    let period = one.goal.cadence.map { "this \($0.noun)" } ?? "ever"
    let now = one.share.map { "\(percent($0)) of \(one.known.text) known" } ?? "nothing known yet"
    let unknown = one.unknown > .zero ? ", \(one.unknown.text) unknown" : ""
    return """
      <li class="row"><div><strong>\(one.goal.text)</strong>
      <span class="quiet">\(one.goal.dimension.label), of books finished \(period)</span></div>
      <span class="figure">\(one.isReached ? "✓ reached" : "\(now)\(unknown)")</span></li>
      """
  }
}
