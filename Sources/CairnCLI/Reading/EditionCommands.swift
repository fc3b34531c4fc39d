import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var edition: Command {
    Command(
      "edition",
      summary: "Manage the editions of a book.",
      subcommands: [listEditions, addEdition, useEdition, deleteEdition]
    )
  }

  private static var listEditions: Command {
    Command(
      "list",
      summary: "List the editions of a book.",
      examples: [Example("cairn edition list \"Dune\"", "a star marks the edition you read")],
      arguments: [.book],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          return try await context.showEditions(of: row.id, in: log)
        }
      }
    )
  }

  private static var addEdition: Command {
    Command(
      "add",
      summary: "Add an edition to a book.",
      examples: [
        Example("cairn edition add \"Dune\" --format e-book --page-count 512 --use", "and use it")
      ],
      arguments: [.book],
      options: Option.editionFacts + [.flag("use", "Use it as the edition you read.")],
      action: { invocation, context in
        let (facts, uses) = (try EditionEdit(invocation), invocation.flag("use"))
        return try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          try await log.write { try AddEdition(facts, to: row.id, uses: uses).run(in: $0) }
          return try await context.showEditions(of: row.id, in: log)
        }
      }
    )
  }

  private static var useEdition: Command {
    changing("use", "Set the edition you read; your position is converted.") {
      try UseEdition($1, of: $2).run(in: $0)
    }
  }

  private static var deleteEdition: Command {
    changing("delete", "Delete an edition; the book stays.") {
      try DeleteEdition($1, of: $2).run(in: $0)
    }
  }

  private static func changing(
    _ name: String,
    _ summary: String,
    _ rule:
      @escaping @Sendable (LogWriter, Identifier<Edition>, Identifier<Entry>) throws -> Void
  ) -> Command {
    Command(
      name,
      summary: summary,
      examples: [Example("cairn edition \(name) \"Dune\" 9780441013593", "by ISBN or id")],
      arguments: [.book, .required("edition", "The id or the ISBN.")],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let word = invocation.required("edition")
          let edition = try await context.edition(word, of: row, in: log)
          try await log.write { try rule($0, edition, row.id) }
          return try await context.showEditions(of: row.id, in: log)
        }
      }
    )
  }
}

extension CommandContext {
  /// Returns the named edition of a book; throws `reading.edition_not_found`.
  fileprivate func edition(
    _ word: String,
    of row: EntryRow,
    in log: Log
  ) async throws -> Identifier<Edition> {
    let isbn = try? ISBN(word).text
    let found = try await log.editions(of: row.id).map(\.edition).filter { edition in
      ShortID(edition.id.record) == ShortID(text: word) || edition.id.record.text == word
        || (isbn != nil && edition.isbn == isbn)
    }
    guard found.count == 1, let edition = found.first else {
      throw CairnError(
        "reading.edition_not_found",
        "“\(row.title)” has no edition “\(word)”.",
        hint: "List its editions with `cairn edition list \(row.shortID.text)`."
      )
    }
    return edition.id
  }

  fileprivate func showEditions(of id: Identifier<Entry>, in log: Log) async throws -> ExitCode {
    let editions = try await log.editions(of: id)
    if wantsData {
      output.print(
        data: .array(editions.map(BookDetails.editionFields.json)),
        .list(BookDetails.editionFields.schema)
      )
    } else if editions.isEmpty {
      output.info("No editions.")
    } else {
      output.print(table(editions))
    }
    return editions.isEmpty ? .refused : .done
  }

  private func table(_ editions: [(edition: Edition, isUsed: Bool)]) -> Table {
    var table = Table(
      .init("id"),
      .init("pages", isNumber: true),
      .init("format", canShrink: true),
      .init("publisher", canShrink: true),
      .init("year"),
      .init("language"),
      .init("isbn"),
      .init("read")
    )
    for (edition, isUsed) in editions {
      table.append(
        .init(ShortID(edition.id.record).text, .dim),
        .init(edition.pages.map { String($0) } ?? ""),
        .init(edition.format ?? ""),
        .init(edition.publisher ?? ""),
        .init(edition.year.map { String($0) } ?? ""),
        .init(edition.language ?? ""),
        .init(edition.isbn ?? ""),
        .init(isUsed ? "*" : "")
      )
    }
    return table
  }
}
