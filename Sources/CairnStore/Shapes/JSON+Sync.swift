package import Cairn

extension LostValue {
  /// The shape of a value that lost: documented in `docs/cli.md`.
  package func json(_ moment: (Instant) -> String) -> JSON {
    let words = words(moment)
    return .members(
      ("id", .string(conflict.recordID.text)),
      ("short", .string(shortID.text)),
      ("kind", .string(conflict.kind.name)),
      ("thing", .string(conflict.about.text)),
      ("about", .string(about)),
      ("field", .string(conflict.field)),
      ("name", .string(field)),
      ("stands", standing.json),
      ("stands_words", .string(words.stands)),
      ("stands_at", .text(standingStamp?.instant.text)),
      ("stands_by", .text(standingStamp.map { Stamp.text(ofNode: $0.node) })),
      ("lost", conflict.value.json),
      ("lost_words", .string(words.lost)),
      ("at", .string(conflict.stamp.instant.text)),
      ("by", .string(Stamp.text(ofNode: conflict.stamp.node)))
    )
  }
}

extension FieldValue {
  fileprivate var json: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .text(let value): .string(value)
    }
  }
}
