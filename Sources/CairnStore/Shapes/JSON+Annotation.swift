package import Cairn

extension AnnotationRow {
  /// The JSON form of an annotation, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(annotation.id.record.text)),
      ("short", .string(shortID.text)),
      ("book_id", .string(annotation.entry.record.text)),
      ("title", .string(title)),
      ("kind", .string(annotation.form.name)),
      ("text", .text(annotation.text)),
      ("page", .number(annotation.page)),
      ("location", .number(annotation.location)),
      ("created", .text(annotation.made?.text)),
      ("source", .text(annotation.source))
    )
  }
}
