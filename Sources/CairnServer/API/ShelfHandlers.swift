import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/shelf`, of search, and of shelves and tags.
enum ShelfHandlers {
  static let list = Endpoint(
    "List the books by status and title, or by relevance if `words` is given.",
    query: [
      SchemaField("status", ReadingStatus.schema, "only this status"),
      SchemaField("query", .text, "only books with this text in title or author"),
      SchemaField("words", .text, "only books that contain all these words"),
      SchemaField("shelf", .text, "only books on this shelf"),
      SchemaField("tag", .text, "only books with this tag"),
      SchemaField("borrowed", .bool, "only borrowed books, or only owned ones"),
      SchemaField("sort", .choice(ShelfOrder.all.map(\.name)), "the sort order"),
      SchemaField("reversed", .bool, "reverse the order"),
    ],
    gives: JSONFields<[EntryRow]>(list: "books")
  ) { context in
    let (books, isReversed) = (try await books(context), context.query.bool("reversed"))
    let order = ShelfOrder.all.first { $0.name == context.query.text("sort") }
    let rows =
      order?.sorted(books, reversed: isReversed) ?? (isReversed ? books.reversed() : books)
    return rows
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
    "List the deleted books that can be restored.",
    gives: JSONFields<[DeletedBookRow]>(list: "books")
  ) { context in
    try await context.log.deletedBooks()
  }

  static let search = Endpoint(
    "Search books, stories, session notes and climb names for all words.",
    query: [SchemaField(required: "words", .text, "the words to search for"), .limit(50)],
    gives: SearchResults.self
  ) { context in
    let limit = Int(context.query.integer("limit") ?? 50)
    var filter = ShelfFilter()
    filter.words = context.query.text("words")
    let words = filter.words ?? ""
    return SearchResults(
      books: Array(try await context.log.books(filter).prefix(limit)),
      stories: try await context.log.stories(holding: words, limit: limit),
      sessions: try await context.log.sessions(noting: words, limit: limit),
      climbs: try await context.log.climbs(named: words, limit: limit),
      now: context.now
    )
  }

  static let shelves = labels(.shelf)
  static let tags = labels(.tag)

  private static func labels(_ kind: LabelKind) -> Endpoint {
    Endpoint(
      "List your \(kind.plural) with the number of books in each.",
      gives: .json(list(kind))
    ) { context in
      HTTPResponse(list(kind).json(try await context.log.labels(kind)))
    }
  }

  static let renameShelf = rename(.shelf)
  static let renameTag = rename(.tag)

  private static func rename(_ kind: LabelKind) -> Endpoint {
    Endpoint(
      "Rename a \(kind.name); if the new name exists, the two are merged.",
      body: [SchemaField(required: "name", .text, "the new name")],
      gives: .json(list(kind))
    ) { context in
      let (name, other) = (context.captures["name"] ?? "", context.body.text("name") ?? "")
      return try await context.write { writer in
        try RenameLabel(kind, name, to: other).run(in: writer)
        return list(kind).json(try writer.labels(kind))
      }
    }
  }

  static let deleteShelf = delete(.shelf)
  static let deleteTag = delete(.tag)

  private static func delete(_ kind: LabelKind) -> Endpoint {
    Endpoint(
      "Delete a \(kind.name); its books stay.",
      gives: .json(list(kind))
    ) { context in
      let name = context.captures["name"] ?? ""
      return try await context.write { writer in
        try DeleteLabel(kind, name).run(in: writer)
        return list(kind).json(try writer.labels(kind))
      }
    }
  }

  private static func list(_ kind: LabelKind) -> JSONFields<[LabelRow]> {
    JSONFields(list: kind.plural)
  }
}
