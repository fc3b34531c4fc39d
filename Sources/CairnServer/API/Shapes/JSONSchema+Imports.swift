import CairnStore

extension JSONSchema {
  private static let issues = JSONSchema.list(["line": .optional(.integer), "message": .string])

  /// The result or preview of an import.
  static let importReport = JSONSchema.named(
    "ImportReport",
    [
      "title": .string, "dry_run": .bool, "added": .count, "updated": .count, "unchanged": .count,
      "kept": .count, "replaced": .count,
      "books": [
        "statuses": .list(["status": .string, "count": .count]), "with_isbn": .count,
        "without_isbn": .count, "similar": .count,
      ],
      "items": .list([
        "line": .optional(.integer), "title": .string,
        "kind": .choice(["book", "session", "annotation", "climb", "story"]),
        "change": .choice(["added", "changed"]),
        "fields": .list(.string),
      ]),
      "skipped": issues, "issues": issues,
    ]
  )

  /// The result or preview of joining an exported log.
  static let joinReport = JSONSchema.named(
    "JoinReport",
    [
      "records": .count, "history": .count, "known": .count, "unreadable": .list(.string),
      "ended": issues, "skipped": issues,
    ]
  )

  static let importJob = JSONSchema.named(
    "Import",
    [
      "id": .id, "state": .choice(ImportJobState.State.all.map(\.name)), "format": .string,
      "made_at": .instant, "done": .count, "total": .optional(.count),
      "report": .optional(.importReport), "joined": .optional(.joinReport),
      "mapping": .optional(["taken": .string, "unused": .list(.string)]), "line": .optional(.id),
      "problem": .optional(["code": .string, "detail": .string, "hint": .string]),
    ]
  )
}
