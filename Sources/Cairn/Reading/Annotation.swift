/// A highlight, note or bookmark in a book.
public struct Annotation: Recorded {
  /// `annotation`.
  public static let recordKind = RecordKind("annotation")
  /// The ID.
  public let id: Identifier<Annotation>
  /// The entry of the book.
  public package(set) var entry: Identifier<Entry>
  /// The form of the annotation.
  public let form: Form
  /// The highlighted text or the person's note; nil for a bookmark.
  public var text: String?
  /// The printed page, 0–10,000,000, or nil.
  public var page: Int64?
  /// The e-reader location where it begins, 0–10,000,000, or nil.
  public var location: Int64?
  /// When it was made, by the clock of the device; nil if unknown.
  public var made: WallTime?
  /// The name of the import it came from, or nil.
  public var source: String?
  /// The row in the source at the last import, or nil.
  public var sourceRow: String?

  /// A form of annotation.
  public struct Form: Sendable, Hashable {
    /// The stored name.
    public let name: String

    private init(_ name: String) {
      self.name = name
    }

    /// Text of the book.
    public static let highlight = Form("highlight")
    /// Text that the person wrote.
    public static let note = Form("note")
    /// A position without text.
    public static let bookmark = Form("bookmark")

    fileprivate init?(stored: String) {
      let all = [Self.highlight, .note, .bookmark]
      guard let known = all.first(where: { $0.name == stored }) else { return nil }
      self = known
    }
  }

  /// Creates an annotation.
  public init(id: Identifier<Annotation>, entry: Identifier<Entry>, form: Form) {
    (self.id, self.entry, self.form) = (id, entry, form)
  }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads an annotation from stored fields; throws `record.malformed`.
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

  /// The valid pages and locations.
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
