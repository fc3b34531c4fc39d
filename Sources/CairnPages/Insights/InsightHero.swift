import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The period in one sentence, compared with the same days of the period before, and its parts.
struct InsightHero {
  let insights: PeriodInsights
  let modules: [KindModule]

  private var period: InsightPeriod { insights.period }
  private var kinds: [SessionKind] { insights.kinds }

  var html: HTML {
    FigureCard(
      title: "\(period.title) in one sentence",
      id: "sentence",
      definition: definition,
      table: table,
      isTitleHidden: true,
      figure: """
        <p class="say">\(fragment: subject)\(fragment: comparison)</p>
        \(fragment: insights.kind == nil ? kinds.count > 1 ? tiles : nil : figures)
        <p class="quiet">\(counts)</p>
        """
    ).html
  }

  private var subject: HTML {
    let time = insights.totals.time
    guard time > .zero else { return "You logged no time \(period.adverb)" }
    let verb =
      switch insights.kind {
      case Reading.kind: "You read for"
      case Listening.kind: "You listened for"
      case Climbing.kind: "You climbed for"
      default: "You logged"
      }
    let object = insights.kind.flatMap { Hue($0).name.isEmpty ? " of \($0.name)" : nil } ?? ""
    return "\(verb) <strong>\(time.length)</strong>\(object) \(period.adverb)"
  }

  private var comparison: HTML {
    guard let before = insights.timeBefore, let difference = insights.difference(insights.kind)
    else { return "." }
    guard before > .zero else { return ", after none in \(period.nameOfBefore)." }
    let amount = Self.absolute(difference)
    guard amount.wholeMinutes > 0 else { return ", as much as \(compared)." }
    let isMore = difference > .zero
    let words = period.isCurrent ? (isMore ? "ahead" : "behind") : (isMore ? "more" : "less")
    let link = period.isCurrent ? (isMore ? " of " : " ") : " than in "
    return """
      , <span class="\(isMore ? "up" : "down")">\(amount.length) \(words)</span>\(link)\(compared).
      """
  }

  /// `the same days of October`, `the same days last week`, or `October` for a past period.
  private var compared: String {
    guard period.isCurrent else { return period.nameOfBefore }
    return "the same days \(period.cadence == .weekly ? "" : "of ")\(period.nameOfBefore)"
  }

  private static func absolute(_ time: Milliseconds) -> Milliseconds {
    time < .zero ? .zero - time : time
  }

  /// `+2h 51m`, or `−40m`.
  static func signed(_ difference: Milliseconds) -> String {
    let amount = absolute(difference).wholeMinutes
    guard amount > 0 else { return "±0" }
    return (difference > .zero ? "+" : "−") + Measure.minutes.text(amount)
  }
}

extension InsightHero {
  /// The activities with their time, each leading to its own view.
  private var tiles: HTML { "<ul class=\"three\">\(fragment: HTML(kinds.map(tile)))</ul>" }

  private func tile(_ kind: SessionKind) -> HTML {
    let difference = insights.difference(kind).map { Self.signed($0) } ?? ""
    return """
      <li><a class="\(Hue.mark(kind))" href="\(period.path(kind))">\
      <span>\(fragment: Hue(kind).icon.html)\(title(kind))</span>
      <strong>\(insights.days.time(kind, in: period.days).hoursAndMinutes)</strong>
      <span class="quiet">\(difference)</span></a></li>

      """
  }

  private func title(_ kind: SessionKind) -> String {
    modules[kind]?.title ?? kind.name.capitalizedFirst
  }

  /// The figures of one activity.
  private var figures: HTML? {
    guard insights.kind == Reading.kind else { return nil }
    let books = insights.books
    let stars = books.ratings.value.map { (($0.averageHundredths + 5) / 10).tenthsText }
    return """
      <dl class="plain">
      \(fragment: Tile(insights.pages, "pages").html)
      \(fragment: Tile(books.books.value ?? 0, "books finished").html)
      \(fragment: Tile(insights.pace.value.map { $0.wholeText } ?? "–", "pages an hour").html)
      \(fragment: stars.map { Tile($0, "stars on average").html })
      </dl>
      """
  }

  /// `41 sessions on 26 days; 38h 2m without overlaps`.
  private var counts: String {
    let totals = insights.totals
    let sessions = Measure.sessions.counted(Int64(totals.sessions))
    let net = insights.kind == nil ? insights.netTime.text.map { "; \($0)" } : nil
    return "\(sessions) on \(counted(totals.activeDays, "day"))\(net ?? "")"
  }

  private var table: HTML {
    let rows = kinds.map { kind -> FigureTable.Row in
      let totals = insights.days.totals(kind, in: period.days)
      let amount =
        kind == Reading.kind
        ? Measure.pages.counted(totals.amount)
        : modules[kind]?.amountField?.text(.integer(totals.amount)) ?? ""
      let change = insights.difference(kind).map { [Self.signed($0)] } ?? []
      return FigureTable.Row(
        name: title(kind),
        path: period.path(kind),
        cells: [totals.time.hoursAndMinutes, "\(totals.sessions)", "\(totals.activeDays)", amount]
          + change
      )
    }
    let compared = period.before.map { [$0.title] } ?? []
    return FigureTable(
      caption: "\(period.title) by activity",
      columns: ["By activity", "Time", "Sessions", "Days", "Amount"]
        + compared.map { "against \($0)" },
      rows: rows
    ).html
  }

  private var definition: [String] {
    let compared =
      period.before == nil
      ? nil
      : period.isCurrent
        ? "Compared with as many days from the start of the period before."
        : "Compared with all of the period before."
    let overlap = insights.netTime.text == nil ? nil : Insight.netTime.definition
    let reading = kinds.contains(Reading.kind)
    let own =
      reading
      ? [Insight.pages.definition, Insight.pace.definition, Insight.ratings.definition] : []
    let left = reading ? insights.pace.exclusions.map { $0.sentence } : []
    return [Insight.time.definition, overlap, compared].compactMap { $0 } + own + left
  }
}
