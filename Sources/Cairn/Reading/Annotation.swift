/// A place in a book that was marked while reading: words, a note of one's own, or the place alone.
public struct Annotation: Recorded {
  /// `annotation`.
  public static let recordKind = RecordKind("annotation")
  /// The identity.
  public let id: Identifier<Annotation>
  /// The entry it is in.
  public package(set) var entry: Identifier<Entry>
  /// How it was marked.
  public let form: Form
  /// The words of the book, or one's own; nil for a place alone.
  public var text: String?
  /// The printed page, 0–10,000,000, or nil.
  public var page: Int64?
  /// The location of an e-reader where it begins, 0–10,000,000, or nil.
  public var location: Int64?
  /// When it was marked, by the clock of the device, as far as it is known.
  public var made: WallTime?
  /// The import it came from.
  public var source: String?
  /// How the source tells of it, as it was imported last.
  public var sourceRow: String?

  /// How a place is marked.
  public struct Form: Sendable, Hashable {
    /// The stored name.
    public let name: String

    private init(_ name: String) {
      self.name = name
    }

    /// Words of the book.
    public static let highlight = Form("highlight")
    /// Words of one's own.
    public static let note = Form("note")
    /// The place alone.
    public static let bookmark = Form("bookmark")

    fileprivate init?(stored: String) {
      let all = [Self.highlight, .note, .bookmark]
      guard let known = all.first(where: { $0.name == stored }) else { return nil }
      self = known
    }
  }

  /// Marks a place in a book.
  public init(id: Identifier<Annotation>, entry: Identifier<Entry>, form: Form) {
    (self.id, self.entry, self.form) = (id, entry, form)
  }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads an annotation; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    entry = try fields.required("entry", fields.id("entry"))
    form = try fields.required("kind", fields.text("kind").flatMap { Form(stored: $0) })
    text = try fields.text("text")
    page = try fields.integer("page", in: Self.places)
    location = try fields.integer("location", in: Self.places)
    if let text = try fields.text("created") {
      made = try fields.required("created", WallTime(text: text))
    }
    source = try fields.text("source")
    sourceRow = try fields.text("sourceRow")
  }

  /// The pages and locations there can be.
  package static let places: ClosedRange<Int64> = 0...10_000_000

  /// Sets every field of an annotation.
  public func write(to fields: inout Fields) {
    fields.set("entry", entry)
    fields.set("kind", form.name)
    fields.set("text", text)
    fields.set("page", page)
    fields.set("location", location)
    fields.set("created", made?.text)
    fields.set("source", source)
    fields.set("sourceRow", sourceRow)
  }
}
