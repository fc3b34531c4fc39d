import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/shelf`, of search, and of shelves and tags.
enum ShelfHandlers {
  static let list = Endpoint(
    "List the books, by status and title; with words those first that say most.",
    query: [
      SchemaField("status", .status, "only of this status"),
      SchemaField("query", .text, "only those whose title or author holds this text"),
      SchemaField("words", .text, "only those in which all these words stand"),
      SchemaField("shelf", .text, "only those on this shelf"),
      SchemaField("tag", .text, "only those with this tag"),
      SchemaField("borrowed", .bool, "only those that are borrowed, or only those that are owned"),
      SchemaField("sort", .choice(ShelfOrder.all.map(\.name)), "another order"),
      SchemaField("reversed", .bool, "the opposite order"),
    ],
    gives: .json(["books": .list(.bookRow)])
  ) { context in
    let (books, isReversed) = (try await books(context), context.query.bool("reversed"))
    let order = ShelfOrder.all.first { $0.name == context.query.text("sort") }
    let rows =
      order?.sorted(books, reversed: isReversed) ?? (isReversed ? books.reversed() : books)
    return HTTPResponse(.members(("books", .array(rows.map(\.json)))))
  }

  private static func books(_ context: AuthenticatedContext) async throws -> [EntryRow] {
    var filter = ShelfFilter()
    filter.status = context.query.text("status").flatMap { ReadingStatus(name: $0) }
    (filter.shelf, filter.tag) = (context.query.text("shelf"), context.query.text("tag"))
    filter.isBorrowed = context.query.choice("borrowed")
    filter.words = context.query.text("words")
    let rows = try await context.log.books(filter)
    guard let text = context.query.text("query") else { return rows }
    let matching = Set(try await context.log.books(matching: text).map(\.id))
    return rows.filter { matching.contains($0.id) }
  }

  static let deleted = Endpoint(
    "List the books that were deleted and can be restored.",
    gives: .json(["books": .list(.deletedBook)])
  ) { context in
    let rows = try await context.log.deletedBooks()
    return HTTPResponse(.members(("books", .array(rows.map(\.json)))))
  }

  static let search = Endpoint(
    "Find books, stories, notes of sessions, and names of climbs in which all words stand.",
    query: [SchemaField(required: "words", .text, "the words"), .limit(50)],
    gives: .json([
      "books": .list(.bookRow), "stories": .list(.story), "sessions": .list(.session),
      "climbs": .list(.climb),
    ])
  ) { context in
    let limit = Int(context.query.integer("limit") ?? 50)
    var filter = ShelfFilter()
    filter.words = context.query.text("words")
    let books = try await context.log.books(filter).prefix(limit)
    let words = filter.words ?? ""
    let stories = try await context.log.stories(holding: words, limit: limit)
    let sessions = try await context.log.sessions(noting: words, limit: limit)
    let climbs = try await context.log.climbs(named: words, limit: limit)
    let now = context.now
    return HTTPResponse(
      .members(
        ("books", .array(books.map(\.json))),
        ("stories", .array(stories.map(\.json))),
        ("sessions", .array(sessions.map { $0.json(at: now) })),
        ("climbs", .array(climbs.map(\.json)))
      )
    )
  }

  static let shelves = labels(.shelf)
  static let tags = labels(.tag)

  private static func labels(_ kind: LabelKind) -> Endpoint {
    Endpoint(
      "List your own \(kind.plural), with how many books have each.",
      gives: .json([kind.plural: .list(.label)])
    ) { context in
      HTTPResponse(json(try await context.log.labels(kind), kind))
    }
  }

  static let renameShelf = rename(.shelf)
  static let renameTag = rename(.tag)

  private static func rename(_ kind: LabelKind) -> Endpoint {
    Endpoint(
      "Give a \(kind.name) another name on every book; one that is taken becomes the same.",
      body: [SchemaField(required: "name", .text, "its new name")],
      gives: .json([kind.plural: .list(.label)])
    ) { context in
      let (name, other) = (context.captures["name"] ?? "", context.body.text("name") ?? "")
      return try await context.write("Rename") { writer in
        try writer.rename(kind, name, to: other)
        return json(try writer.labels(kind), kind)
      }
    }
  }

  static let deleteShelf = delete(.shelf)
  static let deleteTag = delete(.tag)

  private static func delete(_ kind: LabelKind) -> Endpoint {
    Endpoint(
      "Take a \(kind.name) from every book; the books stay.",
      gives: .json([kind.plural: .list(.label)])
    ) { context in
      let name = context.captures["name"] ?? ""
      return try await context.write("Delete") { writer in
        try writer.delete(kind, name)
        return json(try writer.labels(kind), kind)
      }
    }
  }

  private static func json(_ rows: [LabelRow], _ kind: LabelKind) -> JSON {
    .members((kind.plural, .array(rows.map(\.json))))
  }
}
