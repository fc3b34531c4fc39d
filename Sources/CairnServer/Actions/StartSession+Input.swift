import Cairn
import CairnActions
import CairnJSON
import CairnReports

extension SessionStart {
  static let members: [SchemaField] = [
    .at, .note, .adjust, SessionContextEdit.moodBeforeField, SessionContextEdit.locationField,
  ]

  /// Reads the fields that all kinds share.
  init(_ input: Input, zone: String) {
    self.init(zone: zone)
    at = input.instant("at")
    note = input.text("note")
    adjusts = input.bool("adjust")
    sessionContext = SessionContextEdit(input, after: false)
  }
}

extension StartReading {
  /// The fields that only reading sessions have.
  static let ofReading =
    BookChoice.members + [
      SchemaField("start_page", .integer, "the start page; default the current page")
    ]

  /// The fields that only listening sessions have.
  static let ofListening =
    StoryChoice.members
    + ListeningEdit.members.filter { $0.name != "position_seconds" && $0.name != "completed" }

  static let members =
    ofReading + [.kind] + SessionStart.members + ofListening + ClimbingEdit.members

  /// Reads the body of `POST /api/v1/sessions` for reading; throws `request.field`.
  init(_ input: Input, zone: String) throws(CairnError) {
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    try input.refuse(Self.ofListening, of: Listening.kind.name)
    self.init(try BookChoice(input), SessionStart(input, zone: zone))
    page = input.integer("start_page")
  }
}

extension StartListening {
  /// Reads the body of `POST /api/v1/sessions` for listening; throws `request.field`.
  init(_ input: Input, zone: String) throws(CairnError) {
    try input.refuse(StartReading.ofReading.filter { $0.name != "title" }, of: Reading.kind.name)
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    self.init(try StoryChoice(input), SessionStart(input, zone: zone))
    listening = ListeningEdit(input)
  }
}

extension StartClimbing {
  /// Reads the body of `POST /api/v1/sessions` for climbing; throws `request.field`.
  init(_ input: Input, zone: String) throws(CairnError) {
    try input.refuse(StartReading.ofReading, of: Reading.kind.name)
    try input.refuse(StartReading.ofListening, of: Listening.kind.name)
    self.init(SessionStart(input, zone: zone))
    climbing = ClimbingEdit(input)
  }
}

extension SchemaField {
  static let kind = SchemaField(
    "kind",
    .choice([Reading.kind.name, Listening.kind.name, Climbing.kind.name]),
    "the kind of session; default reading"
  )
}
