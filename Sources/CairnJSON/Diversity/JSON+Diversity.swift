package import Cairn
package import CairnInsights
package import CairnReports

// The JSON form of diversity, documented in `docs/diversity.md`.

extension DiversityScope: JSONValue {}

/// The diversity with the name of its period.
package struct DiversityReport: JSONModel {
  let diversity: Diversity
  let period: String

  /// Creates the report.
  package init(_ diversity: Diversity, _ period: String) {
    (self.diversity, self.period) = (diversity, period)
  }

  package static let fields = JSONFields<DiversityReport>(
    named: "Diversity",
    [
      .init("period", \.period),
      .init("from") { $0.diversity.days?.lowerBound },
      .init("to") { $0.diversity.days?.upperBound },
      .init("scope", \.diversity.scope),
      .init("books", \.diversity.books.count),
      .figure(
        "completeness",
        \.diversity.completeness,
        [.init("percent_hundredths", .percent, \.value)]
      ),
      .init("dimensions", \.dimensions),
      .init("gaps", \.diversity.gaps),
    ]
  )

  private var dimensions: [DimensionReport] {
    diversity.spreads.map {
      DimensionReport(spread: $0, representation: diversity.representation($0.dimension))
    }
  }
}

/// A dimension with its representation.
private struct DimensionReport: JSONModel {
  let spread: DimensionSpread
  let representation: Figure<Int64>

  static let fields = JSONFields<DimensionReport>(
    named: "DimensionSpread",
    [
      .init("name", \.spread.dimension),
      .init("label", \.spread.dimension.label),
      .init("core") { Dimension.core.contains($0.spread.dimension) },
      .init("known_hundredths", \.spread.known.hundredths),
      .init("unknown_hundredths", \.spread.unknown.hundredths),
      .init("completeness_percent_hundredths", .percent, \.spread.completeness),
      .object("representation", { $0 }, representationFields),
      .list(
        "categories",
        { one in one.spread.shares.map { (share: $0, percent: one.spread.share($0.value)) } },
        [
          .init("value") { $0.share.value },
          .init("label") { $0.share.label },
          .init("books_hundredths") { $0.share.parts.hundredths },
          .init("percent_hundredths", .percent) { $0.percent },
        ]
      ),
      .init("absent") { $0.spread.absent.map(\.value) },
    ]
  )

  private static let representationFields = JSONFields<DimensionReport>(
    [
      .init("percent_hundredths", .percent, \.representation.value),
      .init("of", \.spread.scoreText),
    ],
    figure: \.representation
  )
}

extension KnownFacts {
  /// Returns a field with the known facts of some kinds, each with its source.
  ///
  /// Facts are stored by id alone: an author and a work with one id, as only a crafted file has, share theirs. They
  /// keep the order of all kinds, which that of works differs from.
  fileprivate static func field<Model>(
    _ kinds: [FactKind],
    _ facts: @escaping @Sendable (Model) -> KnownFacts
  ) -> JSONField<Model> {
    let schema = JSONSchema.object(kinds.map { SchemaField($0.name, KnownFact.schema) })
    return JSONField("facts", schema) { model in
      let known = facts(model).all.filter { kinds.contains($0.kind) }
      return JSON.object(
        known.map { kind, fact in .init(kind.name, KnownFact(kind: kind, fact: fact).json) }
      )
    }
  }
}

/// A fact of a kind.
private struct KnownFact: JSONModel {
  let kind: FactKind
  let fact: Fact

  static let fields = JSONFields<KnownFact>(
    named: "Fact",
    [
      .init("value", \.fact.value),
      .init("label") { $0.kind.label(of: $0.fact.value) },
      .init("source", \.fact.source.name),
    ]
  )
}

extension DescribedBook: JSONModel {
  package static let fields = JSONFields<DescribedBook>(
    named: "DescribedBook",
    [
      .init("id", \.entry),
      .init("title", \.title),
      .init("questions_enabled") { !$0.facts.isAskingDisabled },
      KnownFacts.field(FactKind.inWorks, \.facts),
      .list(
        "authors",
        \.writers,
        [
          .init("id", \.id),
          .init("name", \.name),
          KnownFacts.field(FactKind.ofAuthors, \.facts),
        ]
      ),
      .init("missing", \.missing),
    ]
  )
}

extension AuthorRow: JSONModel {
  package static let fields = JSONFields<AuthorRow>(
    named: "Author",
    [
      .init("id", \.id),
      .init("name", \.name),
      .init("books", \.books),
      .init("questions_enabled") { !$0.facts.isAskingDisabled },
      KnownFacts.field(FactKind.ofAuthors, \.facts),
    ]
  )
}

/// A question with the number of books by its author.
package struct QuestionReport: JSONModel {
  let question: Question
  let books: Int64

  /// Creates the report; a question about no author is about one book.
  package init(_ question: Question, books: Int64?) {
    (self.question, self.books) = (question, books ?? 1)
  }

  package static let fields = JSONFields<QuestionReport>(
    named: "Question",
    [
      .init("question", \.question.text),
      .init("dimension", \.question.dimension),
      .init("fact", \.question.fact),
      .init("book", \.question.book.entry),
      .init("title", \.question.book.title),
      .init("author") { $0.question.writer?.id },
      .init("author_name") { $0.question.writer?.name },
      .init("author_books", \.books),
      .list("choices", \.question.choices, [.init("value", \.value), .init("label", \.label)]),
    ]
  )
}

extension Curator: JSONModel {
  package static let fields: JSONFields<Curator> = [
    .init("points", \.points),
    .init("level", \.level.name),
    .init("next") { $0.next?.name },
    .init("next_at") { $0.next?.from },
    .init("contributions", \.contributions),
    .init("last_contribution", \.latest),
    .init("definition") { _ in Insight.curation.definition },
    .list(
      "ledger",
      \.ledger,
      [
        .init("about", \.about),
        .init("dimension", \.dimension),
        .init("points", \.points),
        .init("further_books", \.further),
        .init("at", \.at),
        .init("retracted", \.isRetracted),
      ]
    ),
  ]
}

extension ShareGoalProgress: JSONModel {
  package static let fields = JSONFields<ShareGoalProgress>(
    named: "ShareGoal",
    [
      .init("dimension", \.goal.dimension),
      .init("category", \.goal.value),
      .init("cadence", \.goal.cadence),
      .init("percent", .integer(1...100), \.goal.percent),
      .init("share_percent_hundredths", .percent, \.share),
      .init("books_hundredths", \.done.hundredths),
      .init("known_hundredths", \.known.hundredths),
      .init("unknown_hundredths", \.unknown.hundredths),
      .init("reached", \.isReached),
      .init("text") { $0.goal.percent == nil ? DiversityText.goalEnded : $0.text },
    ]
  )
}
