import Cairn
import CairnHTTP
import CairnJSON
import CairnStore

/// The handlers of `/api/v1/analytics/sessions`.
enum ListeningSessionHandlers {
  static let payload = [
    SchemaField(required: "storyId", .text(limit: 200), "the story, by the id it was created with"),
    SchemaField("startedAt", .string, "the start time, RFC 3339; default now"),
    SchemaField("endedAt", .string, "the end time, RFC 3339"),
    SchemaField("duration", .decimal, "the seconds listened; default the time from start to end"),
    SchemaField("rate", .decimal, "the playback speed, 0.5 to 4; other values are ignored"),
    SchemaField("completed", .bool, "whether the story was finished"),
    SchemaField("id", .text(limit: 200), "the app’s id of the session, stable across requests"),
  ]

  static let add = ConnectedEndpoint(
    "Report a listening session; a repeated report is merged with the stored session.",
    body: payload,
    gives: .payload(ListeningSessionReport.self, .created).or(.ok)
  ) { context in
    let body = try ConnectedBody(context.request)
    let story = try SessionPayload.story(body)
    do {
      let payload = try SessionPayload(body, key: context.keyName(), now: context.now)
      return try await keep(payload, context)
    } catch let refusal as DialectError {
      // An error of the story takes precedence over one of the times.
      if try await !context.log.hasStoryRecord(Story.id(client: story)) {
        throw try await context.noStory(story)
      }
      throw refusal
    } catch let error as CairnError where error.code == "story.not_found" {
      throw try await context.noStory(story)
    }
  }

  private static func keep(_ payload: SessionPayload, _ context: any AuthenticatedRequest)
    async throws
    -> HTTPResponse
  {
    let (zone, user) = (context.zone.name, context.userID)
    let (isNew, report) = try await context.log.write { writer in
      let outcome = try payload.upsert(in: writer, zone: zone)
      let session = try writer.listeningSession(outcome.id)
      return (
        outcome.isNew, session?.report(of: user) ?? payload.deleted(outcome.id, user, writer.now)
      )
    }
    return HTTPResponse(
      isNew ? .created : .ok,
      data: report.json,
      message: "Listening session " + (isNew ? "created" : "updated") + " successfully"
    )
  }

  private static let sessionPage = OffsetPage<ListeningSessionReport>.fields("sessions")

  static let list = ConnectedEndpoint(
    "List listening sessions, newest first.",
    query: [
      SchemaField("storyId", .string, "only sessions of this story"),
      SchemaField("startDate", .string, "only sessions that started at or after this time or day"),
      SchemaField("endDate", .string, "only sessions that started at or before this time or day"),
      SchemaField(
        "completed",
        .string,
        "true for completed sessions, any other value for the rest"
      ),
      .zone,
    ] + .pages,
    gives: .payload(sessionPage)
  ) { context in
    let query = ListeningQuery(context)
    let page = query.page()
    var filter = try await filter(query, context)
    (filter.limit, filter.offset) = page
    let (sessions, total) = try await context.log.listeningSessions(filter)
    let rows = sessions.map { $0.report(of: context.userID) }
    let pagination = Pagination(total: Int(total), page: page)
    return HTTPResponse(data: sessionPage.json(OffsetPage(rows: rows, pagination: pagination)))
  }

  private static func filter(
    _ query: ListeningQuery,
    _ context: any AuthenticatedRequest
  ) async throws -> ListeningSessionFilter {
    let zone = try context.namedZone() ?? context.zone
    var filter = ListeningSessionFilter()
    if let story = query["storyId"] {
      filter.story = Story.id(client: story)
      // The response does not reveal whether another person has the story.
      guard try await context.log.hasStory(Story.id(client: story)) else {
        throw DialectError.otherStory
      }
    }
    filter.from = try query.edge("startDate", isLast: false, in: zone)
    filter.to = try query.edge("endDate", isLast: true, in: zone)
    if query.has("completed") { filter.isCompleted = query["completed"] == "true" }
    return filter
  }
}
