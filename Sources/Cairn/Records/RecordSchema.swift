/// Which fields each kind of record has, and what they may hold: asked of everything that comes from
/// elsewhere, and of everything that is written here.
///
/// `docs/schema/cairn-log.schema.json` says the same to others; a test holds them together. A kind or a
/// field that is not known may come from a newer version, and holds what it likes.
package enum RecordSchema {
  /// The form of a field; nil for one that this version does not know.
  package static func form(of field: String, in kind: RecordKind) -> FieldForm? {
    if field == RecordField.deleted { return .word([Deletion.byPerson, Deletion.byUndo]) }
    if field.hasPrefix("fact.") { return .text }
    if field.hasPrefix("supplied.") { return .flag }
    switch kind.name {
    case "session": return session(field) ?? toldTimes(field)
    case "work": return work(field)
    case "edition": return edition(field)
    case "entry": return entry(field)
    case "read_through": return readThrough(field)
    case "author": return field == "name" ? .required(.text) : field == "isAskingDisabled" ? .flag : nil
    case "annotation": return annotation(field)
    case "climb": return climb(field)
    case "attempt": return attempt(field)
    case "tag_mark": return tagMark(field)
    case "story": return story(field)
    default: return small(kind.name, field)
    }
  }

  private static func session(_ field: String) -> FieldForm? {
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
    case "pageCount": .number(pages)
    case "pages": .number(0...pages.upperBound)
    case "speed": .number(10...1_000)
    default: nil
    }
  }

  /// What a listening app told of a session.
  private static func toldTimes(_ field: String) -> FieldForm? {
    switch field {
    case "reportedStart", "reportedEnd", "revisedStart", "revisedEnd": .instant
    case "isStartReported", "areSecondsReported", "isRevisedStartReported", "areRevisedSecondsReported",
      "reportedCompleted":
      .flag
    case "reportedSeconds", "countedSeconds", "revisedSeconds", "revisedCounted":
      .number(0...ListeningReport.mostSeconds)
    case "reportedRate", "revisedRate": .number(10...1_000)
    case "reportedStory": .id
    default: nil
    }
  }

  private static func work(_ field: String) -> FieldForm? {
    switch field {
    case "title": .required(.text)
    case "series", "seriesNumber": .text
    case "credits": .ids
    case "firstYear": .number(years)
    case "isAskingDisabled": .flag
    default: nil
    }
  }

  private static func edition(_ field: String) -> FieldForm? {
    switch field {
    case "work": .required(.id)
    case "isbn", "unverifiedISBN", "format", "publisher", "language": .text
    case "pages": .number(pages)
    case "year": .number(years)
    default: nil
    }
  }

  private static func entry(_ field: String) -> FieldForm? {
    switch field {
    case "work": .required(.id)
    case "edition", "firstEdition", "mergedInto": .id
    case "status":
      .required(.word(["reading", "paused", "to_read", "wishlist", "read", "did_not_finish"]))
    case "added": .day
    case "isBorrowed": .flag
    case "shelves", "tags", "review", "notes", "source", "sourceID", "sourceRow": .text
    case "rating": .number(rating)
    default: nil
    }
  }

  private static func readThrough(_ field: String) -> FieldForm? {
    switch field {
    case "entry": .required(.id)
    case "edition": .id
    case "started", "finished", "stopped": .date
    case "outcome": .word(["finished", "gave_up", "reset"])
    case "reason": .text
    case "rating": .number(rating)
    case "position": .position
    case "isStartAutomatic", "isFinishAutomatic": .flag
    default: nil
    }
  }

  private static func annotation(_ field: String) -> FieldForm? {
    switch field {
    case "entry": .required(.id)
    case "kind": .required(.word(["highlight", "note", "bookmark"]))
    case "created": .wallTime
    case "text", "source", "sourceRow": .text
    case "page", "location": .number(0...pages.upperBound)
    default: nil
    }
  }

  private static func climb(_ field: String) -> FieldForm? {
    switch field {
    case "session": .id
    case "day": .day
    case "place", "name", "grade", "stars", "notes", "source", "sourceRow": .text
    case "isOutdoor": .flag
    case "position": .number(1...most)
    case "at": .instant
    case "discipline": .word(["bouldering", "sport", "trad", "top_rope"])
    case "gradeScale": .word(["V", "FONT", "YDS", "FRENCH", "UIAA", "EWBANK", "SAXON"])
    case "style": .word(["lead", "second", "top_rope", "auto_belay", "solo"])
    case "pitches": .number(1...1_000)
    case "angle": .number(0...90)
    default: nil
    }
  }

  private static func attempt(_ field: String) -> FieldForm? {
    switch field {
    case "climb": .required(.id)
    case "number": .required(.number(1...most))
    case "result": .word(["try", "send"])
    case "tick": .word(["onsight", "flash", "redpoint", "pinkpoint", "repeat"])
    case "at": .instant
    default: nil
    }
  }

  private static func tagMark(_ field: String) -> FieldForm? {
    switch field {
    case "climb": .required(.id)
    case "tag": .required(.text)
    case "impact": .required(.word(["helped", "hindered"]))
    default: nil
    }
  }

  private static func story(_ field: String) -> FieldForm? {
    switch field {
    case "title": .required(.text)
    case "series", "author", "narrator", "notes", "clientID", "source", "sourceID",
      "sourceRow":
      .text
    case "duration": .number(1...FieldForm.audio.upperBound)
    case "isFavorite": .flag
    case "added": .instant
    case "mergedInto": .id
    default: nil
    }
  }

  /// The kinds with few fields.
  private static func small(_ kind: String, _ field: String) -> FieldForm? {
    switch (kind, field) {
    case ("goal", "target"): .number(1...1_000_000)
    case ("share_goal", "percent"): .number(1...100)
    case ("share", "hasTitles"): .flag
    case ("conflict", "value"): .anything
    case ("conflict", "stamp"): .required(.stamp)
    case ("setting", _): ["name", "value"].contains(field) ? .text : nil
    default: needed(kind, field).map { .required($0) }
    }
  }

  /// What these cannot do without.
  private static func needed(_ kind: String, _ field: String) -> FieldForm? {
    switch (kind, field) {
    case ("streak_minimum", "cadence"): .word(["daily", "weekly"])
    case ("goal", "cadence"): .word(["daily", "weekly", "monthly", "yearly"])
    case ("share_goal", "cadence"): .word(["monthly", "yearly"])
    case ("streak_minimum", "from"), ("goal", "from"), ("rest_day", "day"), ("share", "from"), ("share", "to"):
      .day
    case ("goal", "measure"): .word(["minutes", "pages", "books", "sessions"])
    case ("milestone", "name"), ("conflict", "recordKind"): .word([])
    case ("milestone", "session"), ("play", "story"), ("conflict", "record"): .id
    case ("milestone", "at"), ("play", "at"), ("share", "createdAt"), ("share", "expiresAt"),
      ("completed_shelf", "at"):
      .instant
    case ("streak_minimum", "minimum"), ("share_goal", "dimension"), ("share_goal", "value"), ("share", "hash"),
      ("device", "node"), ("device", "name"), ("conflict", "field"):
      .text
    default: nil
    }
  }

  private static let pages: ClosedRange<Int64> = 1...10_000_000
  private static let years: ClosedRange<Int64> = -9_999...9_999
  private static let rating: ClosedRange<Int64> = 1...20
  private static let most: Int64 = 1_000_000_000
}
