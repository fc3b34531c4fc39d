import Cairn
import CairnHTTP
import CairnInsights
import CairnReports
import CairnStore

// Diversity statistics and metadata completeness as JSON.

extension InsightHandlers {
  private static let scope = SchemaField(
    "scope",
    .choice(DiversityScope.all.map(\.name)),
    "the books to include; default library"
  )

  static let diversity = Endpoint(
    "Get the diversity of the books, the completeness of their details, and the gaps.",
    query: Span.members + [scope],
    gives: .json(.diversityWithComparison)
  ) { context in
    let span = try await context.span()
    let found = try await Diversity(of: context.log, context.diversityScope, in: span.days)
    return HTTPResponse(
      found.json(span.name, beside: try await ComparisonStatistics(context, found).json)
    )
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
    gives: .json(["years": .list(.diversity)])
  ) { context in
    let scope: DiversityScope = context.query.text("scope") == "started" ? .started : .finished
    let years = try await DiversityYear.all(scope, context.log)
    let rows = years.map { $0.diversity.json(String($0.year)) }
    return HTTPResponse(.members(("years", .array(rows))))
  }

  static let diversityBooks = Endpoint(
    "List the books in a category of a dimension, or those with details missing.",
    query: Span.members + [
      scope,
      SchemaField(required: "dimension", .choice(Dimension.all.map(\.name)), "the dimension"),
      SchemaField("category", .text, "the category; without it, the books with details missing"),
    ],
    gives: .json(["books": .list(.describedBook)])
  ) { context in
    let span = try await context.span()
    let dimension = context.query.text("dimension").flatMap { Dimension(name: $0) } ?? .cultural
    let value = try context.query.text("category").map { text throws(CairnError) in
      try dimension.value(typed: text)
    }
    let found = try await Diversity(of: context.log, context.diversityScope, in: span.days)
    let books = found.books(dimension, in: value)
    return HTTPResponse(.members(("books", .array(books.map(\.json)))))
  }

  static let curator = Endpoint(
    "Get your points and the contributions behind them, newest first.",
    gives: .json(.curator)
  ) { context in
    HTTPResponse(try await Curator(context.log).json)
  }
}

extension AuthenticatedContext {
  /// The scope in the query; the library by default.
  fileprivate var diversityScope: DiversityScope {
    query.text("scope").flatMap { DiversityScope(name: $0) } ?? .library
  }
}
