/// A book in the abstract, whatever its editions.
public struct Work: Recorded {
  /// `work`.
  public static let recordKind = RecordKind("work")
  /// The identity.
  public let id: Identifier<Work>
  /// The title without its series.
  public var title: String
  /// The series it belongs to, or nil.
  public var series: String?
  /// The place in the series as printed, for instance `1` or `0.5` or `1-3`.
  public var seriesNumber: String?
  /// Who wrote it and who else took part, in order.
  public var credits: [Credit]
  /// The year it first appeared; negative before the common era.
  public var firstYear: Int64?
  /// What is known of it for the diversity of a shelf, and what it overrules of its authors.
  public var facts = KnownFacts()

  /// Makes a work; throws what ``requireTitle(_:)`` throws.
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

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads a work; throws `record.malformed`.
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

/// That an author took part in a work.
public struct Credit: Sendable, Hashable {
  /// Who.
  public let author: Identifier<Author>
  /// True for translators, illustrators and others who did not write it.
  public let isContributor: Bool

  /// Makes a credit.
  public init(author: Identifier<Author>, isContributor: Bool = false) {
    self.author = author
    self.isContributor = isContributor
  }

  /// Ids separated by blanks, contributors with a plus sign in front.
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

/// Someone who wrote or took part in works.
public struct Author: Recorded {
  /// `author`.
  public static let recordKind = RecordKind("author")
  /// The identity.
  public let id: Identifier<Author>
  /// The name as printed.
  public var name: String
  /// What is known of them; it holds for every work of theirs that does not overrule it.
  public var facts = KnownFacts()

  /// Makes an author.
  public init(id: Identifier<Author>, name: String) {
    self.id = id
    self.name = name
  }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads an author; throws `record.malformed`.
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

/// One printing of a work, with its own page count.
public struct Edition: Recorded {
  /// `edition`.
  public static let recordKind = RecordKind("edition")
  /// The identity.
  public let id: Identifier<Edition>
  /// The work it is an edition of.
  public let work: Identifier<Work>
  /// Thirteen digits with a right check digit, or nil.
  public var isbn: String?
  /// What was given as ISBN when it is not a right one; kept, never used to find a book.
  public var unverifiedISBN: String?
  /// How many pages it has, at least 1; nil when not known.
  public var pages: Int64?
  /// The format as written, for instance `Paperback`.
  public var format: String?
  /// The publisher as written.
  public var publisher: String?
  /// The year of this edition.
  public var year: Int64?
  /// The language it is in, as written.
  public var language: String?

  /// Makes an edition of a work.
  public init(id: Identifier<Edition>, work: Identifier<Work>) {
    self.id = id
    self.work = work
  }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads an edition; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    work = try fields.required("work", fields.id("work"))
    isbn = try fields.text("isbn")
    unverifiedISBN = try fields.text("unverifiedISBN")
    pages = try fields.integer("pages", in: 1...10_000_000)
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
