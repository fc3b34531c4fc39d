import Cairn
import CairnHTML
import CairnInsights

/// The points earned with answers, and each contribution on demand.
struct CuratorCard {
  let curator: Curator
  let clock: WallClock

  var html: HTML {
    """
    <section aria-labelledby="curator"><h2 id="curator">Contributions</h2>
    <dl class="tiles">
    \(fragment: Tile(curator.points, curator.points == 1 ? "point" : "points", next).html)
    \(fragment: Tile(curator.level.name, "level").html)
    \(fragment: Tile(curator.contributions, answers, latest).html)
    </dl>
    <div class="below">\(fragment: ledger)\(fragment: Definition([Insight.curation.definition]).html)</div>
    </section>
    """
  }

  private var next: String {
    curator.next.map { "next: \($0.name) at \($0.from)" } ?? "top level"
  }

  private var answers: String { curator.contributions == 1 ? "answer" : "answers" }

  private var latest: String { curator.latest.map { "latest \(clock.text($0))" } ?? "" }

  private var ledger: HTML {
    """
    <details class="numbers"><summary>Details</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Points per answer"><table>
    <thead><tr><th scope="col">for</th><th scope="col">what</th><th scope="col">points</th></tr></thead>
    <tbody>\(fragment: HTML(curator.ledger.prefix(50).map(row)))</tbody></table></div></details>
    """
  }

  private func row(_ one: Curator.Row) -> HTML {
    let further = one.further > 0 ? ", \(one.further) further" : ""
    return """
      <tr><th scope="row"><bdi>\(one.about)</bdi>\(further)</th>\
      <td>\(one.dimension?.label ?? DiversityText.bonus)</td>\
      <td>\(one.isRetracted ? DiversityText.takenBack : one.points > 0 ? "+\(one.points)" : "0")</td></tr>

      """
  }
}
