import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The Insights page: one year in figures and charts, each with its table and definition.
struct InsightsPage {
  let frame: PageFrame
  let today: LocalDay
  let measure: Measure
  let year: Int32
  let activity: Activity
  let review: YearInReview
  /// The totals of each kind in the year.
  let kinds: [Breakdown.Item]
  let streak: Streak
  let goals: Goals
  let restDays: Set<LocalDay>
  let paces: Paces
  let weekStart: WeekStart

  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["year", "measure", "done"])
    let (log, requestedYear) = (context.log, try context.number("year", in: 1_970...2_100))
    measure = try context.chosenMeasure()
    frame = try await PageFrame(context)
    today = try await context.today()
    year = requestedYear.map(Int32.init) ?? today.year
    activity = try await log.activity(nil, until: today)
    review = try await YearInReview(year, today, log)
    kinds = try await Breakdown.kinds(review.statistics.span, log)
    streak = try await log.streak(activity, today: today, zone: context.zone)
    goals = try await Goals(of: log)
    restDays = Set(try await log.restDays())
    paces = try await Paces(nil, today, log)
    weekStart = try await log.weekStart()
  }

  var isThisYear: Bool { year == today.year }

  var html: HTML {
    frame.page(
      "Insights",
      in: .insights,
      """
      <header class="head"><h1>Insights</h1>\(fragment: years)</header>
      \(fragment: InsightTabs.html(at: "/insights"))
      \(fragment: measures)
      \(fragment: hasData ? content : empty)
      """
    )
  }

  private var hasData: Bool { !activity.days.isEmpty || !activity.finishes.isEmpty }

  private var content: HTML {
    """
    \(fragment: review.isEmpty ? nothing : YearFigures(page: self).html)
    \(fragment: YearCharts(page: self).html)
    \(fragment: isThisYear ? RecentStatistics(page: self).html : nil)
    """
  }

  private var nothing: HTML { "<p class=\"quiet\">No sessions in \(year).</p>" }

  private var empty: HTML {
    EmptyState(
      "No data yet.",
      "Charts of your days, weeks and years will show up here.",
      ("Start reading", "/")
    ).html
  }

  private var years: HTML {
    """
    <nav class="steps" aria-label="Years">\(fragment: link(year - 1, "‹"))<strong>\(year)</strong>\
    \(fragment: year < today.year ? link(year + 1, "›") : "<span class=\"button gone\">›</span>")</nav>
    """
  }

  private func link(_ year: Int32, _ sign: String) -> HTML {
    """
    <a class="button" href="/insights?year=\(year)&amp;measure=\(measure.name)" \
    aria-label="\(year)">\(sign)</a>
    """
  }

  private var measures: HTML {
    let links = Measure.all.map { one -> HTML in
      """
      <li><a href="/insights?year=\(year)&amp;measure=\(one.name)" \
      aria-current="\(one == measure ? "page" : "false")">\(one.words)</a></li>
      """
    }
    return
      "<nav class=\"tabs wide\" aria-label=\"Measure\"><ul>\(fragment: HTML(links))</ul></nav>"
  }
}

extension Measure {
  /// The label of the measure on a button: `Time`.
  var words: String {
    self == .minutes ? "Time" : name.prefix(1).uppercased() + name.dropFirst()
  }
}

extension AuthenticatedContext {
  /// Returns the measure in the query, by default minutes; throws `request.field`.
  func chosenMeasure() throws(CairnError) -> Measure {
    guard let name = target.query["measure"] else { return .minutes }
    guard let measure = Measure(name: name) else {
      throw .field("measure", "takes \(Measure.all.map(\.name).joined(separator: ", "))")
    }
    return measure
  }
}
