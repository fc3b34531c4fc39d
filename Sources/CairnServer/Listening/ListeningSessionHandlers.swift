import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/analytics/sessions`.
enum ListeningSessionHandlers {
  static let told = [
    SchemaField(required: "storyId", .text(limit: 200), "the story, by the id it was made with"),
    SchemaField("startedAt", .string, "when it began, RFC 3339; now unless given"),
    SchemaField("endedAt", .string, "when it ended, RFC 3339"),
    SchemaField("duration", .decimal, "seconds heard; from start to end unless given"),
    SchemaField("rate", .decimal, "the pace of playback, 0.5 to 4; any other is passed over"),
    SchemaField("completed", .bool, "whether the story was heard to its end"),
    SchemaField("id", .text(limit: 200), "the app's own id of the session, the same each time"),
  ]

  static let add = Endpoint(
    "Tell of a session of listening; the same one told again is joined with what is known.",
    body: told,
    gives: .created(.told(.listeningSession)).or(.ok)
  ) { context in
    let body = try ListeningBody(context.request)
    let story = try SessionPayload.story(body)
    do {
      let told = try SessionPayload(body, key: context.keyName(), now: context.now)
      return try await keep(told, context)
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

  private static func keep(_ told: SessionPayload, _ context: AuthenticatedContext) async throws -> HTTPResponse {
    let (zone, user) = (context.zone.name, context.userID)
    let (isNew, json) = try await context.log.write("Listen") { writer in
      let outcome = try told.keep(in: writer, zone: zone)
      let session = try writer.listeningSession(outcome.id)
      return (outcome.isNew, session?.json(of: user) ?? told.deleted(outcome.id, user, writer.now))
    }
    return HTTPResponse(
      isNew ? .created : .ok,
      data: json,
      message: "Listening session " + (isNew ? "created" : "updated") + " successfully"
    )
  }

  static let list = Endpoint(
    "List the sessions of listening, the one begun last first.",
    query: [
      SchemaField("storyId", .string, "only those of a story"),
      SchemaField("startDate", .string, "only those begun at or after a moment, or a day"),
      SchemaField("endDate", .string, "only those begun at or before a moment, or on or before a day"),
      SchemaField("completed", .string, "true for completed ones, anything else for the others"),
      .zone,
    ] + .pages,
    gives: .json(.told(.page("sessions", .listeningSession)))
  ) { context in
    let query = ListeningQuery(context)
    let page = query.page()
    var filter = try await filter(query, context)
    (filter.limit, filter.offset) = page
    let (sessions, total) = try await context.log.listeningSessions(filter)
    let user = context.userID
    return HTTPResponse(
      data: .members(
        ("sessions", .array(sessions.map { $0.json(of: user) })),
        ("pagination", .page(total, page))
      )
    )
  }

  private static func filter(
    _ query: ListeningQuery,
    _ context: AuthenticatedContext
  ) async throws -> ListeningSessionFilter {
    let zone = try context.namedZone() ?? context.zone
    var filter = ListeningSessionFilter()
    if let story = query["storyId"] {
      filter.story = Story.id(client: story)
      // The response does not reveal whether another person has the story.
      guard try await context.log.hasStory(Story.id(client: story)) else { throw AuthenticatedContext.otherStory }
    }
    filter.from = try query.edge("startDate", isLast: false, in: zone)
    filter.to = try query.edge("endDate", isLast: true, in: zone)
    if query.has("completed") { filter.isCompleted = query["completed"] == "true" }
    return filter
  }
}
