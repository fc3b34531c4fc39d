import Cairn
import CairnHTTP
package import CairnInsights
package import CairnJSON
import CairnReports
import CairnStore

extension ListeningStoryHandlers {
  private static let storyPage = OffsetPage<StoryReport>.fields("stories")

  static let list = ConnectedEndpoint(
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
    gives: .payload(storyPage)
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
    let stories = rows.dropFirst(page.offset).prefix(page.limit)
      .map { StoryReport(row: $0, user: user) }
    let pagination = Pagination(total: rows.count, page: page)
    return HTTPResponse(data: storyPage.json(OffsetPage(rows: stories, pagination: pagination)))
  }

  static let addAll = ConnectedEndpoint(
    "Add up to 100 stories at once; each succeeds or fails independently.",
    body: [
      SchemaField(
        required: "stories",
        .list(.anything, limit: 100),
        "the stories, each as in a single request"
      )
    ],
    gives: .json(BatchOutcomes.self)
  ) { context in
    let body = try ConnectedBody(context.request)
    guard case .array(let items)? = body["stories"] else {
      throw DialectError.invalid("Invalid request: stories must be an array")
    }
    guard items.count <= 100 else {
      throw DialectError.invalid("Batch size too large: maximum 100 stories per request")
    }
    let (response, json) = try await context.idempotentWrite { writer in
      let outcomes = items.map { item in
        BatchOutcome(item, named: "title", context.problem) { body in
          try StoryBody(body).keep(in: writer).row.publicID
        }
      }
      writer.title = "\(outcomes.count { $0.error == nil }) stories added"
      return (.ok, BatchOutcomes(all: outcomes).json)
    }
    try await context.claim(BatchOutcome.stories(in: json))
    return response
  }

  private static let groupPage = OffsetPage<ListeningGroup>.fields("heroes")

  static let groups = ConnectedEndpoint(
    "List the series and authors of the stories.",
    query: .pages,
    gives: .payload(groupPage)
  ) { context in
    let page = ListeningQuery(context).page()
    let groups = try await context.listeningGroups()
    let shown = Array(groups.dropFirst(page.offset).prefix(page.limit))
    let pagination = Pagination(total: groups.count, page: page)
    return HTTPResponse(data: groupPage.json(OffsetPage(rows: shown, pagination: pagination)))
  }
}

extension AuthenticatedRequest {
  /// Returns the series and authors of all stories.
  func listeningGroups() async throws -> [ListeningGroup] {
    ListeningGroup.groups(try await log.stories().compactMap { $0.part })
  }
}

extension ListeningGroup: JSONModel {
  package static let fields = JSONFields<ListeningGroup>(
    named: "StoryGroup",
    [
      .init("id") { StoryRow.groupID($0.name) },
      .init("name", \.name),
      .init("avatarUrl") { _ in String?.none },
      .init("storiesCount", \.stories),
      .init("createdAt", .instant, \.added.wholeSeconds),
      .init("updatedAt", .instant, \.added.wholeSeconds),
    ]
  )
}
