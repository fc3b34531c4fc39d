import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/stories`: what there is to listen to, for listening apps.
enum StoryTelling {
  private static let said = [
    Member("series", .text, "what it is one of"), Member("author", .text, "who wrote it"),
    Member("narrator", .text, "who reads it"),
    Member("audioDuration", .decimal, "seconds its audio lasts"),
    Member("isFavorite", .bool, "whether it is a favourite"),
  ]

  static let told =
    [
      Member(needed: "title", .text, "its title"),
      Member("id", .text(limit: 200), "the app's own id of it, the same each time"),
    ] + said

  static let add = Endpoint(
    "Keep a story; one that is there under its id stays as it is.",
    body: told,
    gives: .created(.told(.toldStory)).or(.ok)
  ) { visit in
    let told = try StoryBody(ListeningBody(visit.request))
    let user = visit.userID
    let (isNew, row) = try await visit.log.write("Add a story") { try told.keep(in: $0) }
    try await visit.claim([row.id])
    return HTTPResponse(
      isNew ? .created : .ok,
      data: row.json(of: user),
      message: isNew ? "Story created successfully" : "Story exists already"
    )
  }

  static let show = Endpoint("Show a story.", gives: .json(.told(.toldStory))) { visit in
    HTTPResponse(data: try await visit.story().json(of: visit.userID))
  }

  static let edit = Endpoint(
    "Change a story; what is not given stays, and null clears.",
    body: [Member("title", .text, "its title")] + said,
    gives: .json(.told(.toldStory))
  ) { visit in
    let (id, user) = (try await visit.story().id, visit.userID)
    let body = try ListeningBody(visit.request)
    let row = try await visit.log.write("Edit a story") { writer in
      try writer.changeStory(id) { try StoryBody.apply(body, to: &$0) }
      return try writer.storyRow(id)
    }
    return HTTPResponse(data: row.json(of: user), message: "Story updated successfully")
  }

  static let delete = Endpoint(
    "Delete a story; what was heard of it stays.",
    gives: .json(.told(.deleted))
  ) { visit in
    let row = try await visit.story()
    try await visit.log.write("Delete a story") { try $0.deleteStory(row.id) }
    try await visit.unclaim(row.id)
    return HTTPResponse(data: .deleted(row.publicID), message: "Story deleted")
  }

  static let play = Endpoint(
    "Say that a player was told to play a story.",
    gives: .json(
      .told(["id": .words, "playCount": .count, "lastPlayedAt": .optional(.instant)])
    )
  ) { visit in
    let (id, now) = (try await visit.story().id, visit.now)
    let row = try await visit.log.write("Play a story") { writer in
      try writer.addPlay(of: id, at: now)
      return try writer.storyRow(id)
    }
    return HTTPResponse(
      data: .members(
        ("id", .string(row.publicID)),
        ("playCount", .integer(row.plays)),
        ("lastPlayedAt", .text(row.lastPlayed?.wholeSeconds))
      )
    )
  }
}

extension Shape {
  static let deleted: Shape = ["id": .words, "deleted": .bool]
}

extension JSON {
  static func deleted(_ id: String) -> JSON {
    .members(("id", .string(id)), ("deleted", .bool(true)))
  }
}
