package import Cairn

extension ImportReport.Update {
  /// The changes as text for people, without repeats.
  package var changeTexts: [String] {
    // A new edition is always the current one, so that change is not listed.
    var seen: Set = isNew(Edition.recordKind) ? ["edition read"] : []
    return changes.compactMap { $0.text }.filter { seen.insert($0).inserted }
  }

  private func isNew(_ kind: RecordKind) -> Bool {
    changes.contains(ImportReport.Change(kind, nil))
  }
}

extension ImportReport.Change {
  /// The text of a change; nil if another change implies it.
  fileprivate var text: String? {
    guard let field else { return Self.kindNouns[kind.name] }
    return Self.fields[kind.name]?[field] ?? "details of the \(Self.nouns[kind.name] ?? kind.name)"
  }

  private static let kindNouns = [
    "edition": "an edition", "read_through": "a reading", "entry": "shelf entry",
    "work": "title", "session": "time", "annotation": "text", "attempt": "an attempt",
    "story": "a story",
  ]

  private static let nouns = ["entry": "book", "work": "book", "read_through": "reading"]

  private static let fields: [String: [String: String]] = [
    "entry": [
      "status": "status", "edition": "edition read", "added": "date added",
      "rating": "rating", "review": "review", "notes": "notes", "shelves": "shelves",
      "tags": "tags", "source": "source", "sourceID": "source",
    ],
    "work": [
      "title": "title", "series": "series", "seriesNumber": "series", "credits": "authors",
      "firstYear": "first year",
    ],
    "edition": [
      "isbn": "ISBN", "unverifiedISBN": "ISBN", "pages": "page count", "format": "format",
      "publisher": "publisher", "year": "edition year", "language": "language",
    ],
    "read_through": [
      "started": "start date", "finished": "finish date",
      "stopped": "date stopped", "outcome": "outcome of the reading",
      "rating": "rating of the reading", "position": "position",
    ],
    "climb": [
      "name": "name", "grade": "grade", "gradeScale": "grade", "discipline": "discipline",
      "style": "lead or follow", "pitches": "pitches", "angle": "angle", "stars": "stars",
      "notes": "notes", "day": "day",
      "place": "place", "isOutdoor": "indoors or outdoors",
    ],
    "attempt": ["result": "attempt result", "tick": "ascent style"],
    "author": ["name": "author name"],
    "story": [
      "title": "title", "series": "series", "author": "author", "narrator": "narrator",
      "duration": "length", "notes": "notes", "source": "source",
      "sourceID": "source",
    ],
    "session": [
      "isCompleted": "finished", "speed": "speed", "segments": "time",
      "endedAt": "time", "pages": "pages", "startPosition": "pages",
      "endPosition": "pages", "pageCount": "pages",
    ],
  ]
}
