import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/books/{id}/editions`.
enum EditionHandlers {
  private static let editions: JSONFields<BookDetails> = [
    .list("editions", \.editions, BookDetails.editionFields)
  ]

  static let list = Endpoint(
    "List the editions of a book, starting with the one you read.",
    gives: editions
  ) { context in
    guard let details = try await context.log.details(of: context.bookID()) else {
      throw CairnError.notOnShelf
    }
    return details
  }

  static let add = Endpoint(
    "Add an edition to a book.",
    body: EditionEdit.fields.schemaFields + [
      SchemaField("use", .bool, "use it as the edition you read")
    ],
    gives: .created(editions)
  ) { context in
    let (facts, uses) = (try EditionEdit(context.body), context.body.bool("use"))
    return try await change(context, .created) {
      try AddEdition(facts, to: $1, uses: uses).run(in: $0)
    }
  }

  static let use = Endpoint(
    "Switch to an edition; the position is converted in proportion.",
    gives: .json(editions)
  ) { context in
    let edition = Identifier<Edition>(try context.id("edition"))
    return try await change(context) { try UseEdition(edition, of: $1).run(in: $0) }
  }

  static let delete = Endpoint(
    "Delete an edition; the book stays.",
    gives: .json(editions)
  ) { context in
    let edition = Identifier<Edition>(try context.id("edition"))
    return try await change(context) { try DeleteEdition(edition, of: $1).run(in: $0) }
  }

  private static func change(
    _ context: AuthenticatedContext,
    _ status: HTTPStatus = .ok,
    _ rule: @escaping @Sendable (LogWriter, Identifier<Entry>) throws -> Void
  ) async throws -> HTTPResponse {
    let id = try context.bookID()
    return try await context.write(status) { writer in
      try rule(writer, id)
      return editions.json(try writer.details(of: id))
    }
  }
}
