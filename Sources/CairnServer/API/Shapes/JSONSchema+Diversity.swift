import Cairn
import CairnInsights

extension JSONSchema {
  static let dimension = JSONSchema.choice(Dimension.all.map(\.name))

  private static let diversityMembers = [
    SchemaField(needed: "period", .words), SchemaField(needed: "from", .optional(.day)),
    SchemaField(needed: "to", .optional(.day)),
    SchemaField(needed: "scope", .choice(DiversityScope.all.map(\.name))),
    SchemaField(needed: "books", .count),
    SchemaField(needed: "completeness", figure([("percent_hundredths", .optional(percent))])),
    SchemaField(needed: "dimensions", .list(spread)), SchemaField(needed: "gaps", .list(.words)),
  ]

  static let diversity = JSONSchema.named("Diversity", .object(diversityMembers))

  /// The same beside what others on the server come to.
  static let diversityBesideOthers = JSONSchema.named(
    "DiversityBesideOthers",
    .object(
      diversityMembers + [
        SchemaField(
          needed: "community",
          .optional(
            .list(["dimension": .dimension, "percent": .integer(10...90), "words": .words])
          )
        ),
        SchemaField(needed: "community_missing", .optional(.words)),
      ]
    )
  )

  private static let percent = JSONSchema.integer(0...10_000)

  private static let spread = JSONSchema.named(
    "DimensionSpread",
    [
      "name": .dimension, "label": .words, "core": .bool, "known_hundredths": .count,
      "unknown_hundredths": .count, "completeness_percent_hundredths": .optional(percent),
      "representation": figure([("percent_hundredths", .optional(percent)), ("of", .words)]),
      "categories": .list([
        "value": .words, "label": .words, "books_hundredths": .count,
        "percent_hundredths": .optional(percent),
      ]),
      "absent": .list(.words),
    ]
  )

  private static func facts(_ kinds: [FactKind]) -> JSONSchema {
    .object(kinds.map { SchemaField($0.name, fact) })
  }

  private static let fact = JSONSchema.named(
    "Fact",
    ["value": .words, "label": .words, "source": .words]
  )

  private static let authorFacts = facts(FactKind.ofAuthors)

  /// A book with what is known of it and its authors.
  static let describedBook = JSONSchema.named(
    "DescribedBook",
    [
      "id": .id, "title": .words, "asked": .bool,
      "facts": facts(FactKind.overrides + FactKind.ofWorks),
      "authors": .list(["id": .id, "name": .words, "facts": authorFacts]),
      "missing": .list(.dimension),
    ]
  )

  /// An author with what is known of them.
  static let author = JSONSchema.named(
    "Author",
    ["id": .id, "name": .words, "books": .count, "asked": .bool, "facts": authorFacts]
  )

  /// Something that can be asked.
  static let question = JSONSchema.named(
    "Question",
    [
      "question": .words, "dimension": .dimension,
      "fact": .choice(FactKind.all.map(\.name)), "book": .id, "title": .words,
      "author": .optional(.id), "author_name": .optional(.words), "author_books": .count,
      "choices": .list(["value": .words, "label": .words]),
    ]
  )

  /// What an answer changed.
  static let answered = JSONSchema.named(
    "Answered",
    [
      "question": .words, "dimension": .dimension, "book": .id, "author": .optional(.id),
      "answer": .words,
      "before_percent_hundredths": .optional(percent),
      "after_percent_hundredths": .optional(percent), "points": .integer,
    ]
  )

  /// A share that is wanted, and how far it is.
  static let shareGoal = JSONSchema.named(
    "ShareGoal",
    [
      "dimension": .dimension, "category": .words,
      "cadence": .optional(.choice(Cadence.all.map(\.name))),
      "percent": .optional(.integer(1...100)), "share_percent_hundredths": .optional(percent),
      "books_hundredths": .count, "known_hundredths": .count, "unknown_hundredths": .count,
      "reached": .bool, "words": .words,
    ]
  )

  static let curator: JSONSchema = [
    "points": .count, "level": .words, "next": .optional(.words), "next_at": .optional(.count),
    "contributions": .count, "last_contribution": .optional(.instant), "definition": .words,
    "ledger": .list([
      "about": .words, "dimension": .optional(.dimension), "points": .count,
      "further_books": .count, "at": .instant, "taken_back": .bool,
    ]),
  ]
}
