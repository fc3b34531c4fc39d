import Cairn
import CairnStore

/// What a person corrects of a session; what they do not say stays as it is.
struct SessionEdit: Sendable {
  /// When it began.
  var start: Instant?
  /// When it ended.
  var end: Instant?
  /// Another note; empty takes it away.
  var note: String?
  /// Why it was interrupted last; empty takes the words away.
  var reason: String?
  /// The page it started at.
  var page: Int64?
  /// The place that was reached.
  var place: PositionInput?
  /// The book it was.
  var book: Identifier<Entry>?
  /// The reading of the book it belongs to.
  var reading: Identifier<ReadThrough>?
  /// What the climber says of it.
  var climbing = ClimbingEdit()
  /// The story it was.
  var story: StoryChoice?
  /// What the listener says of it.
  var listening = ListeningEdit()
  /// How it was.
  var sessionContext = SessionContextEdit()
  /// Whether neighbours make room.
  var adjusts = false

  /// Corrects a session.
  ///
  /// Throws `climbing.other_kind`, `listening.other_kind`, and what `LogWriter.change`, `moveSession`, `setPlaces` and
  /// `setReading` throw.
  func apply(to id: SessionID, in writer: LogWriter) throws {
    if isOfReading { try writer.requireReading(id) }
    try writer.change(id, as: NoDetail.self, adjust: adjusts) { session in
      if start != nil || end != nil { try session.resize(start: start, end: end) }
      if let note { session.note = note.isEmpty ? nil : note }
      if let reason { try session.setReasonOfLastPause(reason) }
    }
    if let book {
      try writer.moveSession(id, to: book, from: page) { try place?.position(in: $0) }
    } else if page != nil || place != nil {
      try writer.setPlaces(id, from: page) { try place?.position(in: $0) }
    }
    if let reading { try writer.setReading(reading, of: id) }
    try climbing.apply(to: id, in: writer)
    if let story { try writer.move(id, to: story) }
    try listening.apply(to: id, in: writer)
    try sessionContext.apply(to: id, in: writer)
  }

  /// Whether anything is said that only a book has.
  private var isOfReading: Bool { page != nil || place != nil || book != nil || reading != nil }
}

extension SessionEdit {
  static let members =
    [
      SchemaField("start", .instant, "when it began"), SchemaField("end", .instant, "when it ended"),
      SchemaField("note", .longText, "another note; null takes it away"),
      SessionContextEdit.before, SessionContextEdit.after, SessionContextEdit.place,
      SchemaField("reason", .text, "why it was interrupted last"),
      SchemaField("start_page", .integer, "the page it started at"),
    ] + PositionInput.members + [
      SchemaField("book", .id, "the book it was"),
      SchemaField("reading", .id, "the reading of the book it belongs to"), .adjust,
      SchemaField("story", .text, "the story it was, by its id"),
    ] + ListeningEdit.members + ClimbingEdit.members

  /// Reads the body of `PATCH /api/v1/sessions/{id}`; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    (start, end) = (input.instant("start"), input.instant("end"))
    (note, reason) = (input.edited("note"), input.edited("reason"))
    (page, place) = (input.integer("start_page"), try PositionInput(input))
    book = input.id("book").map { Identifier($0) }
    reading = input.id("reading").map { Identifier($0) }
    (climbing, sessionContext) = (ClimbingEdit(input), SessionContextEdit(input))
    story = input.text("story").map { StoryChoice(id: Story.id(client: $0)) }
    listening = ListeningEdit(input)
    adjusts = input.bool("adjust")
  }
}

extension SchemaField {
  static let adjust = SchemaField("adjust", .bool, "let other sessions make room instead of refusing")
  static let allowShort = SchemaField("allow_short", .bool, "keep it though it is under a minute")
  static let at = SchemaField("at", .instant, "when, if not now")
  static let note = SchemaField("note", .longText, "a note to keep with it")
}
