/// The fields of every record kind and their valid values, for local writes and for remote data.
///
/// `docs/schema/cairn-log.schema.json` publishes the same rules; a test compares the two. An
/// unknown kind or field may come from a newer version and may have any value.
package enum RecordSchema {
  /// Returns the valid values of a field; nil if this version does not know the field.
  package static func form(of field: String, in kind: RecordKind) -> FieldType? {
    if field == RecordField.deleted { return .word([Deletion.byPerson, Deletion.byUndo]) }
    if field == RecordField.isDeleted { return .flag }
    if field.hasPrefix("fact.") { return .text }
    if field.hasPrefix("supplied.") { return .flag }
    if field == "row" { return row(kind) }
    switch kind.name {
    case "session":
      if field.hasPrefix(SessionTags.prefix) { return .text }
      return session(field) ?? reportedTimes(field)
    case "work": return work(field)
    case "edition": return edition(field)
    case "entry": return entry(field)
    case "read_through": return readThrough(field)
    case "author":
      return field == "name" ? .required(.text) : field == "isAskingDisabled" ? .flag : nil
    case "annotation": return annotation(field)
    case "climb": return climb(field)
    case "attempt": return attempt(field)
    case "tag_mark": return tagMark(field)
    case "story": return story(field)
    default: return small(kind.name, field)
    }
  }

  /// Returns the form of what an app sent of a row that the log has no value for.
  private static func row(_ kind: RecordKind) -> FieldType? {
    ["session", "climb", "attempt", "tag_mark", "app_profile"].contains(kind.name) ? .text : nil
  }

  private static func session(_ field: String) -> FieldType? {
    switch field {
    case "kind": .required(.word(["reading", "listening", "climbing"]))
    case "segments": .required(.segments)
    case "zone": .required(.text)
    case "endedAt": .instant
    case "endZone", "note", "source", "sourceRow", "clockMark", "activeDevice", "place", "partners",
      "conditions", "interruptions", "enrichmentAsked":
      .text
    case "entry", "readThrough", "edition", "story", "mergedInto", "enrichmentAskedOf": .id
    case "isClockAdjusted", "isPrivate", "isOutdoor", "isCompleted", "isDayOnly",
      "enrichmentPromptShown", "enrichmentCompleted":
      .flag
    case "moodBefore", "moodAfter", "mentalReadiness", "physicalReadiness", "pumpLevel":
      .number(1...5)
    case "rpe": .number(1...10)
    case "discipline": .word(["bouldering", "sport", "trad", "top_rope"])
    case "temperature": .number(-900...700)
    case "humidity": .number(0...100)
    case "startPosition", "endPosition": .place
    case "pageCount": .number(Edition.pageCounts)
    case "pages": .number(0...Edition.pageCounts.upperBound)
    case "speed": .number(10...1_000)
    default: nil
    }
  }

  /// Returns the form of a field with the values that a listening app reported.
  private static func reportedTimes(_ field: String) -> FieldType? {
    switch field {
    case "reportedStart", "reportedEnd", "revisedStart", "revisedEnd": .instant
    case "isStartReported", "areSecondsReported", "isRevisedStartReported",
      "areRevisedSecondsReported",
      "reportedCompleted":
      .flag
    case "reportedSeconds", "countedSeconds", "revisedSeconds", "revisedCounted":
      .number(0...ListeningReport.maxSeconds)
    case "reportedRate", "revisedRate": .number(10...1_000)
    case "reportedStory": .id
    default: nil
    }
  }

  private static func work(_ field: String) -> FieldType? {
    switch field {
    case "title": .required(.text)
    case "series", "seriesNumber": .text
    case "credits": .ids
    case "firstYear": .number(years)
    case "isAskingDisabled": .flag
    default: nil
    }
  }

  private static func edition(_ field: String) -> FieldType? {
    switch field {
    case "work": .required(.id)
    case "isbn", "unverifiedISBN", "format", "publisher", "language": .text
    case "pages": .number(Edition.pageCounts)
    case "year": .number(years)
    default: nil
    }
  }

  private static func entry(_ field: String) -> FieldType? {
    switch field {
    case "work": .required(.id)
    case "edition", "firstEdition", "mergedInto": .id
    case "status":
      .required(.word(["reading", "paused", "to_read", "wishlist", "read", "did_not_finish"]))
    case "added": .day
    case "isBorrowed": .flag
    case "shelves", "tags", "review", "notes", "source", "sourceID", "sourceRow": .text
    case "rating": .number(Entry.ratings)
    default: nil
    }
  }

  private static func readThrough(_ field: String) -> FieldType? {
    switch field {
    case "entry": .required(.id)
    case "edition": .id
    case "started", "finished", "stopped": .date
    case "outcome": .word(["finished", "gave_up", "reset"])
    case "reason": .text
    case "rating": .number(Entry.ratings)
    case "position": .position
    case "isStartAutomatic", "isFinishAutomatic": .flag
    default: nil
    }
  }

  private static func annotation(_ field: String) -> FieldType? {
    switch field {
    case "entry": .required(.id)
    case "kind": .required(.word(["highlight", "note", "bookmark"]))
    case "created": .wallTime
    case "text", "source", "sourceRow": .text
    case "page", "location": .number(0...Edition.pageCounts.upperBound)
    default: nil
    }
  }

  private static func climb(_ field: String) -> FieldType? {
    switch field {
    case "session": .id
    case "day": .day
    case "place", "name", "grade", "stars", "notes", "source", "sourceRow": .text
    case "isOutdoor": .flag
    case "position": .number(1...maxInteger)
    case "at": .instant
    case "discipline": .word(["bouldering", "sport", "trad", "top_rope"])
    case "gradeScale": .word(["V", "FONT", "YDS", "FRENCH", "UIAA", "EWBANK", "SAXON"])
    case "style": .word(["lead", "second", "top_rope", "auto_belay", "solo"])
    case "pitches": .number(1...1_000)
    case "angle": .number(0...90)
    default: nil
    }
  }

  private static func attempt(_ field: String) -> FieldType? {
    switch field {
    case "climb": .required(.id)
    case "number": .required(.number(1...maxInteger))
    case "result": .word(["try", "send"])
    case "tick": .word(["onsight", "flash", "redpoint", "pinkpoint", "repeat"])
    case "at": .instant
    default: nil
    }
  }

  private static func tagMark(_ field: String) -> FieldType? {
    switch field {
    case "climb": .required(.id)
    case "tag": .required(.text)
    case "impact": .required(.word(["helped", "hindered"]))
    default: nil
    }
  }

  private static func story(_ field: String) -> FieldType? {
    switch field {
    case "title": .required(.text)
    case "series", "author", "narrator", "notes", "clientID", "source", "sourceID",
      "sourceRow":
      .text
    case "duration": .number(1...FieldType.audio.upperBound)
    case "isFavorite": .flag
    case "added": .instant
    case "mergedInto": .id
    default: nil
    }
  }

  /// Returns the form of a field of one of the kinds with few fields.
  private static func small(_ kind: String, _ field: String) -> FieldType? {
    switch (kind, field) {
    case ("goal", "target"): .number(1...1_000_000)
    case ("share_goal", "percent"): .number(1...100)
    case ("share", "hasTitles"): .flag
    case ("setting", _): ["name", "value"].contains(field) ? .text : nil
    default: needed(kind, field).map { .required($0) }
    }
  }

  /// Returns the form of a required field of these kinds.
  private static func needed(_ kind: String, _ field: String) -> FieldType? {
    switch (kind, field) {
    case ("streak_minimum", "cadence"): .word(["daily", "weekly"])
    case ("goal", "cadence"): .word(["daily", "weekly", "monthly", "yearly"])
    case ("share_goal", "cadence"): .word(["monthly", "yearly"])
    case ("streak_minimum", "from"), ("goal", "from"), ("rest_day", "day"), ("share", "from"),
      ("share", "to"):
      .day
    case ("goal", "measure"): .word(["minutes", "pages", "books", "sessions"])
    case ("milestone", "name"): .word([])
    case ("milestone", "session"), ("play", "story"): .id
    case ("milestone", "at"), ("play", "at"), ("share", "createdAt"), ("share", "expiresAt"),
      ("completed_shelf", "at"):
      .instant
    case ("streak_minimum", "minimum"), ("share_goal", "dimension"), ("share_goal", "value"),
      ("share", "hash"),
      ("device", "node"), ("device", "name"):
      .text
    default: nil
    }
  }

  private static let years: ClosedRange<Int64> = -9_999...9_999
  private static let maxInteger: Int64 = 1_000_000_000
}
