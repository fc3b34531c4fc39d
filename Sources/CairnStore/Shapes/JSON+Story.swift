package import Cairn

extension StoryRow {
  /// The shape of a story: documented in `docs/cli.md`.
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
  /// Six characters a person can type.
  package var shortID: ShortID { ShortID(id.record) }

  /// The shape of a deleted story: documented in `docs/cli.md`.
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
