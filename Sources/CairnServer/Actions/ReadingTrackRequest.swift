import Cairn
import CairnStore

/// A request to log a past session.
struct ReadingTrackRequest: Sendable {
  let book: BookChoice
  let segment: Segment
  let note: String?
  let startPage: Int64?
  let place: PositionInput?
  let pages: Int64?
  let sessionContext: SessionContextEdit
  let adjusts: Bool
  let allowsShort: Bool

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
    ofReading + ofListening + ClimbingEdit.members + [
      SchemaField(
        "kind",
        .choice([Reading.kind.name, Listening.kind.name, Climbing.kind.name]),
        "the kind of session; default reading"
      ),
      SchemaField(required: "start", .instant, "the start time"),
      SchemaField(required: "end", .instant, "the end time"),
      SessionContextEdit.before, SessionContextEdit.after, SessionContextEdit.place, .note, .adjust,
      .allowShort,
    ]

  /// Reads the body of `POST /api/v1/sessions/track`; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    try input.refuse(Self.ofListening, of: Listening.kind.name)
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    book = try BookChoice(input)
    segment = try Self.segment(input)
    note = input.text("note")
    startPage = input.integer("start_page")
    (place, pages) = (try PositionInput(input), input.integer("pages_read"))
    guard place == nil || pages == nil else {
      throw .field("pages_read", "excludes a position: give only one")
    }
    sessionContext = SessionContextEdit(input)
    (adjusts, allowsShort) = (input.bool("adjust"), input.bool("allow_short"))
  }

  /// Reads the time of the session; throws `request.field`.
  static func segment(_ input: Input) throws(CairnError) -> Segment {
    guard let start = input.instant("start"), let end = input.instant("end") else {
      throw .field("start", "is needed, with “end”")
    }
    return Segment(start: start, end: end)
  }

  /// Logs the session and returns it as JSON; throws the errors of `LogWriter.trackReading`.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    let zone = context.zone.name
    let found = try await context.log.response(to: key) == nil ? book.find(in: context.log) : nil
    return try await context.log.write("Session tracked", once: key) { writer in
      guard let entry = try found?.id(in: writer, zone: zone) else { throw CairnError.noBook }
      let session = try writer.trackReading(
        entry,
        [segment],
        zone: zone,
        note: note,
        from: startPage,
        pages: pages,
        reaching: { book in try place?.position(in: book) },
        adjust: adjusts,
        allowShort: allowsShort
      )
      try sessionContext.apply(to: session.id, in: writer)
      return try writer.row(session.id).json(at: writer.now).text
    }
  }
}
