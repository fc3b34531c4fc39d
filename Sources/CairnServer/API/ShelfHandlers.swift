import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/shelf`, and what is found on it.
enum ShelfHandlers {
  static let list = Endpoint(
    "List the books, by status and title; with words those first that say most.",
    query: [
      Member("status", .status, "only of this status"),
      Member("query", .text, "only those whose title or author holds this text"),
      Member("words", .text, "only those in which all these words stand"),
      Member("shelf", .text, "only those on this shelf"),
      Member("tag", .text, "only those with this tag"),
      Member("borrowed", .bool, "only those that are borrowed, or only those that are owned"),
      Member("sort", .choice(ShelfOrder.all.map(\.name)), "another order"),
      Member("reversed", .bool, "the opposite order"),
    ],
    gives: .json(["books": .list(.bookRow)])
  ) { visit in
    let (books, isReversed) = (try await books(visit), visit.query.bool("reversed"))
    let order = ShelfOrder.all.first { $0.name == visit.query.text("sort") }
    let rows =
      order?.sorted(books, reversed: isReversed) ?? (isReversed ? books.reversed() : books)
    return HTTPResponse(.members(("books", .array(rows.map(\.json)))))
  }

  private static func books(_ visit: Visit) async throws -> [EntryRow] {
    var filter = ShelfFilter()
    filter.status = visit.query.text("status").flatMap { ReadingStatus(name: $0) }
    (filter.shelf, filter.tag) = (visit.query.text("shelf"), visit.query.text("tag"))
    filter.isBorrowed = visit.query.choice("borrowed")
    filter.words = visit.query.text("words")
    let rows = try await visit.log.books(filter)
    guard let text = visit.query.text("query") else { return rows }
    let matching = Set(try await visit.log.books(matching: text).map(\.id))
    return rows.filter { matching.contains($0.id) }
  }

  static let deleted = Endpoint(
    "List the books that were deleted and can be restored.",
    gives: .json(["books": .list(.deletedBook)])
  ) { visit in
    let rows = try await visit.log.deletedBooks()
    return HTTPResponse(.members(("books", .array(rows.map(\.json)))))
  }

  static let search = Endpoint(
    "Find books, stories, notes of sessions, and names of climbs in which all words stand.",
    query: [Member(needed: "words", .text, "the words"), .limit(50)],
    gives: .json([
      "books": .list(.bookRow), "stories": .list(.story), "sessions": .list(.session),
      "climbs": .list(.climb),
    ])
  ) { visit in
    let limit = Int(visit.query.integer("limit") ?? 50)
    var filter = ShelfFilter()
    filter.words = visit.query.text("words")
    let books = try await visit.log.books(filter).prefix(limit)
    let words = filter.words ?? ""
    let stories = try await visit.log.stories(holding: words, limit: limit)
    let sessions = try await visit.log.sessions(noting: words, limit: limit)
    let climbs = try await visit.log.climbs(named: words, limit: limit)
    let now = visit.now
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
    ) { visit in
      HTTPResponse(json(try await visit.log.labels(kind), kind))
    }
  }

  static let renameShelf = rename(.shelf)
  static let renameTag = rename(.tag)

  private static func rename(_ kind: LabelKind) -> Endpoint {
    Endpoint(
      "Give a \(kind.name) another name on every book; one that is taken becomes the same.",
      body: [Member(needed: "name", .text, "its new name")],
      gives: .json([kind.plural: .list(.label)])
    ) { visit in
      let (name, other) = (visit.captures["name"] ?? "", visit.body.text("name") ?? "")
      return try await visit.write("Rename") { writer in
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
    ) { visit in
      let name = visit.captures["name"] ?? ""
      return try await visit.write("Delete") { writer in
        try writer.delete(kind, name)
        return json(try writer.labels(kind), kind)
      }
    }
  }

  private static func json(_ rows: [LabelRow], _ kind: LabelKind) -> JSON {
    .members((kind.plural, .array(rows.map(\.json))))
  }
}
