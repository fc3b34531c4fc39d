import Cairn
import CairnInsights

extension JSONSchema {
  static let dimension = JSONSchema.choice(Dimension.all.map(\.name))

  private static let diversityMembers = [
    SchemaField(required: "period", .string), SchemaField(required: "from", .optional(.day)),
    SchemaField(required: "to", .optional(.day)),
    SchemaField(required: "scope", .choice(DiversityScope.all.map(\.name))),
    SchemaField(required: "books", .count),
    SchemaField(required: "completeness", figure([("percent_hundredths", .optional(percent))])),
    SchemaField(required: "dimensions", .list(spread)),
    SchemaField(required: "gaps", .list(.string)),
  ]

  static let diversity = JSONSchema.named("Diversity", .object(diversityMembers))

  /// The same statistics with those of the group for comparison.
  static let diversityWithComparison = JSONSchema.named(
    "DiversityComparison",
    .object(
      diversityMembers + [
        SchemaField(
          required: "community",
          .optional(
            .list(["dimension": .dimension, "percent": .integer(10...90), "words": .string])
          )
        ),
        SchemaField(required: "community_missing", .optional(.string)),
      ]
    )
  )

  private static let percent = JSONSchema.integer(0...10_000)

  private static let spread = JSONSchema.named(
    "DimensionSpread",
    [
      "name": .dimension, "label": .string, "core": .bool, "known_hundredths": .count,
      "unknown_hundredths": .count, "completeness_percent_hundredths": .optional(percent),
      "representation": figure([("percent_hundredths", .optional(percent)), ("of", .string)]),
      "categories": .list([
        "value": .string, "label": .string, "books_hundredths": .count,
        "percent_hundredths": .optional(percent),
      ]),
      "absent": .list(.string),
    ]
  )

  private static func facts(_ kinds: [FactKind]) -> JSONSchema {
    .object(kinds.map { SchemaField($0.name, fact) })
  }

  private static let fact = JSONSchema.named(
    "Fact",
    ["value": .string, "label": .string, "source": .string]
  )

  private static let authorFacts = facts(FactKind.ofAuthors)

  /// A book with its facts and those of its authors.
  static let describedBook = JSONSchema.named(
    "DescribedBook",
    [
      "id": .id, "title": .string, "asked": .bool,
      "facts": facts(FactKind.inWorks),
      "authors": .list(["id": .id, "name": .string, "facts": authorFacts]),
      "missing": .list(.dimension),
    ]
  )

  /// An author with their facts.
  static let author = JSONSchema.named(
    "Author",
    ["id": .id, "name": .string, "books": .count, "asked": .bool, "facts": authorFacts]
  )

  /// An open question.
  static let question = JSONSchema.named(
    "Question",
    [
      "question": .string, "dimension": .dimension,
      "fact": .choice(FactKind.all.map(\.name)), "book": .id, "title": .string,
      "author": .optional(.id), "author_name": .optional(.string), "author_books": .count,
      "choices": .list(["value": .string, "label": .string]),
    ]
  )

  /// The effect of an answer.
  static let answerResult = JSONSchema.named(
    "QuestionAnswer",
    [
      "question": .string, "dimension": .dimension, "book": .id, "author": .optional(.id),
      "answer": .string,
      "before_percent_hundredths": .optional(percent),
      "after_percent_hundredths": .optional(percent), "points": .integer,
    ]
  )

  /// A share goal with its progress.
  static let shareGoal = JSONSchema.named(
    "ShareGoal",
    [
      "dimension": .dimension, "category": .string,
      "cadence": .optional(.choice(Cadence.all.map(\.name))),
      "percent": .optional(.integer(1...100)), "share_percent_hundredths": .optional(percent),
      "books_hundredths": .count, "known_hundredths": .count, "unknown_hundredths": .count,
      "reached": .bool, "words": .string,
    ]
  )

  static let curator: JSONSchema = [
    "points": .count, "level": .string, "next": .optional(.string), "next_at": .optional(.count),
    "contributions": .count, "last_contribution": .optional(.instant), "definition": .string,
    "ledger": .list([
      "about": .string, "dimension": .optional(.dimension), "points": .count,
      "further_books": .count, "at": .instant, "retracted": .bool,
    ]),
  ]
}
