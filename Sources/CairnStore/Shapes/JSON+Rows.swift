package import Cairn

extension JSON {
  /// Returns the lines of a text as an array, empty for nil.
  static func lines(_ value: String?) -> JSON {
    .array(value?.split(separator: "\n").map { .string(String($0)) } ?? [])
  }

  /// Returns a position as unit, value and total, or null.
  package static func position(_ position: Position?) -> JSON {
    guard let position else { return .null }
    return .members(
      ("unit", .string(position.unit.name)),
      ("value", .integer(position.value)),
      ("total", .number(position.total))
    )
  }
}

extension SessionRow {
  /// Returns the JSON form of a session, documented in `docs/cli.md`.
  package func json(at now: Instant) -> JSON {
    let timer = TimerState(timeline)
    return .members(
      ("id", .string(id.record.text)),
      ("short", .string(shortID.text)),
      ("kind", .string(kind.name)),
      ("state", .string(endedAt == nil ? timer.name : "ended")),
      ("title", .text(title)),
      ("started_at", .string(startedAt.text)),
      ("ended_at", .text(endedAt?.text)),
      ("zone", .string(zone)),
      ("end_zone", .text(endZone)),
      ("day", .string(day.text)),
      ("active_seconds", .integer(timeline.active(until: now).count / 1_000)),
      ("segments", .array(timeline.segments.map(\.json))),
      ("pages", .number(kind == Reading.kind ? amount : nil)),
      ("start_position", .position(startPosition)),
      ("end_position", .position(endPosition)),
      ("note", .text(note)),
      ("source", .text(source)),
      ("mood_before", .number(sessionContext.moodBefore)),
      ("mood_after", .number(sessionContext.moodAfter)),
      ("place", .text(sessionContext.place)),
      ("pauses", .array(pauses.map(\.json))),
      ("climbing", climbing?.json ?? .null),
      ("listening", listening?.json ?? .null)
    )
  }
}

extension Segment {
  fileprivate var json: JSON {
    .members(("start", .string(start.text)), ("end", .text(end?.text)))
  }
}

extension Pause {
  fileprivate var json: JSON {
    .members(
      ("start", .string(start.text)),
      ("end", .text(end?.text)),
      ("reason", .text(reason))
    )
  }
}

extension EntryRow {
  /// The JSON form of a book in lists, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(id.record.text)),
      ("short", .string(shortID.text)),
      ("title", .string(title)),
      ("series", .text(series)),
      ("authors", .text(authors)),
      ("status", .string(status.name)),
      ("added", .text(added)),
      ("pages", .number(pages)),
      ("rating_quarters", .number(rating)),
      ("shelves", .lines(shelves)),
      ("tags", .lines(tags)),
      ("borrowed", .bool(isBorrowed)),
      ("isbn", .text(isbn)),
      ("format", .text(format)),
      ("publisher", .text(publisher)),
      ("year", .number(year)),
      ("language", .text(language)),
      ("first_year", .number(firstYear)),
      ("started", .text(started)),
      ("finished", .text(finished)),
      ("days_to_read", .number(days.map { Int64($0) })),
      ("reading_year", .number(displayedFinish.map { Int64($0.year) })),
      ("reading_month", .number(displayedFinish?.month.map { Int64($0) })),
      ("position", .position(displayedPosition)),
      ("progress_hundredths", .number(displayedPosition?.hundredths(in: pages)))
    )
  }
}

extension HistoryRow {
  /// The JSON form of a history entry, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(id.text)),
      ("short", .string(shortID.text)),
      ("at", .string(at.text)),
      ("title", .string(title)),
      ("undoes", .text(undoes?.text)),
      ("in_effect", .bool(isInEffect)),
      ("parts", .integer(parts)),
      ("by", .string(Stamp.text(ofNode: node))),
      ("automatic", .bool(isAutomatic))
    )
  }
}

extension UndoReport {
  /// The JSON form of an undo, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("title", .string(title)),
      ("redone", .bool(isRedo)),
      ("undone", .integer(Int64(undone))),
      ("kept", .integer(Int64(kept)))
    )
  }
}
