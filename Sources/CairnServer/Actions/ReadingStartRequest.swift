import Cairn
import CairnStore

/// A request to start a reading session, from the page or the API.
struct ReadingStartRequest: Sendable {
  var book: BookChoice
  /// The start time; nil for now.
  var at: Instant?
  /// The start page; nil for the current position.
  var page: Int64?
  /// The mood and location.
  var sessionContext = SessionContextEdit()
  var note: String?

  /// Starts the session and returns it as JSON.
  ///
  /// Throws the errors of ``BookChoice/find(in:)`` and `LogWriter.startReading`.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    let (at, page, sessionContext, zone) = (at, page, sessionContext, context.zone.name)
    // A retry returns the first response, even if the shelf has changed since.
    let book = try await context.log.response(to: key) == nil ? book.find(in: context.log) : nil
    return try await context.log.write("Started reading", once: key) { writer in
      guard let entry = try book?.id(in: writer, zone: zone) else { throw CairnError.noBook }
      let session = try writer.startReading(entry, at: at ?? writer.now, zone: zone)
      if let page { try writer.setPlaces(session.id, from: page) { _ in nil } }
      try sessionContext.apply(to: session.id, in: writer)
      if let note { try writer.change(session.id, as: NoDetail.self) { $0.note = note } }
      return try writer.row(session.id).json(at: writer.now).text
    }
  }
}

extension ReadingStartRequest {
  /// The fields that only reading sessions have.
  static let ofReading =
    BookChoice.members + [
      SchemaField("start_page", .integer, "the start page; default the current page")
    ]

  static let members =
    ofReading + [
      SchemaField(
        "kind",
        .choice([Reading.kind.name, Listening.kind.name, Climbing.kind.name]),
        "the kind of session; default reading"
      ), .at, .note, SessionContextEdit.before, SessionContextEdit.place,
    ] + ofListening + ClimbingEdit.members

  /// The fields that only listening sessions have.
  static let ofListening =
    StoryChoice.members
    + ListeningEdit.members.filter { $0.name != "position_seconds" && $0.name != "completed" }

  /// Reads the body of `POST /api/v1/sessions` for reading; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    try input.refuse(Self.ofListening, of: Listening.kind.name)
    note = input.text("note")
    book = try BookChoice(input)
    at = input.instant("at")
    page = input.integer("start_page")
    sessionContext = SessionContextEdit(input, after: false)
  }
}

/// The book of a session: by id, or by title, which may be new.
struct BookChoice: Sendable {
  var id: RecordID?
  var new: NewBook
  /// Whether to add a new book even if similar titles exist.
  var isNew = false

  /// Returns the book; a title without a similar one is a new book.
  ///
  /// Throws `reading.not_on_shelf`, `reading.title_missing`, and `reading.no_such_book` if similar books exist,
  /// because the title may contain a typo.
  func find(in log: Log) async throws -> SessionBook {
    if let id {
      guard let row = try await log.book(Identifier(id)) else { throw CairnError.noBook }
      return .known(row.id)
    }
    guard !new.title.allSatisfy(\.isWhitespace) else {
      throw CairnError("reading.title_missing", "A book needs a title.", hint: "Give a title.")
    }
    if isNew { return .new(new, isAnother: true) }
    // One query only: between two, a concurrent duplicate of this request might add the book.
    let near = try await log.books(matching: new.title)
    let titled = near.filter { folded($0.title) == folded(new.title) }
    if titled.count == 1 { return .known(titled[0].id) }
    guard near.isEmpty else { throw Self.unclear(new.title, titled.isEmpty ? near : titled) }
    return .new(new, isAnother: false)
  }

  private static func unclear(_ title: String, _ near: [EntryRow]) -> CairnError {
    let names = near.prefix(4).map { row in
      "“\(row.title)”" + (row.authors.map { " by \($0)" } ?? "")
    }
    return CairnError(
      "reading.no_such_book",
      near.count == 1
        ? "“\(title)” is similar to a book on your shelf."
        : "“\(title)” is similar to \(near.count) books on your shelf.",
      hint: "Did you mean \(names.joined(separator: ", "))? Choose one, or mark the book as new."
    )
  }
}

extension BookChoice {
  static let members = [
    SchemaField(
      "title",
      .text,
      "the title of the book or story; a title that resembles none on the shelf adds a new one"
    ),
    SchemaField("book", .id, "or the id of a book"),
    SchemaField("new", .bool, "add a new book even if the title resembles others"),
    SchemaField("authors", .list(.text, limit: 20), "the authors of a new book"),
    SchemaField("pages", .integer, "the page count of a new book"),
  ]

  /// Reads `book`, or `title` with the details of a new book; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    id = input.id("book")
    new = NewBook(
      title: input.text("title") ?? "",
      authors: input.texts("authors") ?? [],
      pages: input.integer("pages")
    )
    isNew = input.bool("new")
    guard (id == nil) != new.title.isEmpty else {
      throw .field("book", "or “title” is needed, and not both")
    }
  }
}

extension CairnError {
  /// The error for an unknown book.
  static var noBook: CairnError {
    CairnError(
      "reading.not_on_shelf",
      "That book is not on the shelf.",
      hint: "Add it first, or restore it if it was deleted."
    )
  }
}
