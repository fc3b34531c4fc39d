package import Cairn

extension ImportReport.Update {
  /// The changes as text for people, without repeats.
  package var words: [String] {
    // A new edition is always the current one, so that change is not worth a mention.
    var seen: Set = isNew(Edition.recordKind) ? ["the edition that is read"] : []
    return changes.compactMap(\.word).filter { seen.insert($0).inserted }
  }

  private func isNew(_ kind: RecordKind) -> Bool {
    changes.contains(ImportReport.Change(kind, nil))
  }
}

extension ImportReport.Change {
  /// The text of a change; nil if another change implies it.
  fileprivate var word: String? {
    guard let field else { return Self.things[kind.name] }
    return Self.fields[kind.name]?[field] ?? "details of the \(Self.nouns[kind.name] ?? kind.name)"
  }

  private static let things = [
    "edition": "an edition", "read_through": "a reading", "entry": "its place on the shelf",
    "work": "its title", "session": "its time", "annotation": "its words", "attempt": "an attempt",
    "story": "a story",
  ]

  private static let nouns = ["entry": "book", "work": "book", "read_through": "reading"]

  private static let fields: [String: [String: String]] = [
    "entry": [
      "status": "status", "edition": "the edition that is read", "added": "the day it was added",
      "rating": "rating", "review": "review", "notes": "notes", "shelves": "shelves",
      "tags": "tags", "source": "where it is from", "sourceID": "where it is from",
    ],
    "work": [
      "title": "title", "series": "series", "seriesNumber": "series", "credits": "authors",
      "firstYear": "the year it first appeared",
    ],
    "edition": [
      "isbn": "ISBN", "unverifiedISBN": "ISBN", "pages": "page count", "format": "format",
      "publisher": "publisher", "year": "the year of the edition", "language": "language",
    ],
    "read_through": [
      "started": "the day it was started", "finished": "the day it was finished",
      "stopped": "the day it was laid aside", "outcome": "how the reading ended",
      "rating": "rating of the reading", "position": "the place that was reached",
    ],
    "climb": [
      "name": "name", "grade": "grade", "gradeScale": "grade", "discipline": "discipline",
      "style": "end of the rope", "pitches": "pitches", "angle": "angle", "stars": "stars",
      "notes": "notes", "day": "day",
      "place": "place", "isOutdoor": "whether it was outdoors",
    ],
    "attempt": ["result": "what came of an attempt", "tick": "how it was sent"],
    "author": ["name": "the name of an author"],
    "story": [
      "title": "title", "series": "series", "author": "author", "narrator": "narrator",
      "duration": "length", "notes": "notes", "source": "where it is from",
      "sourceID": "where it is from",
    ],
    "session": [
      "isCompleted": "whether it was heard to the end", "speed": "speed", "segments": "time",
      "endedAt": "time", "pages": "pages", "startPosition": "pages",
      "endPosition": "pages", "pageCount": "pages",
    ],
  ]
}
