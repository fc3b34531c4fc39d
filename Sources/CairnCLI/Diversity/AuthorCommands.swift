import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var author: Command {
    Command(
      "author",
      summary: "Show and edit the details of authors.",
      subcommands: [listAuthors, showAuthor, setAuthor]
    )
  }

  private static var listAuthors: Command {
    Command(
      "list",
      summary: "List the authors of your books with their details.",
      examples: [
        Example("cairn author list", "everybody"),
        Example("cairn author list --missing", "authors without region or gender"),
      ],
      options: [.flag("missing", "Only authors without region or gender.")],
      action: { invocation, context in
        try await context.withLog { log in
          let all = try await log.authors()
          let rows = invocation.flag("missing") ? all.filter(\.isMissing) : all
          context.show(rows)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var showAuthor: Command {
    Command(
      "show",
      summary: "Show the details of an author and their sources.",
      examples: [Example("cairn author show \"Chinua Achebe\"", "with the source of each detail")],
      arguments: [.author],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await AuthorReference.find(invocation.required("author"), in: log)
          context.show(row)
          return .done
        }
      }
    )
  }

  private static var setAuthor: Command {
    Command(
      "set",
      summary: "Edit the details of an author, for all their books.",
      discussion: """
        Other values stay as they are; an empty value, such as --region "", clears one. It applies to \
        future books too. For a single book use `cairn book edit`.
        """,
      examples: [
        Example(
          "cairn author set \"Chinua Achebe\" --region \(Category.regions[0].label) --gender male",
          "two details at once"
        ),
        Example("cairn author set \"Chinua Achebe\" --born 1930 --died 2013", "the years"),
      ],
      arguments: [.author],
      options: Option.authorFacts + [
        .value("born", "YEAR", "The year of birth; negative for BCE."),
        .value("died", "YEAR", "The year of death."),
      ] + Option.questionToggles,
      action: { invocation, context in
        let facts = invocation.authorFacts()
        let questionsEnabled = try invocation.questionsEnabled()
        guard !facts.isEmpty || questionsEnabled != nil else {
          throw invocation.nothingToEdit
        }
        return try await context.withLog { log in
          let row = try await AuthorReference.find(invocation.required("author"), in: log)
          let edit = EditFacts(of: .author(row.id), facts, questionsEnabled: questionsEnabled)
          try await log.write { try edit.run(in: $0) }
          let changed = try await log.author(row.id) ?? row
          context.show(changed)
          return .done
        }
      }
    )
  }
}

extension AuthorRow {
  /// Whether a fact is missing that a question could ask for.
  fileprivate var isMissing: Bool {
    !Author.isAnonymous(name) && (facts[.region] == nil || facts[.gender] == nil)
  }
}

extension CommandContext {
  fileprivate func show(_ rows: [AuthorRow]) {
    if wantsData { return output.print(data: rows) }
    guard !rows.isEmpty else { return output.info("No authors.") }
    var table = Table(
      .init("id"),
      .init("author", canShrink: true),
      .init("books", isNumber: true),
      .init("region"),
      .init("gender")
    )
    for row in rows {
      let descriptions = [FactKind.region, .gender].map { kind in
        row.facts.value(kind).map { kind.label(of: $0) } ?? DiversityText.unknown
      }
      table.append(
        .init(row.shortID.text, .dim),
        .init(row.name),
        .init(String(row.books)),
        .init(descriptions[0], descriptions[0] == DiversityText.unknown ? .dim : nil),
        .init(descriptions[1], descriptions[1] == DiversityText.unknown ? .dim : nil)
      )
    }
    output.print(table)
  }

  fileprivate func show(_ row: AuthorRow) {
    if wantsData { return output.print(data: row) }
    output.info("\(row.name.visible), \(counted(row.books, "book"))")
    show(row.facts)
  }

  /// Shows the known facts about a book and its authors in one line; prints nothing without facts.
  func showFacts(_ book: DescribedBook) {
    let descriptions = Dimension.all.compactMap(\.fact).compactMap { kind -> String? in
      let labels = book.facts(kind).compactMap(\.self).map { kind.label(of: $0.value) }
      return labels.isEmpty ? nil : "\(kind.label) \(labels.joined(separator: " and "))"
    }
    if !descriptions.isEmpty {
      output.print("  details  \(descriptions.joined(separator: ", ").visible)")
    }
  }

  /// Shows known facts, one per line, with their source unless it is the person.
  func show(_ facts: KnownFacts) {
    let width = facts.all.map { $0.kind.label.cells }.max() ?? 0
    for (kind, fact) in facts.all {
      let source = fact.source == .me ? "" : " (\(fact.source.name.visible))"
      let value = kind.label(of: fact.value).visible
      output.info("  \(kind.label.padded(to: width))  \(value)\(source)")
    }
    if facts.isAskingDisabled { output.info("  questions are turned off") }
  }
}
