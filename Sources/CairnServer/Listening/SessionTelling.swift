import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/analytics/sessions`: what listening apps tell, and what they are told of it.
enum SessionTelling {
  static let told = [
    Member(needed: "storyId", .text(limit: 200), "the story, by the id it was made with"),
    Member("startedAt", .words, "when it began, RFC 3339; now unless given"),
    Member("endedAt", .words, "when it ended, RFC 3339"),
    Member("duration", .decimal, "seconds heard; from start to end unless given"),
    Member("rate", .decimal, "the pace of playback, 0.5 to 4; any other is passed over"),
    Member("completed", .bool, "whether the story was heard to its end"),
    Member("id", .text(limit: 200), "the app's own id of the session, the same each time"),
  ]

  static let add = Endpoint(
    "Tell of a session of listening; the same one told again is joined with what is known.",
    body: told,
    gives: .created(.told(.heardSession)).or(.ok)
  ) { visit in
    let body = try ListeningBody(visit.request)
    let story = try ToldBody.story(body)
    do {
      let told = try ToldBody(body, key: visit.keyName(), now: visit.now)
      return try await keep(told, visit)
    } catch let refusal as Refusal {
      // What is wrong with a story is said before what is wrong with a time.
      if try await !visit.log.everHadStory(Story.id(client: story)) {
        throw try await visit.noStory(story)
      }
      throw refusal
    } catch let error as CairnError where error.code == "story.not_found" {
      throw try await visit.noStory(story)
    }
  }

  private static func keep(_ told: ToldBody, _ visit: Visit) async throws -> HTTPResponse {
    let (zone, user) = (visit.zone.name, visit.userID)
    let (isNew, json) = try await visit.log.write("Listen") { writer in
      let outcome = try told.keep(in: writer, zone: zone)
      let session = try writer.heardSession(outcome.id)
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
      Member("storyId", .words, "only those of a story"),
      Member("startDate", .words, "only those begun at or after a moment, or a day"),
      Member("endDate", .words, "only those begun at or before a moment, or on or before a day"),
      Member("completed", .words, "true for completed ones, anything else for the others"),
      .zone,
    ] + .pages,
    gives: .json(.told(.page("sessions", .heardSession)))
  ) { visit in
    let query = ListeningQuery(visit)
    let page = query.page()
    var filter = try await filter(query, visit)
    (filter.limit, filter.offset) = page
    let (sessions, total) = try await visit.log.heardSessions(filter)
    let user = visit.userID
    return HTTPResponse(
      data: .members(
        ("sessions", .array(sessions.map { $0.json(of: user) })),
        ("pagination", .page(total, page))
      )
    )
  }

  private static func filter(
    _ query: ListeningQuery,
    _ visit: Visit
  ) async throws -> HeardFilter {
    let zone = try visit.namedZone() ?? visit.zone
    var filter = HeardFilter()
    if let story = query["storyId"] {
      filter.story = Story.id(client: story)
      // Whether it is somebody else's or nobody's is not said here.
      guard try await visit.log.hasStory(Story.id(client: story)) else { throw Visit.otherStory }
    }
    filter.from = try query.edge("startDate", isLast: false, in: zone)
    filter.to = try query.edge("endDate", isLast: true, in: zone)
    if query.says("completed") { filter.isCompleted = query["completed"] == "true" }
    return filter
  }
}
