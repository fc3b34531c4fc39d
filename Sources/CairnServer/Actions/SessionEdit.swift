import Cairn
import CairnStore

/// Changes to a session; nil leaves a value unchanged.
struct SessionEdit: Sendable {
  /// The new start time.
  var start: Instant?
  /// The new end time.
  var end: Instant?
  /// The new note; an empty one clears it.
  var note: String?
  /// The new reason of the last pause; an empty one clears it.
  var reason: String?
  /// The new start page.
  var page: Int64?
  /// The new end position.
  var place: PositionInput?
  /// The new book.
  var book: Identifier<Entry>?
  /// The read-through that the session belongs to.
  var reading: Identifier<ReadThrough>?
  /// The changes to the climbing details.
  var climbing = ClimbingEdit()
  /// The new story.
  var story: StoryChoice?
  /// The changes to the listening details.
  var listening = ListeningEdit()
  /// The changes to mood and location.
  var sessionContext = SessionContextEdit()
  /// Whether to trim overlapping sessions.
  var adjusts = false

  /// Applies the changes to a session.
  ///
  /// Throws `climbing.other_kind`, `listening.other_kind`, and the errors of `LogWriter.change`, `moveSession`,
  /// `setPlaces` and `setReading`.
  func apply(to id: SessionID, in writer: LogWriter) throws {
    if changesReading { try writer.requireReading(id) }
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

  /// Whether any change applies only to a reading session.
  private var changesReading: Bool { page != nil || place != nil || book != nil || reading != nil }
}

extension SessionEdit {
  static let members =
    [
      SchemaField("start", .instant, "the start time"),
      SchemaField("end", .instant, "the end time"),
      SchemaField("note", .longText, "the note; null clears it"),
      SessionContextEdit.before, SessionContextEdit.after, SessionContextEdit.place,
      SchemaField("reason", .text, "the reason for the last pause"),
      SchemaField("start_page", .integer, "the start page"),
    ] + PositionInput.members + [
      SchemaField("book", .id, "the id of the correct book"),
      SchemaField("reading", .id, "the id of the read it belongs to"), .adjust,
      SchemaField("story", .text, "the id of the correct story"),
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
  static let adjust = SchemaField("adjust", .bool, "trim overlapping sessions instead of failing")
  static let allowShort = SchemaField(
    "allow_short",
    .bool,
    "save it even if it is shorter than a minute"
  )
  static let at = SchemaField("at", .instant, "the time; default now")
  static let note = SchemaField("note", .longText, "a note")
}
