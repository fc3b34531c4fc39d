import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension DiversityPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    try context.allowQuery(DiversityView.names.union(["done"]))
    let frame = try await PageFrame(context)
    let view = try await DiversityView(context)
    let overview = try await DiversityOverview(context.log, view.scope, in: view.span)
    self.init(
      frame: frame,
      view: view,
      overview: overview,
      comparison: try await ComparisonStatistics(context, overview.diversity),
      formError: formError
    )
  }
}

extension DiversityBooksPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(DiversityView.names.union(["dimension", "category", "done"]))
    let frame = try await PageFrame(context)
    let view = try await DiversityView(context)
    guard let dimension = context.target.query["dimension"].flatMap({ Dimension(name: $0) }) else {
      throw CairnError.field(
        "dimension",
        "takes \(Dimension.all.map(\.name).joined(separator: ", "))"
      )
    }
    let value = try context.target.query["category"].map { text throws(CairnError) in
      try dimension.value(typed: text)
    }
    let found = try await Diversity(of: context.log, view.scope, in: view.span.days)
    self.init(
      frame: frame,
      view: view,
      dimension: dimension,
      value: value,
      books: found.books(dimension, in: value)
    )
  }
}

extension DiversityView {
  fileprivate static let names: Set<String> = ["period", "from", "to", "scope"]

  /// Parses the query of a page; throws `request.field`.
  fileprivate init(_ context: AuthenticatedContext) async throws {
    let scope = try Self.scope(context.target.query["scope"])
    let today = try await context.today()
    if let days = try context.requestedDays() {
      let name =
        days == days.lowerBound.wholeYear ? String(days.lowerBound.year) : CalendarText.days(days)
      self.init(scope: scope, span: Span(name: name, days: days, today: today), period: nil)
      return
    }
    let word = try context.period(Self.periods, else: "all")
    let span = try await Span(word, today: today, context.log)
    self.init(scope: scope, span: span, period: word)
  }

  private static func scope(_ name: String?) throws(CairnError) -> DiversityScope {
    guard let name else { return .library }
    guard let scope = DiversityScope(name: name) else {
      throw .field("scope", "takes \(DiversityScope.all.map { $0.name }.joined(separator: ", "))")
    }
    return scope
  }
}

extension AuthenticatedContext {
  /// Returns the days from `from` to `to` in the query; nil without them; throws `request.field`.
  func requestedDays() throws(CairnError) -> ClosedRange<LocalDay>? {
    guard let from = try day("from"), let to = try day("to") else { return nil }
    guard from <= to else { throw CairnError.field("to", "is before “from”") }
    return from...to
  }
}
