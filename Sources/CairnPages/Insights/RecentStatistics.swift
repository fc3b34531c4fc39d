import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The current streak, goals, milestones and recent pace.
struct RecentStatistics {
  let page: InsightsPage

  var html: HTML {
    """
    \(fragment: streak)
    \(fragment: GoalList(page.goals.now(page.activity, today: page.today)).card)
    \(fragment: milestones)
    \(fragment: pace)
    """
  }

  private var streak: HTML {
    let streak = page.streak
    let unit = streak.rule.cadence.noun
    return """
      <section aria-labelledby="streak"><h2 id="streak">Streak</h2><dl class="tiles">
      \(fragment: Tile(streak.current, "\(unit) streak", streak.isOpen ? "keep it going today" : "").html)
      \(fragment: Tile(streak.longest, "longest streak").html)
      \(fragment: Tile(streak.counted, "active \(unit)s").html)
      </dl>\(fragment: Definition([streak.definition]).html)</section>
      """
  }

  private var milestones: HTML {
    let all = Milestones(page.activity, page.streak)
    let next = all.next.map { one -> HTML in
      """
      <li class="row"><div><strong>\(name(one.kind, one.amount))</strong>
      <progress max="\(one.amount)" value="\(one.done)" aria-label="\(one.done) of \(one.amount)"></progress>
      </div><span class="figure">\(one.done)</span></li>
      """
    }
    let reached = all.reached.prefix(5).map { one -> HTML in
      """
      <li class="row"><div><strong>\(name(one.kind, one.amount))</strong></div>\
      <span class="quiet">\(CalendarText.date(one.reached))</span></li>
      """
    }
    return """
      <section aria-labelledby="milestones"><h2 id="milestones">Milestones</h2>
      <ul class="rows card">\(fragment: HTML(next))\(fragment: HTML(reached))</ul>
      \(fragment: Definition([Milestones.definition]).html)</section>
      """
  }

  private func name(_ kind: Milestone.Kind, _ amount: Int64) -> String {
    if kind == .streak { return "\(amount)-\(page.streak.rule.cadence.noun) streak" }
    return amount == 1 ? "First \(kind.name.dropLast())" : "\(grouped(amount)) \(kind.name)"
  }

  private var pace: HTML? {
    guard page.paces.all.value != nil else { return nil }
    let rows = page.paces.books.prefix(10).map { book, pace -> HTML in
      """
      <tr><th scope="row"><bdi>\(book.title ?? "(deleted)")</bdi></th>\
      <td>\(pace.value.map { $0.hundredthsText } ?? "")</td><td>\(pace.count)</td></tr>

      """
    }
    return """
      <section class="card" aria-labelledby="pace"><h2 id="pace">Pace</h2>
      \(fragment: DescriptionList([("All time", text(page.paces.all)), ("Last 4 weeks", text(page.paces.recent))]).html)
      <table><thead><tr><th scope="col">Book</th><th scope="col">Pages an hour</th>\
      <th scope="col">Sessions</th></tr></thead><tbody>\(fragment: HTML(rows))</tbody></table>
      \(fragment: Definition(page.paces.all, Insight.recentPace.definition).html)</section>
      """
  }

  private func text(_ pace: Figure<Int64>) -> String? {
    pace.value.map { "\($0.wholeText) pages an hour" }
  }
}
