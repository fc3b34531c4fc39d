import Cairn
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

// Diversity statistics and metadata completeness as JSON.

extension InsightHandlers {
  private static let scope = SchemaField(
    "scope",
    DiversityScope.schema,
    "the books to include; default library"
  )

  static let diversity = Endpoint(
    "Get the diversity of the books, the completeness of their details, and the gaps.",
    query: Span.members + [scope],
    gives: DiversityComparison.self
  ) { context in
    let span = try await context.span()
    let found = try await Diversity(of: context.log, context.diversityScope, in: span.days)
    let comparison = try await ComparisonStatistics(context, found)
    let report = DiversityReport(found, span.name)
    return DiversityComparison(report: report, comparison: comparison)
  }

  static let diversityYears = Endpoint(
    "Get the diversity per year of the books finished or started in it.",
    query: [
      SchemaField(
        "scope",
        .choice(["started", "finished"]),
        "the books to include; default finished"
      )
    ],
    gives: JSONFields<[DiversityReport]>(list: "years")
  ) { context in
    let scope: DiversityScope = context.query.text("scope") == "started" ? .started : .finished
    let years = try await DiversityYear.all(scope, context.log)
    return years.map { DiversityReport($0.diversity, String($0.year)) }
  }

  static let diversityBooks = Endpoint(
    "List the books in a category of a dimension, or those with details missing.",
    query: Span.members + [
      scope,
      SchemaField(required: "dimension", Dimension.schema, "the dimension"),
      SchemaField("category", .text, "the category; without it, the books with details missing"),
    ],
    gives: JSONFields<[DescribedBook]>(list: "books")
  ) { context in
    let span = try await context.span()
    let dimension = context.query.text("dimension").flatMap { Dimension(name: $0) } ?? .cultural
    let value = try context.query.text("category").map { text throws(CairnError) in
      try dimension.value(typed: text)
    }
    let found = try await Diversity(of: context.log, context.diversityScope, in: span.days)
    return found.books(dimension, in: value)
  }

  static let curator = Endpoint(
    "Get your points and the contributions behind them, newest first.",
    gives: Curator.self
  ) { context in
    try await Curator(context.log)
  }
}

extension AuthenticatedContext {
  /// The scope in the query; the library by default.
  fileprivate var diversityScope: DiversityScope {
    query.text("scope").flatMap { DiversityScope(name: $0) } ?? .library
  }
}
