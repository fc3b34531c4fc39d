import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/stories`.
enum ListeningStoryHandlers {
  private static let optionalFields = [
    SchemaField("series", .text, "the series"), SchemaField("author", .text, "the author"),
    SchemaField("narrator", .text, "the narrator"),
    SchemaField("audioDuration", .decimal, "the length of the audio in seconds"),
    SchemaField("isFavorite", .bool, "whether it is a favourite"),
  ]

  static let payload =
    [
      SchemaField(required: "title", .text, "the title"),
      SchemaField("id", .text(limit: 200), "the app’s id of the story, stable across requests"),
    ] + optionalFields

  static let add = ConnectedEndpoint(
    "Add a story; an existing story with the same id stays unchanged.",
    body: payload,
    gives: .payload(StoryReport.self, .created).or(.ok)
  ) { context in
    let payload = try StoryBody(ConnectedBody(context.request))
    let user = context.userID
    let (response, json) = try await context.idempotentWrite { writer in
      let (isNew, row) = try payload.keep(in: writer)
      let message = isNew ? "Story created successfully" : "Story exists already"
      return (isNew ? .created : .ok, .enveloped(row.json(of: user), message))
    }
    try await context.claim([json["data"]?["id"]].compactMap(Identifier<Story>.init(payload:)))
    return response
  }

  static let show = ConnectedEndpoint("Get a story.", gives: .payload(StoryReport.self)) {
    context in
    HTTPResponse(data: try await context.story().json(of: context.userID))
  }

  static let edit = ConnectedEndpoint(
    "Edit a story; omitted fields stay unchanged, null clears.",
    body: [SchemaField("title", .text, "the title")] + optionalFields,
    gives: .payload(StoryReport.self)
  ) { context in
    let (user, body) = (context.userID, try ConnectedBody(context.request))
    return try await context.writeStory { writer, id in
      try EditStory(id, body).run(in: writer)
      return .enveloped(try writer.storyRow(id).json(of: user), "Story updated successfully")
    }
  }

  static let delete = ConnectedEndpoint(
    "Delete a story; its sessions still count.",
    gives: .payload(DeletedReport.self)
  ) { context in
    let response = try await context.writeStory { writer, id in
      let name = try writer.storyRow(id).publicID
      try DeleteStory(id).run(in: writer)
      return .enveloped(DeletedReport(id: name).json, "Story deleted")
    }
    try await context.unclaim(Story.id(client: context.captures["id"] ?? ""))
    return response
  }

  private static let playFields: JSONFields<StoryRow> = [
    .init("id", \.publicID),
    .init("playCount", \.plays),
    .init("lastPlayedAt", .instant) { $0.lastPlayed?.wholeSeconds },
  ]

  static let play = ConnectedEndpoint(
    "Record that a player started a story.",
    gives: .payload(playFields)
  ) { context in
    let now = context.now
    return try await context.writeStory { writer, id in
      try writer.addPlay(of: id, at: now)
      return .enveloped(playFields.json(try writer.storyRow(id)), nil)
    }
  }
}

/// The id of a deleted story or session.
struct DeletedReport: JSONModel {
  let id: String

  static let fields: JSONFields<DeletedReport> = [
    .init("id", \.id),
    .init("deleted") { _ in true },
  ]
}

extension Identifier<Story> {
  /// Reads the story id of a response; nil if it is not a string.
  init?(payload id: JSON?) {
    guard case .string(let text)? = id else { return nil }
    self = Story.id(client: text)
  }
}
