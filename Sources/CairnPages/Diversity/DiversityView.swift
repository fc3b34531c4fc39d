import Cairn
import CairnHTML
package import CairnInsights
package import CairnReports

/// The selection of books on a diversity page, as its address defines it.
package struct DiversityView {
  package let scope: DiversityScope
  package let span: Span
  /// The period by name; nil for explicit dates.
  private let period: String?

  /// Creates the selection; without a period, the days of `span` are explicit.
  package init(scope: DiversityScope, span: Span, period: String?) {
    (self.scope, self.span, self.period) = (scope, span, period)
  }

  /// The periods by name, with their labels.
  package static let periods = [("all", "All"), ("year", "Year"), ("month", "Month")]

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
      (words, Self.path(Self.query(name, nil, scope)), name == period)
    }
    let scopes = DiversityScope.all.map { one in
      (one.button, Self.path(Self.query(period, span.days, one)), one == scope)
    }
    return """
      <div class="stack">
      \(fragment: Tabs("Which days", periods).html)
      \(fragment: Tabs("Which books", scopes).html)
      </div>
      """
  }

  private static func path(_ query: String) -> String { "/insights/diversity?\(query)" }

  /// Returns a number of books of the selection: `2 books finished, 2025`.
  func text(of books: Int) -> String {
    let text = counted(books, "book") + (scope == .library ? " in the library" : " \(scope.name)")
    let period = ["year", "month"].contains(span.name) ? "this \(span.name)" : span.name
    if span.name == "all" { return text }
    return text + (scope == .library ? ", added: " : ", ") + period
  }
}
