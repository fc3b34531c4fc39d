import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnReports
import CairnStore

/// The selection of books on a diversity page, as its address defines it.
struct DiversityView: Sendable {
  let scope: DiversityScope
  let span: Span
  /// The period by name; nil for explicit dates.
  private let period: String?

  static let names: Set<String> = ["period", "from", "to", "scope"]
  static let periods = [("all", "All"), ("year", "Year"), ("month", "Month")]

  /// Parses the query of a page; throws `request.field`.
  init(_ context: AuthenticatedContext) async throws {
    scope = try Self.scope(context.target.query["scope"])
    let today = try await context.today()
    if let from = try context.day("from"), let to = try context.day("to") {
      guard from <= to else { throw CairnError.field("to", "is before “from”") }
      let days = from...to
      let name = days == from.wholeYear ? String(from.year) : CalendarText.days(days)
      (span, period) = (Span(name: name, days: days, today: today), nil)
      return
    }
    let word = context.target.query["period"] ?? "all"
    guard Self.periods.contains(where: { $0.0 == word }) else {
      throw CairnError.field("period", "takes all, year or month")
    }
    let cadence = Cadence.all.first { $0.noun == word }
    let days = cadence?.period(of: today, try await context.log.weekStart())
    (span, period) = (Span(name: word, days: days, today: today), word)
  }

  private static func scope(_ name: String?) throws(CairnError) -> DiversityScope {
    guard let name else { return .library }
    guard let scope = DiversityScope(name: name) else {
      throw .field("scope", "takes \(DiversityScope.all.map(\.name).joined(separator: ", "))")
    }
    return scope
  }

  /// Whether the selection is the whole library of all time.
  var isUnfiltered: Bool { scope == .library && span.days == nil }

  /// The selection as the query of an address.
  var query: String { Self.query(period, span.days, scope) }

  private static func query(
    _ period: String?,
    _ days: ClosedRange<LocalDay>?,
    _ scope: DiversityScope
  ) -> String {
    let own = days.map { "from=\($0.lowerBound.text)&to=\($0.upperBound.text)" }
    return (period.map { "period=\($0)" } ?? own ?? "period=all") + "&scope=\(scope.name)"
  }

  /// Returns the books of a year as the query of an address.
  static func query(year: Int32, _ scope: DiversityScope) -> String {
    query(nil, LocalDay(year: year, month: 1, day: 1)?.wholeYear, scope)
  }

  /// The filters, as links that work without JavaScript.
  var controls: HTML {
    let periods = Self.periods.map { name, words in
      link(words, Self.query(name, nil, scope), name == period)
    }
    let scopes = DiversityScope.all.map { one in
      link(one.button, Self.query(period, span.days, one), one == scope)
    }
    return """
      <div class="stack">
      <nav class="tabs wide" aria-label="Which days"><ul>\(fragment: HTML(periods))</ul></nav>
      <nav class="tabs wide" aria-label="Which books"><ul>\(fragment: HTML(scopes))</ul></nav>
      </div>
      """
  }

  private func link(_ words: String, _ query: String, _ isHere: Bool) -> HTML {
    """
    <li><a href="/insights/diversity?\(query)" aria-current="\(isHere ? "page" : "false")">\
    \(words)</a></li>
    """
  }

  /// The selection within a sentence: `books finished, 2025`.
  var words: String {
    let named = ["all": "", "year": ", this year", "month": ", this month"]
    return scope.label + (named[span.name] ?? ", \(span.name)")
  }
}
