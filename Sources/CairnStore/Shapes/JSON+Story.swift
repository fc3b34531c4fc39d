package import Cairn

extension StoryRow {
  /// The JSON form of a story, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(id.record.text)),
      ("short", .string(shortID.text)),
      ("title", .string(title)),
      ("series", .text(series)),
      ("author", .text(author)),
      ("narrator", .text(narrator)),
      ("duration_seconds", .number(duration?.wholeSeconds)),
      ("favorite", .bool(isFavorite)),
      ("added", .text(added?.text)),
      ("client_id", .string(publicID)),
      ("sessions", .integer(sessions)),
      ("completed", .integer(completed)),
      ("active_seconds", .integer(seconds)),
      ("plays", .integer(plays)),
      ("last_played", .text(lastPlayed?.text)),
      ("position_seconds", .number(position?.wholeSeconds)),
      ("notes", .text(notes))
    )
  }
}

extension DeletedStoryRow {
  /// The short id that a person can type: six characters.
  package var shortID: ShortID { ShortID(id.record) }

  /// The JSON form of a deleted story, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(id.record.text)),
      ("short", .string(shortID.text)),
      ("title", .string(title)),
      ("sessions", .integer(sessions)),
      ("active_seconds", .integer(seconds))
    )
  }
}
