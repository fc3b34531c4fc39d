import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/books`.
enum BookHandlers {
  static let show = Endpoint("Get a book.", gives: BookDetails.self) { context in
    guard let details = try await context.log.details(of: context.bookID()) else {
      throw CairnError.notOnShelf
    }
    return details
  }

  static let add = Endpoint(
    "Add a book.",
    body: NewBook.fields.schemaFields,
    gives: .created(BookDetails.self)
  ) { context in
    let (new, zone) = (try NewBook(context.body), context.zone.name)
    return try await context.write(.created) { writer in
      try writer.details(of: AddBook(new, zone: zone).run(in: writer).entry.id).json
    }.withLocation(below: "/api/v1/books/")
  }

  static let edit = Endpoint(
    "Edit a book; omitted fields stay unchanged, null clears.",
    body: BookEdit.fields.schemaFields,
    gives: .json(BookDetails.self),
    ifMatch: true
  ) { context in
    let edit = try BookEdit(context.body)
    return try await change(context) { writer, id in
      try context.requireMatch(writer.details(of: id).json)
      try EditBook(id, edit).run(in: writer)
    }
  }

  static let delete = Endpoint(
    "Delete a book; its sessions still count, and it can be restored.",
    query: [SchemaField("with_open_session", .bool, "also discard its open session")],
    gives: .json(DeletedBookRow.self),
    ifMatch: true
  ) { context in
    let (id, open) = (try context.bookID(), context.query.bool("with_open_session"))
    return try await context.write { writer in
      try context.requireMatch(writer.details(of: id).json)
      try DeleteBook(id, withOpenSession: open).run(in: writer)
      return try writer.deletedBook(id).json
    }
  }

  static let restore = Endpoint("Restore a deleted book.", gives: .json(BookDetails.self)) {
    context in
    try await change(context) { try RestoreBook($1).run(in: $0) }
  }

  static let merge = Endpoint(
    "Merge another book, with everything that belongs to it, into this one.",
    body: [SchemaField(required: "other", .id, "the book to merge into this one")],
    gives: .json(BookDetails.self)
  ) { context in
    guard let other = context.body.id("other") else {
      throw CairnError.field("other", "is needed")
    }
    return try await change(context) { try MergeBooks($1, Identifier(other)).run(in: $0) }
  }

  static let status = Endpoint(
    "Set the status of a book and the dates that follow from it.",
    body: [
      SchemaField(required: "status", ReadingStatus.schema, "the new status"),
      SchemaField("reason", .text, "why you did not finish it"),
    ],
    gives: .json(BookDetails.self)
  ) { context in
    let status = context.body.text("status").flatMap { ReadingStatus(name: $0) } ?? .toRead
    let (reason, zone) = (context.body.text("reason"), context.zone.name)
    return try await change(context) {
      try ChangeStatus(status, $1, reason: reason, zone: zone).run(in: $0)
    }
  }

  static let position = Endpoint(
    "Set the current position, with or without a session.",
    body: (PositionInput.fields + [UpdatePosition.before]).schemaFields,
    gives: .json(BookDetails.self)
  ) { context in
    guard let position = try PositionInput(context.body) else {
      throw CairnError.field("page", "is needed, or another place")
    }
    let (body, zone) = (context.body, context.zone.name)
    return try await change(context) { writer, id in
      try UpdatePosition(position, in: id, body, zone: zone).run(in: writer)
    }
  }

  static let shelves = labelling(.shelf)
  static let tags = labelling(.tag)

  private static func labelling(_ kind: LabelKind) -> Endpoint {
    Endpoint(
      "Add and remove \(kind.plural) of a book.",
      body: [
        SchemaField("add", .list(.text, limit: 50), "the names to add"),
        SchemaField("remove", .list(.text, limit: 50), "the names to remove"),
      ],
      gives: .json(BookDetails.self)
    ) { context in
      let (add, remove) = (context.body.texts("add") ?? [], context.body.texts("remove") ?? [])
      return try await change(context) { writer, id in
        try ChangeLabels(kind, of: id, add: add, remove: remove).run(in: writer)
      }
    }
  }

  /// Changes the book in the path and returns it.
  private static func change(
    _ context: AuthenticatedContext,
    _ rule: @escaping @Sendable (LogWriter, Identifier<Entry>) throws -> Void
  ) async throws -> HTTPResponse {
    let id = try context.bookID()
    return try await context.write { writer in
      try rule(writer, id)
      return try writer.details(of: id).json
    }
  }
}
