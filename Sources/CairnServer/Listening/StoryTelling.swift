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
    let (response, json) = try await visit.tellOnce("Add a story") { writer in
      let (isNew, row) = try told.keep(in: writer)
      let message = isNew ? "Story created successfully" : "Story exists already"
      return (isNew ? .created : .ok, .enveloped(row.json(of: user), message))
    }
    try await visit.claim([json["data"]?["id"]].compactMap(Identifier<Story>.init(told:)))
    return response
  }

  static let show = Endpoint("Show a story.", gives: .json(.told(.toldStory))) { visit in
    HTTPResponse(data: try await visit.story().json(of: visit.userID))
  }

  static let edit = Endpoint(
    "Change a story; what is not given stays, and null clears.",
    body: [Member("title", .text, "its title")] + said,
    gives: .json(.told(.toldStory))
  ) { visit in
    let (user, body) = (visit.userID, try ListeningBody(visit.request))
    return try await visit.tellOfStory("Edit a story") { writer, id in
      try writer.changeStory(id) { try StoryBody.apply(body, to: &$0) }
      return .enveloped(try writer.storyRow(id).json(of: user), "Story updated successfully")
    }
  }

  static let delete = Endpoint(
    "Delete a story; what was heard of it stays.",
    gives: .json(.told(.deleted))
  ) { visit in
    let response = try await visit.tellOfStory("Delete a story") { writer, id in
      let name = try writer.storyRow(id).publicID
      try writer.deleteStory(id)
      return .enveloped(.deleted(name), "Story deleted")
    }
    try await visit.unclaim(Story.id(client: visit.captures["id"] ?? ""))
    return response
  }

  static let play = Endpoint(
    "Say that a player was told to play a story.",
    gives: .json(
      .told(["id": .words, "playCount": .count, "lastPlayedAt": .optional(.instant)])
    )
  ) { visit in
    let now = visit.now
    return try await visit.tellOfStory("Play a story") { writer, id in
      try writer.addPlay(of: id, at: now)
      let row = try writer.storyRow(id)
      return .enveloped(
        .members(
          ("id", .string(row.publicID)),
          ("playCount", .integer(row.plays)),
          ("lastPlayedAt", .text(row.lastPlayed?.wholeSeconds))
        ),
        nil
      )
    }
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

extension Identifier<Story> {
  /// The story that an answer names.
  init?(told id: JSON?) {
    guard case .string(let text)? = id else { return nil }
    self = Story.id(client: text)
  }
}
