/// A book independent of its editions.
public struct Work: Recorded {
  /// `work`.
  public static let recordKind = RecordKind("work")
  /// The ID.
  public let id: Identifier<Work>
  /// The title without its series.
  public var title: String
  /// The series, or nil.
  public var series: String?
  /// The position in the series as printed, for example `1`, `0.5` or `1-3`.
  public var seriesNumber: String?
  /// The authors and contributors, in order.
  public var credits: [Credit]
  /// The year of first publication; negative for years BCE.
  public var firstYear: Int64?
  /// The known facts for diversity statistics, including overrides of author facts.
  public var facts = KnownFacts()

  /// Creates a work; throws the errors of ``requireTitle(_:)``.
  public init(
    id: Identifier<Work>,
    title: String,
    series: String? = nil,
    seriesNumber: String? = nil,
    credits: [Credit] = [],
    firstYear: Int64? = nil
  ) throws(CairnError) {
    try Self.requireTitle(title)
    self.id = id
    self.title = title
    self.series = series
    self.seriesNumber = seriesNumber
    self.credits = credits
    self.firstYear = firstYear
  }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads a work from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    title = try fields.required("title", fields.text("title"))
    series = try fields.text("series")
    seriesNumber = try fields.text("seriesNumber")
    credits = try Credit.list(stored: fields.text("credits") ?? "")
    firstYear = try fields.integer("firstYear")
    facts = try KnownFacts(fields, FactKind.inWorks)
  }

  /// Sets every field of a work.
  public func write(to fields: inout Fields) {
    fields.set("title", title)
    fields.set("series", series)
    fields.set("seriesNumber", seriesNumber)
    fields.set("credits", credits.isEmpty ? nil : Credit.stored(credits))
    fields.set("firstYear", firstYear)
    facts.write(to: &fields, FactKind.inWorks)
  }
}

/// The part of one author in a work.
public struct Credit: Sendable, Hashable {
  /// The author.
  public let author: Identifier<Author>
  /// Whether the author did not write the work but, for example, translated or illustrated it.
  public let isContributor: Bool

  /// Creates a credit.
  public init(author: Identifier<Author>, isContributor: Bool = false) {
    self.author = author
    self.isContributor = isContributor
  }

  /// Returns the IDs separated by spaces, with a plus sign before those of contributors.
  static func stored(_ credits: [Credit]) -> String {
    credits
      .map { ($0.isContributor ? "+" : "") + $0.author.record.text }
      .joined(separator: " ")
  }

  static func list(stored: String) throws(CairnError) -> [Credit] {
    var credits: [Credit] = []
    for part in stored.split(separator: " ") {
      let isContributor = part.utf8.first == 0x2B
      guard let id = RecordID(text: String(isContributor ? part.dropFirst() : part)) else {
        throw Fields.malformed("credits", "a list of ids")
      }
      credits.append(Credit(author: Identifier(id), isContributor: isContributor))
    }
    return credits
  }
}

/// A person who wrote works or contributed to them.
public struct Author: Recorded {
  /// `author`.
  public static let recordKind = RecordKind("author")
  /// The ID.
  public let id: Identifier<Author>
  /// The name as printed.
  public var name: String
  /// The known facts; they apply to every work of the author that does not override them.
  public var facts = KnownFacts()

  /// Creates an author.
  public init(id: Identifier<Author>, name: String) {
    self.id = id
    self.name = name
  }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads an author from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    name = try fields.required("name", fields.text("name"))
    facts = try KnownFacts(fields, FactKind.ofAuthors)
  }

  /// Sets every field of an author.
  public func write(to fields: inout Fields) {
    fields.set("name", name)
    facts.write(to: &fields, FactKind.ofAuthors)
  }
}

/// An edition of a work, with its own page count.
public struct Edition: Recorded {
  /// `edition`.
  public static let recordKind = RecordKind("edition")
  /// A page count that a log may have; files of other apps go beyond what a person may enter.
  public static let pageCounts: ClosedRange<Int64> = 1...10_000_000
  /// A page count that a person may enter.
  public static let enteredPageCounts: ClosedRange<Int64> = 1...100_000
  /// The ID.
  public let id: Identifier<Edition>
  /// The work.
  public let work: Identifier<Work>
  /// An ISBN of 13 digits with a valid check digit, or nil.
  public var isbn: String?
  /// An invalid ISBN as it was entered; stored, but never used to find a book.
  public var unverifiedISBN: String?
  /// The page count, at least 1; nil if unknown.
  public var pages: Int64?
  /// The format as written, for example `Paperback`.
  public var format: String?
  /// The publisher as written.
  public var publisher: String?
  /// The year of this edition.
  public var year: Int64?
  /// The language as written.
  public var language: String?

  /// Creates an edition of a work.
  public init(id: Identifier<Edition>, work: Identifier<Work>) {
    self.id = id
    self.work = work
  }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads an edition from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    work = try fields.required("work", fields.id("work"))
    isbn = try fields.text("isbn")
    unverifiedISBN = try fields.text("unverifiedISBN")
    pages = try fields.integer("pages", in: Self.pageCounts)
    format = try fields.text("format")
    publisher = try fields.text("publisher")
    year = try fields.integer("year")
    language = try fields.text("language")
  }

  /// Sets every field of an edition.
  public func write(to fields: inout Fields) {
    fields.set("work", work)
    fields.set("isbn", isbn)
    fields.set("unverifiedISBN", unverifiedISBN)
    fields.set("pages", pages)
    fields.set("format", format)
    fields.set("publisher", publisher)
    fields.set("year", year)
    fields.set("language", language)
  }
}
