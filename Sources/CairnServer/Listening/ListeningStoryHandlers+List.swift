import Cairn
import CairnHTTP
import CairnInsights
import CairnReports
import CairnStore

extension ListeningStoryHandlers {
  static let list = Endpoint(
    "List the stories, most recently added first.",
    query: [
      SchemaField("heroId", .string, "only stories of this series or author"),
      SchemaField("isFavorite", .string, "true for favourites, any other value for the rest"),
      SchemaField(
        "updatedAfter",
        .string,
        "only stories changed, listened to or played after this time"
      ),
      SchemaField("includeDeleted", .string, "true to include deleted stories"),
    ] + .pages,
    gives: .json(.payload(.page("stories", .reportedStory)))
  ) { context in
    let (query, user) = (ListeningQuery(context), context.userID)
    let page = query.page()
    var filter = StoryFilter()
    if query.has("isFavorite") { filter.isFavorite = query["isFavorite"] == "true" }
    filter.includesDeleted = query["includeDeleted"] == "true"
    let changed = try query.edge("updatedAfter", isLast: false, in: context.zone)
    let hero = query["heroId"]
    let rows = try await context.log.stories(filter).filter { row in
      if let changed, row.changed <= changed { return false }
      return hero == nil || hero == row.group.map(StoryRow.groupID)
    }
    let stories = rows.dropFirst(page.offset).prefix(page.limit).map { $0.json(of: user) }
    return HTTPResponse(
      data: .members(
        ("stories", .array(Array(stories))),
        ("pagination", .page(Int64(rows.count), page))
      )
    )
  }

  static let addAll = Endpoint(
    "Add up to 100 stories at once; each succeeds or fails independently.",
    body: [
      SchemaField(
        required: "stories",
        .list(.anything, limit: 100),
        "the stories, each as in a single request"
      )
    ],
    gives: .json(.outcomes)
  ) { context in
    let body = try ListeningBody(context.request)
    guard case .array(let items)? = body["stories"] else {
      throw DialectError.invalid("Invalid request: stories must be an array")
    }
    guard items.count <= 100 else {
      throw DialectError.invalid("Batch size too large: maximum 100 stories per request")
    }
    let (response, json) = try await context.idempotentWrite { writer in
      let outcomes = items.map { item in
        BatchOutcome(item, named: "title") { body in
          try StoryBody(body).keep(in: writer).row.publicID
        }
      }
      writer.title = "\(outcomes.count { $0.error == nil }) stories added"
      return (.ok, BatchOutcome.json(outcomes))
    }
    try await context.claim(BatchOutcome.stories(in: json))
    return response
  }

  static let groups = Endpoint(
    "List the series and authors of the stories.",
    query: .pages,
    gives: .json(.payload(.page("heroes", .storyGroup)))
  ) { context in
    let page = ListeningQuery(context).page()
    let groups = try await context.listeningGroups()
    let shown = groups.dropFirst(page.offset).prefix(page.limit).map { group in
      JSON.members(
        ("id", .string(StoryRow.groupID(group.name))),
        ("name", .string(group.name)),
        ("avatarUrl", .null),
        ("storiesCount", .integer(group.stories)),
        ("createdAt", .string(group.added.wholeSeconds)),
        ("updatedAt", .string(group.added.wholeSeconds))
      )
    }
    return HTTPResponse(
      data: .members(
        ("heroes", .array(Array(shown))),
        ("pagination", .page(Int64(groups.count), page))
      )
    )
  }
}

extension AuthenticatedContext {
  /// Returns the series and authors of all stories.
  func listeningGroups() async throws -> [ListeningGroup] {
    ListeningGroup.groups(try await log.stories().compactMap { $0.part })
  }
}

extension JSONSchema {
  fileprivate static let storyGroup = JSONSchema.named(
    "StoryGroup",
    [
      "id": .string, "name": .string, "avatarUrl": .optional(.string), "storiesCount": .count,
      "createdAt": .instant, "updatedAt": .instant,
    ]
  )
}
