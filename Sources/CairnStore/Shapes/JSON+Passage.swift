package import Cairn

extension PassageRow {
  /// The shape of a marked place: documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(passage.id.record.text)),
      ("short", .string(shortID.text)),
      ("book_id", .string(passage.entry.record.text)),
      ("title", .string(title)),
      ("form", .string(passage.form.name)),
      ("text", .text(passage.text)),
      ("page", .number(passage.page)),
      ("location", .number(passage.location)),
      ("made", .text(passage.made?.text)),
      ("source", .text(passage.source))
    )
  }
}
