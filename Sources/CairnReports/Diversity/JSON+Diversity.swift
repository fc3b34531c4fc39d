package import Cairn
package import CairnInsights
package import CairnStore

extension Diversity {
  /// Returns the diversity as JSON, documented in `docs/diversity.md`.
  package func json(_ period: String, beside others: [(String, JSON)] = []) -> JSON {
    let own: [(String, JSON)] = [
      ("period", .string(period)),
      ("from", .text(days?.lowerBound.text)),
      ("to", .text(days?.upperBound.text)),
      ("scope", .string(scope.name)),
      ("books", .integer(Int64(books.count))),
      (
        "completeness",
        completeness.json([("percent_hundredths", .number(completeness.value))])
      ),
      ("dimensions", .array(spreads.map { $0.json(representation($0.dimension)) })),
      ("gaps", .array(gaps.map { .string($0) })),
    ]
    return .object((own + others).map { JSON.Member($0.0, $0.1) })
  }
}

extension DimensionSpread {
  fileprivate func json(_ representation: Figure<Int64>) -> JSON {
    .members(
      ("name", .string(dimension.name)),
      ("label", .string(dimension.label)),
      ("core", .bool(Dimension.core.contains(dimension))),
      ("known_hundredths", .integer(known.hundredths)),
      ("unknown_hundredths", .integer(unknown.hundredths)),
      ("completeness_percent_hundredths", .number(completeness)),
      (
        "representation",
        representation.json([
          ("percent_hundredths", .number(representation.value)), ("of", .string(scoreText)),
        ])
      ),
      ("categories", .array(shares.map { $0.json(share($0.value)) })),
      ("absent", .array(absent.map { .string($0.value) }))
    )
  }
}

extension DimensionSpread.Share {
  fileprivate func json(_ share: Int64?) -> JSON {
    .members(
      ("value", .string(value)),
      ("label", .string(label)),
      ("books_hundredths", .integer(parts.hundredths)),
      ("percent_hundredths", .number(share))
    )
  }
}

extension KnownFacts {
  /// Returns the known facts of some kinds, each with its source.
  ///
  /// Facts are stored by id alone: an author and a work with one id, as only a crafted file has, share theirs.
  fileprivate func json(_ kinds: [FactKind]) -> JSON {
    .object(
      all.filter { kinds.contains($0.kind) }.map { kind, fact in
        JSON.Member(
          kind.name,
          .members(
            ("value", .string(fact.value)),
            ("label", .string(kind.label(of: fact.value))),
            ("source", .string(fact.source.name))
          )
        )
      }
    )
  }
}

extension DescribedBook {
  /// The book with its facts as JSON, documented in `docs/diversity.md`.
  package var json: JSON {
    .members(
      ("id", .string(entry.record.text)),
      ("title", .string(title)),
      ("asked", .bool(!facts.isAskingDisabled)),
      ("facts", facts.json(FactKind.inWorks)),
      (
        "authors",
        .array(
          writers.map {
            .members(
              ("id", .string($0.id.record.text)),
              ("name", .string($0.name)),
              ("facts", $0.facts.json(FactKind.ofAuthors))
            )
          }
        )
      ),
      ("missing", .array(missing.map { .string($0.name) }))
    )
  }
}

extension AuthorRow {
  /// The author as JSON, documented in `docs/diversity.md`.
  package var json: JSON {
    .members(
      ("id", .string(id.record.text)),
      ("name", .string(name)),
      ("books", .integer(books)),
      ("asked", .bool(!facts.isAskingDisabled)),
      ("facts", facts.json(FactKind.ofAuthors))
    )
  }
}

extension Question {
  /// Returns the question as JSON, documented in `docs/diversity.md`.
  package func json(books: Int) -> JSON {
    .members(
      ("question", .string(text)),
      ("dimension", .string(dimension.name)),
      ("fact", .string(fact.name)),
      ("book", .string(book.entry.record.text)),
      ("title", .string(book.title)),
      ("author", .text(writer?.id.record.text)),
      ("author_name", .text(writer?.name)),
      ("author_books", .integer(Int64(books))),
      (
        "choices",
        .array(choices.map { .members(("value", .string($0.value)), ("label", .string($0.label))) })
      )
    )
  }
}

extension Curator {
  /// The curator statistics as JSON, documented in `docs/diversity.md`.
  package var json: JSON {
    .members(
      ("points", .integer(points)),
      ("level", .string(level.name)),
      ("next", .text(next?.name)),
      ("next_at", .number(next?.from)),
      ("contributions", .integer(Int64(contributions))),
      ("last_contribution", .text(latest?.text)),
      ("definition", .string(Insight.curation.definition)),
      ("ledger", .array(ledger.map(\.json)))
    )
  }
}

extension Curator.Row {
  fileprivate var json: JSON {
    .members(
      ("about", .string(about)),
      ("dimension", .text(dimension?.name)),
      ("points", .integer(points)),
      ("further_books", .integer(further)),
      ("at", .string(at.text)),
      ("retracted", .bool(isRetracted))
    )
  }
}

extension ShareGoalProgress {
  /// The share goal as JSON, documented in `docs/diversity.md`.
  package var json: JSON {
    .members(
      ("dimension", .string(goal.dimension.name)),
      ("category", .string(goal.value)),
      ("cadence", .text(goal.cadence?.name)),
      ("percent", .number(goal.percent)),
      ("share_percent_hundredths", .number(share)),
      ("books_hundredths", .integer(done.hundredths)),
      ("known_hundredths", .integer(known.hundredths)),
      ("unknown_hundredths", .integer(unknown.hundredths)),
      ("reached", .bool(isReached)),
      ("words", .string(goal.percent == nil ? DiversityText.goalEnded : words))
    )
  }
}
