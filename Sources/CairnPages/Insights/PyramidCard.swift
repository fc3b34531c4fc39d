import Cairn
import CairnHTML
import CairnInsights

/// The sends of each grade, those on the first attempt apart.
struct PyramidCard {
  let insights: ClimbingInsights

  private static let row: Int64 = 24
  /// The room that the widest row takes, in hundredths of a percent; the rest is for grades and counts.
  private static let room: Int64 = 7_200

  /// The discipline and scale with the most climbs.
  private var main: ClimbingInsights.OnLadder? {
    insights.ladders.max { $0.pyramid.figure.count < $1.pyramid.figure.count }
  }

  var html: HTML {
    FigureCard(
      title: main.map { "Grades: \($0.ladder.title)" } ?? "Grades",
      id: "grades",
      definition: definition,
      table: main.map(table),
      figure: """
        <dl class="plain">
        \(fragment: Tile(insights.overview.climbs, "climbs", "\(insights.overview.sent) sent").html)
        \(fragment: Tile(rate(insights.overview.sendRate), "send rate").html)
        \(fragment: Tile(rate(insights.rates.flashRate), "flash rate").html)
        </dl>
        \(fragment: main.map(drawing))
        \(fragment: hardest)
        <p><a href="/insights/climbing?\(query)">All climbing charts</a></p>
        """
    ).html
  }

  private var query: String {
    "from=\(insights.days.lowerBound.text)&to=\(insights.days.upperBound.text)"
  }

  private func rate(_ figure: Figure<Int64>) -> String { figure.value.map(percent) ?? "–" }

  private var definition: [String] {
    let left = insights.graded.exclusions + insights.overview.sendRate.exclusions
    return [
      Insight.pyramid.definition, GradePyramid.convention, Insight.rates.definition,
      Insight.hardestSend.definition,
    ] + left.map { $0.sentence }
  }

  private func drawing(_ one: ClimbingInsights.OnLadder) -> HTML {
    let rows = Array(one.pyramid.rows.prefix(10))
    let widest = max(1, rows.map { $0.sums.sends }.max() ?? 1)
    return """
      <svg class="marks" height="\(Self.row * Int64(rows.count))" width="100%" role="img" aria-label="\(summary(one))">
      \(fragment: HTML(rows.enumerated().map { row($1, Int64($0) * Self.row, widest) }))</svg>
      <p class="key"><span class="is-gold">on the first attempt</span><span class="is-climb">later</span></p>
      """
  }

  private func summary(_ one: ClimbingInsights.OnLadder) -> String {
    let sums = one.pyramid.rows.reduce(Int64(0)) { $0 + $1.sums.sends }
    return "\(counted(sums, "send")) of \(one.ladder.title) by grade"
  }

  private func row(_ row: GradePyramid.Row, _ y: Int64, _ widest: Int64) -> HTML {
    let first = proportion(Self.room, row.sums.firstAttemptSends, widest)
    let later = proportion(Self.room, row.sums.sends, widest) - first
    let start = 5_000 - (first + later) / 2
    return """
      <text x="0" y="\(y + 16)">\(row.grade)</text>\
      \(fragment: part("is-gold", start, first, y))\(fragment: part("is-climb", start + first, later, y))\
      <text x="100%" y="\(y + 16)" text-anchor="end">\(row.sums.sends)</text>

      """
  }

  private func part(_ name: String, _ x: Int64, _ width: Int64, _ y: Int64) -> HTML? {
    guard width > 0 else { return nil }
    return """
      <rect class="\(name)" x="\((x + 20).hundredthsText)%" y="\(y + 2)" width="\(max(60, width - 40).hundredthsText)%" \
      height="\(Self.row - 4)" rx="5"/>
      """
  }

  /// The hardest sends, each leading to its day.
  private var hardest: HTML? {
    let known = insights.ladders.compactMap { one in one.hardest.value.map { (one.ladder, $0) } }
    guard !known.isEmpty else { return nil }
    let rows = known.prefix(2).map { ladder, send -> HTML in
      """
      <li class="row"><span class="grade"><bdi>\(send.grade.text)</bdi></span>\
      <div><a class="whole" href="/history?day=\(send.day.text)"><strong>Hardest send</strong></a>
      <span class="quiet">\(ladder.title) · \(CalendarText.day(send.day))</span></div></li>

      """
    }
    return "<ul class=\"rows\">\(fragment: HTML(rows))</ul>"
  }

  private func table(_ one: ClimbingInsights.OnLadder) -> HTML {
    let rows = one.pyramid.rows.map { row in
      FigureTable.Row(
        name: row.grade,
        cells: [
          "\(row.climbs)", "\(row.sums.attempts)", "\(row.sums.sends)",
          "\(row.sums.firstAttemptSends)",
        ]
      )
    }
    return FigureTable(
      caption: "Sends by grade, \(one.ladder.title)",
      columns: ["Grade", "Climbs", "Attempts", "Sends", "On the first attempt"],
      rows: rows
    ).html
  }
}
