import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/books/{id}/editions`.
enum EditionHandlers {
  private static let answer: JSONSchema = ["editions": .list(.edition)]

  static let list = Endpoint(
    "List the editions of a book, the one you read first.",
    gives: .json(answer)
  ) { context in
    guard let sheet = try await context.log.sheet(of: context.bookID()) else {
      throw CairnError.noBook
    }
    return HTTPResponse(json(sheet))
  }

  static let add = Endpoint(
    "Add an edition to a book.",
    body: EditionEdit.members + [SchemaField("use", .bool, "it is the one you read")],
    gives: .created(answer)
  ) { context in
    let (facts, uses) = (try EditionEdit(context.body), context.body.bool("use"))
    return try await change(context, .created) { try $0.addEdition(facts, to: $1, uses: uses) }
  }

  static let use = Endpoint(
    "Make an edition the one you read; a place keeps its fraction.",
    gives: .json(answer)
  ) { context in
    let edition = Identifier<Edition>(try context.id("edition"))
    return try await change(context) { try $0.useEdition(edition, of: $1) }
  }

  static let delete = Endpoint(
    "Delete an edition; the book stays.",
    gives: .json(answer)
  ) { context in
    let edition = Identifier<Edition>(try context.id("edition"))
    return try await change(context) { try $0.deleteEdition(edition, of: $1) }
  }

  private static func change(
    _ context: AuthenticatedContext,
    _ status: HTTPStatus = .ok,
    _ rule: @escaping @Sendable (LogWriter, Identifier<Entry>) throws -> Void
  ) async throws -> HTTPResponse {
    let id = try context.bookID()
    return try await context.write("Change an edition", status) { writer in
      try rule(writer, id)
      return json(try writer.sheet(of: id))
    }
  }

  private static func json(_ sheet: BookDetails) -> JSON {
    .members(("editions", .array(sheet.editions.map { $0.edition.json(isUsed: $0.isUsed) })))
  }
}
