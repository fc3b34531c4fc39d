import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/books`.
enum BookHandlers {
  static let show = Endpoint("Show a book.", gives: .json(.book)) { context in
    guard let sheet = try await context.log.sheet(of: context.bookID()) else {
      throw CairnError.noBook
    }
    return HTTPResponse(sheet.json)
  }

  static let add = Endpoint(
    "Put a book on the shelf.",
    body: [
      SchemaField(required: "title", .text, "the title"),
      SchemaField("status", .status, "how you stand to it; to_read unless given"),
      SchemaField("shelves", .list(.text, limit: 50), "the shelves it stands on"),
      SchemaField("tags", .list(.text, limit: 50), "its tags"),
    ] + BookEdit.members,
    gives: .created(.book)
  ) { context in
    let (new, zone) = (try NewBook(context.body), context.zone.name)
    var response = try await context.write("Add a book", .created) { writer in
      try writer.sheet(of: writer.add(new, zone: zone).entry.id).json
    }
    if case .string(let id)? = try JSON(parsing: response.body)["id"] {
      response.fields.append("location", "/api/v1/books/\(id)")
    }
    return response
  }

  static let edit = Endpoint(
    "Correct what is known of a book; what is not given stays, and null clears.",
    body: [SchemaField("title", .text, "another title")] + BookEdit.members,
    gives: .json(.book),
    ifMatch: true
  ) { context in
    var edit = try BookEdit(context.body)
    edit.title = context.body.edited("title")
    return try await change(context) { [edit] writer, id in
      try context.requireMatch(writer.sheet(of: id).json)
      try writer.edit(id, edit)
    }
  }

  static let delete = Endpoint(
    "Take a book off the shelf; its sessions keep their time, and it can be restored.",
    query: [SchemaField("with_open_session", .bool, "throw an open session of it away as well")],
    gives: .json(.deletedBook),
    ifMatch: true
  ) { context in
    let (id, open) = (try context.bookID(), context.query.bool("with_open_session"))
    return try await context.write("Delete a book") { writer in
      try context.requireMatch(writer.sheet(of: id).json)
      try writer.deleteBook(id, withOpenSession: open)
      return try writer.deletedBook(id).json
    }
  }

  static let restore = Endpoint("Bring a deleted book back.", gives: .json(.book)) { context in
    try await change(context) { try $0.restoreBook($1) }
  }

  static let merge = Endpoint(
    "Take another book into this one, with all that belongs to it.",
    body: [SchemaField(required: "other", .id, "the book that is taken in")],
    gives: .json(.book)
  ) { context in
    guard let other = context.body.id("other") else {
      throw CairnError.field("other", "is needed")
    }
    return try await change(context) { try $0.mergeBooks($1, Identifier(other)) }
  }

  static let status = Endpoint(
    "Change how you stand to a book, with the dates that follow.",
    body: [
      SchemaField(required: "status", .status, "the status"),
      SchemaField("reason", .text, "why you did not finish it"),
    ],
    gives: .json(.book)
  ) { context in
    let status = context.body.text("status").flatMap { ReadingStatus(name: $0) } ?? .toRead
    let (reason, zone) = (context.body.text("reason"), context.zone.name)
    return try await change(context) { try $0.changeStatus(status, $1, reason: reason, zone: zone) }
  }

  static let place = Endpoint(
    "Note how far you are, without a session or during one.",
    body: PositionInput.members + [
      SchemaField("before", .bool, "you had got there before the running session began")
    ],
    gives: .json(.book)
  ) { context in
    guard let place = try PositionInput(context.body) else {
      throw CairnError.field("page", "is needed, or another place")
    }
    let (before, zone) = (context.body.bool("before"), context.zone.name)
    return try await change(context) { writer, id in
      let today = try writer.day(at: writer.now, zone: zone)
      let position = try place.position(in: writer.book(id))
      try writer.reach(position, in: id, today: today, before: before)
    }
  }

  static let shelves = labelling(.shelf)
  static let tags = labelling(.tag)

  private static func labelling(_ kind: LabelKind) -> Endpoint {
    Endpoint(
      "Give a book \(kind.plural), and take others from it.",
      body: [
        SchemaField("add", .list(.text, limit: 50), "those it gets"),
        SchemaField("remove", .list(.text, limit: 50), "those it loses"),
      ],
      gives: .json(.book)
    ) { context in
      let (add, remove) = (context.body.texts("add") ?? [], context.body.texts("remove") ?? [])
      return try await change(context) { writer, id in
        if !remove.isEmpty { try writer.remove(remove, from: kind, of: id) }
        if !add.isEmpty { try writer.add(add, to: kind, of: id) }
      }
    }
  }

  /// Changes the book in the path and returns it.
  private static func change(
    _ context: AuthenticatedContext,
    _ rule: @escaping @Sendable (LogWriter, Identifier<Entry>) throws -> Void
  ) async throws -> HTTPResponse {
    let id = try context.bookID()
    return try await context.write("Change a book") { writer in
      try rule(writer, id)
      return try writer.sheet(of: id).json
    }
  }
}
