import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/stories`.
enum ListeningStoryHandlers {
  private static let said = [
    SchemaField("series", .text, "what it is one of"), SchemaField("author", .text, "who wrote it"),
    SchemaField("narrator", .text, "who reads it"),
    SchemaField("audioDuration", .decimal, "seconds its audio lasts"),
    SchemaField("isFavorite", .bool, "whether it is a favourite"),
  ]

  static let told =
    [
      SchemaField(required: "title", .text, "its title"),
      SchemaField("id", .text(limit: 200), "the app's own id of it, the same each time"),
    ] + said

  static let add = Endpoint(
    "Keep a story; one that is there under its id stays as it is.",
    body: told,
    gives: .created(.told(.reportedStory)).or(.ok)
  ) { context in
    let told = try StoryBody(ListeningBody(context.request))
    let user = context.userID
    let (response, json) = try await context.idempotentWrite("Add a story") { writer in
      let (isNew, row) = try told.keep(in: writer)
      let message = isNew ? "Story created successfully" : "Story exists already"
      return (isNew ? .created : .ok, .enveloped(row.json(of: user), message))
    }
    try await context.claim([json["data"]?["id"]].compactMap(Identifier<Story>.init(told:)))
    return response
  }

  static let show = Endpoint("Show a story.", gives: .json(.told(.reportedStory))) { context in
    HTTPResponse(data: try await context.story().json(of: context.userID))
  }

  static let edit = Endpoint(
    "Change a story; what is not given stays, and null clears.",
    body: [SchemaField("title", .text, "its title")] + said,
    gives: .json(.told(.reportedStory))
  ) { context in
    let (user, body) = (context.userID, try ListeningBody(context.request))
    return try await context.writeStory("Edit a story") { writer, id in
      try writer.changeStory(id) { try StoryBody.apply(body, to: &$0) }
      return .enveloped(try writer.storyRow(id).json(of: user), "Story updated successfully")
    }
  }

  static let delete = Endpoint(
    "Delete a story; what was heard of it stays.",
    gives: .json(.told(.deleted))
  ) { context in
    let response = try await context.writeStory("Delete a story") { writer, id in
      let name = try writer.storyRow(id).publicID
      try writer.deleteStory(id)
      return .enveloped(.deleted(name), "Story deleted")
    }
    try await context.unclaim(Story.id(client: context.captures["id"] ?? ""))
    return response
  }

  static let play = Endpoint(
    "Say that a player was told to play a story.",
    gives: .json(
      .told(["id": .string, "playCount": .count, "lastPlayedAt": .optional(.instant)])
    )
  ) { context in
    let now = context.now
    return try await context.writeStory("Play a story") { writer, id in
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

extension JSONSchema {
  static let deleted: JSONSchema = ["id": .string, "deleted": .bool]
}

extension JSON {
  static func deleted(_ id: String) -> JSON {
    .members(("id", .string(id)), ("deleted", .bool(true)))
  }
}

extension Identifier<Story> {
  /// Reads the story id of a response; nil if it is not a string.
  init?(told id: JSON?) {
    guard case .string(let text)? = id else { return nil }
    self = Story.id(client: text)
  }
}
