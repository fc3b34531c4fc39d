import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

// Diversity statistics and metadata completeness as JSON.

extension InsightHandlers {
  private static let scope = SchemaField(
    "scope",
    .choice(DiversityScope.all.map(\.name)),
    "which books; library unless given"
  )

  static let diversity = Endpoint(
    "How diverse the books are, how much is known of them, and what is missing.",
    query: Span.members + [scope],
    gives: .json(.diversityBesideOthers)
  ) { context in
    let span = try await context.span()
    let found = try await Diversity(of: context.log, context.diversityScope, in: span.days)
    return HTTPResponse(found.json(span.name, beside: try await ComparisonStatistics(context, found).json))
  }

  static let diversityYears = Endpoint(
    "The diversity of the books of each year, those finished unless scope says started.",
    query: [
      SchemaField("scope", .choice(["started", "finished"]), "which books; finished unless given")
    ],
    gives: .json(["years": .list(.diversity)])
  ) { context in
    let scope: DiversityScope = context.query.text("scope") == "started" ? .started : .finished
    let years = try await DiversityYear.all(scope, context.log)
    let rows = years.map { $0.diversity.json(String($0.year)) }
    return HTTPResponse(.members(("years", .array(rows))))
  }

  static let diversityBooks = Endpoint(
    "The books behind a category of a dimension, or those of which it is not wholly known.",
    query: Span.members + [
      scope,
      SchemaField(required: "dimension", .choice(Dimension.all.map(\.name)), "the dimension"),
      SchemaField("category", .text, "the category; without one those of which it is not known"),
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
    "What your answers have earned, line by line, the latest first.",
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
