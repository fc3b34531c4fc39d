import Cairn
import CairnActions
import CairnJSON
import CairnReports

extension EditSession {
  static let members =
    [
      SchemaField("start", .instant, "the start time"),
      SchemaField("end", .instant, "the end time"),
      SchemaField("note", .longText, "the note; null clears it"),
      SessionContextEdit.moodBeforeField, SessionContextEdit.moodAfterField,
      SessionContextEdit.locationField,
      SchemaField("reason", .text, "the reason for the last pause"),
      SchemaField("start_page", .integer, "the start page"),
    ] + PositionInput.members + [
      SchemaField(
        "page_count",
        .integer(1...100_000),
        "the page count of the book's current edition"
      ),
      SchemaField("book", .id, "the id of the correct book"),
      SchemaField("reading", .id, "the id of the read it belongs to"), .adjust,
      SchemaField("story", .text, "the id of the correct story"),
    ] + ListeningEdit.members + ClimbingEdit.members

  /// Reads the body of `PATCH /api/v1/sessions/{id}`; throws `request.field`.
  init(_ id: SessionID, _ input: Input, _ modules: [KindModule]) throws(CairnError) {
    self.init(id)
    details = Fields(input, modules)
    (start, end) = (input.instant("start"), input.instant("end"))
    (note, reason) = (input.edited("note"), input.edited("reason"))
    (page, position) = (input.integer("start_page"), try PositionInput(input))
    pageCount = input.integer("page_count")
    book = input.id("book").map { Identifier($0) }
    reading = input.id("reading").map { Identifier($0) }
    (climbing, sessionContext) = (ClimbingEdit(input), SessionContextEdit(input))
    story = input.text("story").map { StoryChoice(Story.id(client: $0)) }
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
  static let keepsFullTime = SchemaField(
    "now",
    .bool,
    "keep the full time even after more than 12 hours without a pause"
  )
  static let at = SchemaField("at", .instant, "the time; default now")
  static let note = SchemaField("note", .longText, "a note")
}
