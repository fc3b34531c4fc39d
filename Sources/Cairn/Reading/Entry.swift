/// A work in the person's library.
public struct Entry: Recorded {
  /// `entry`.
  public static let recordKind = RecordKind("entry")
  /// A rating in quarter stars.
  public static let ratings: ClosedRange<Int64> = 1...20
  /// The ID.
  public let id: Identifier<Entry>
  /// The work.
  public let work: Identifier<Work>
  /// The edition that the person reads, or nil.
  public var edition: Identifier<Edition>?
  /// After a change of edition, the edition of sessions that name none; otherwise nil.
  public var firstEdition: Identifier<Edition>?
  /// The reading status.
  public internal(set) var status: ReadingStatus
  /// The calendar day on which it was added; nil if an import does not contain it.
  public var added: LocalDay?
  /// Whether the book is read without being owned.
  public var isBorrowed: Bool
  /// The shelves, in order.
  public var shelves: [String]
  /// The tags, in order.
  public var tags: [String]
  /// The rating in quarter stars, or nil.
  public var rating: Int64?
  /// The review, or nil.
  public var review: String?
  /// Private notes, or nil.
  public var notes: String?
  /// The name of the import; nil for an entry that was added by hand.
  public var source: String?
  /// The ID in that source.
  public var sourceID: String?
  /// The row in the source at the last import, to detect what changed there.
  public var sourceRow: String?
  /// The entry that this duplicate was merged into, or nil; a merged entry is deleted.
  public var mergedInto: Identifier<Entry>?

  /// Creates an entry for a work.
  public init(
    id: Identifier<Entry>,
    work: Identifier<Work>,
    edition: Identifier<Edition>? = nil,
    status: ReadingStatus = .toRead,
    added: LocalDay?
  ) {
    self.id = id
    self.work = work
    self.edition = edition
    self.status = status
    self.added = added
    isBorrowed = false
    shelves = []
    tags = []
  }

  /// Changes the current edition; earlier sessions keep the edition they were read in.
  public mutating func use(_ other: Identifier<Edition>) {
    if other != edition { firstEdition = firstEdition ?? edition }
    edition = other
  }

  /// The edition of sessions that do not name one.
  public var fallbackEdition: Identifier<Edition>? { firstEdition ?? edition }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads an entry from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    work = try fields.required("work", fields.id("work"))
    edition = try fields.id("edition")
    firstEdition = try fields.id("firstEdition")
    status = try fields.required(
      "status",
      fields.text("status").flatMap { ReadingStatus(name: $0) }
    )
    added = try fields.day("added")
    isBorrowed = try fields.bool("isBorrowed") ?? false
    shelves = try fields.lines("shelves")
    tags = try fields.lines("tags")
    rating = try fields.integer("rating", in: Self.ratings)
    review = try fields.text("review")
    notes = try fields.text("notes")
    source = try fields.text("source")
    sourceID = try fields.text("sourceID")
    sourceRow = try fields.text("sourceRow")
    mergedInto = try fields.id("mergedInto")
  }

  /// Sets every field of an entry.
  public func write(to fields: inout Fields) {
    fields.set("work", work)
    fields.set("edition", edition)
    fields.set("firstEdition", firstEdition)
    fields.set("status", status.name)
    fields.set("added", added?.text)
    fields.set("isBorrowed", isBorrowed ? true : nil)
    fields.set("shelves", shelves.isEmpty ? nil : shelves.joined(separator: "\n"))
    fields.set("tags", tags.isEmpty ? nil : tags.joined(separator: "\n"))
    fields.set("rating", rating)
    fields.set("review", review)
    fields.set("notes", notes)
    fields.set("source", source)
    fields.set("sourceID", sourceID)
    fields.set("sourceRow", sourceRow)
    fields.set("mergedInto", mergedInto)
  }
}

extension Fields {
  /// Returns the lines of a text field, none if null; throws `record.malformed` for another type.
  func lines(_ name: String) throws(CairnError) -> [String] {
    try text(name)?.split(separator: "\n").map { String($0) } ?? []
  }

  /// Returns a calendar day field, nil if null; throws `record.malformed` for an invalid day.
  public func day(_ name: String) throws(CairnError) -> LocalDay? {
    guard let text = try text(name) else { return nil }
    guard let day = LocalDay(text: text) else { throw Self.malformed(name, "a day") }
    return day
  }

  /// Returns a field with a date that may be partial, nil if null.
  ///
  /// Throws `record.malformed` for an invalid date.
  public func partialDay(_ name: String) throws(CairnError) -> PartialDay? {
    guard let text = try text(name) else { return nil }
    guard let day = PartialDay(text: text) else { throw Self.malformed(name, "a date") }
    return day
  }
}
