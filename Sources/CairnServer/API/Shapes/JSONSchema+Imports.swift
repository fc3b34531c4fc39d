import CairnStore

extension JSONSchema {
  private static let issues = JSONSchema.list(["line": .optional(.integer), "message": .words])

  /// What came of an import, or would.
  static let importReport = JSONSchema.named(
    "ImportReport",
    [
      "title": .words, "dry_run": .bool, "added": .count, "updated": .count, "unchanged": .count,
      "kept": .count, "replaced": .count,
      "books": [
        "statuses": .list(["status": .words, "count": .count]), "with_isbn": .count,
        "without_isbn": .count, "similar": .count,
      ],
      "items": .list([
        "line": .optional(.integer), "title": .words,
        "kind": .choice(["book", "session", "annotation", "climb", "story"]),
        "change": .choice(["added", "changed"]),
        "fields": .list(.words),
      ]),
      "skipped": issues, "issues": issues,
    ]
  )

  /// What came of joining an exported log, or would.
  static let joinReport = JSONSchema.named(
    "JoinReport",
    [
      "records": .count, "history": .count, "known": .count, "unreadable": .list(.words),
      "ended": issues, "skipped": issues,
    ]
  )

  static let importSheet = JSONSchema.named(
    "Import",
    [
      "id": .id, "state": .choice(ImportJobState.State.all.map(\.name)), "format": .words,
      "made_at": .instant, "done": .count, "total": .optional(.count),
      "report": .optional(.importReport), "joined": .optional(.joinReport),
      "mapping": .optional(["taken": .words, "unused": .list(.words)]), "line": .optional(.id),
      "problem": .optional(["code": .words, "detail": .words, "hint": .words]),
    ]
  )
}
