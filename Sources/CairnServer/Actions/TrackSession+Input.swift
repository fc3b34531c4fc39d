import Cairn
import CairnActions
import CairnJSON
import CairnReports

extension PastSession {
  static let members: [SchemaField] = [
    SchemaField(required: "start", .instant, "the start time"),
    SchemaField(required: "end", .instant, "the end time"),
    SessionContextEdit.moodBeforeField, SessionContextEdit.moodAfterField,
    SessionContextEdit.locationField, .note, .adjust,
    .allowShort,
  ]

  /// Reads the fields that all kinds share; throws `request.field`.
  init(_ input: Input, zone: String) throws(CairnError) {
    guard let start = input.instant("start"), let end = input.instant("end") else {
      throw .field("start", "is needed, with “end”")
    }
    self.init(Segment(start: start, end: end), zone: zone)
    note = input.text("note")
    sessionContext = SessionContextEdit(input)
    (adjusts, allowsShort) = (input.bool("adjust"), input.bool("allow_short"))
  }
}

extension TrackReading {
  /// The fields that only reading sessions have.
  static let ofReading =
    BookChoice.members + [
      SchemaField("start_page", .integer, "the start page; default the current page at the time")
    ] + PositionInput.members + [
      SchemaField("pages_read", .integer(0...100_000), "or the number of pages read")
    ]

  /// The fields that only listening sessions have.
  static let ofListening = StoryChoice.members + ListeningEdit.members

  static let members =
    ofReading + ofListening + ClimbingEdit.members + [.kind] + PastSession.members

  /// Reads the body of `POST /api/v1/sessions/track` for reading; throws `request.field`.
  init(_ input: Input, zone: String) throws(CairnError) {
    try input.refuse(Self.ofListening, of: Listening.kind.name)
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    self.init(try BookChoice(input), try PastSession(input, zone: zone))
    startPage = input.integer("start_page")
    (position, pages) = (try PositionInput(input), input.integer("pages_read"))
    guard position == nil || pages == nil else {
      throw .field("pages_read", "excludes a position: give only one")
    }
  }
}

extension TrackListening {
  /// Reads the body of `POST /api/v1/sessions/track` for listening; throws `request.field`.
  init(_ input: Input, zone: String) throws(CairnError) {
    try input.refuse(TrackReading.ofReading.filter { $0.name != "title" }, of: Reading.kind.name)
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    self.init(try StoryChoice(input), try PastSession(input, zone: zone))
    listening = ListeningEdit(input)
  }
}

extension TrackClimbing {
  /// Reads the body of `POST /api/v1/sessions/track` for climbing; throws `request.field`.
  init(_ input: Input, zone: String) throws(CairnError) {
    try input.refuse(TrackReading.ofReading, of: Reading.kind.name)
    try input.refuse(TrackReading.ofListening, of: Listening.kind.name)
    self.init(try PastSession(input, zone: zone))
    climbing = ClimbingEdit(input)
  }
}
