/// A work in my library.
public struct Entry: Recorded {
  /// `entry`.
  public static let recordKind = RecordKind("entry")
  /// The identity.
  public let id: Identifier<Entry>
  /// The work.
  public let work: Identifier<Work>
  /// The edition I read, or nil.
  public var edition: Identifier<Edition>?
  /// The edition of sessions that name none, once another one is read; else nil.
  public var firstEdition: Identifier<Edition>?
  /// How I stand to it.
  public internal(set) var status: ReadingStatus
  /// The civil day it came onto the shelf, or nil when an import does not say.
  public var added: LocalDay?
  /// True when it is read without being owned.
  public var isBorrowed: Bool
  /// My shelves, in order.
  public var shelves: [String]
  /// My tags, in order.
  public var tags: [String]
  /// My rating in quarter stars, 1–20, or nil.
  public var rating: Int64?
  /// My review, or nil.
  public var review: String?
  /// My private notes, or nil.
  public var notes: String?
  /// Where it came from: nil for hand-made entries, else the import's name.
  public var source: String?
  /// Its id there.
  public var sourceID: String?
  /// The row as it was imported last, to tell what changed there since.
  public var sourceRow: String?
  /// The entry that took this one in as a duplicate, or nil; this one is deleted then.
  public var mergedInto: Identifier<Entry>?

  /// Puts a work on the shelf.
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

  /// Reads another edition from now on; what was read before stays in the one it was read in.
  public mutating func use(_ other: Identifier<Edition>) {
    if other != edition { firstEdition = firstEdition ?? edition }
    edition = other
  }

  /// The edition of what names none of its own.
  public var unnamedEdition: Identifier<Edition>? { firstEdition ?? edition }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads an entry; throws `record.malformed`.
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
    rating = try fields.integer("rating", in: 1...20)
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
  /// The lines of a text under a name, none when null; throws `record.malformed` for another type.
  func lines(_ name: String) throws(CairnError) -> [String] {
    try text(name)?.split(separator: "\n").map { String($0) } ?? []
  }

  /// The civil day under a name, nil when null; throws `record.malformed` when it is no day.
  public func day(_ name: String) throws(CairnError) -> LocalDay? {
    guard let text = try text(name) else { return nil }
    guard let day = LocalDay(text: text) else { throw Self.malformed(name, "a day") }
    return day
  }

  /// The civil date under a name as far as it is known, nil when null.
  ///
  /// Throws `record.malformed` when it is no date.
  public func partialDay(_ name: String) throws(CairnError) -> PartialDay? {
    guard let text = try text(name) else { return nil }
    guard let day = PartialDay(text: text) else { throw Self.malformed(name, "a date") }
    return day
  }
}
