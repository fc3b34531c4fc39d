package import CairnReports

// The JSON form of stories, documented in `docs/cli.md`.

extension StoryRow: JSONModel {
  package static let fields = JSONFields<StoryRow>(
    named: "HeardStory",
    [
      .init("id", \.id),
      .init("short", \.shortID),
      .init("title", \.title),
      .init("series", \.series),
      .init("author", \.author),
      .init("narrator", \.narrator),
      .init("duration_seconds", \.duration),
      .init("favorite", \.isFavorite),
      .init("added", \.added),
      .init("client_id", \.publicID),
      .init("sessions", \.sessions),
      .init("completed", \.completed),
      .init("active_seconds", \.seconds),
      .init("plays", \.plays),
      .init("last_played", \.lastPlayed),
      .init("position_seconds", \.position),
      .init("notes", \.notes),
    ]
  )
}

extension DeletedStoryRow: JSONModel {
  package static let fields: JSONFields<DeletedStoryRow> = [
    .init("id", \.id),
    .init("short", \.shortID),
    .init("title", \.title),
    .init("sessions", \.sessions),
    .init("active_seconds", \.seconds),
  ]
}
