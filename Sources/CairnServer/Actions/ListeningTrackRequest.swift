import Cairn
import CairnStore

/// A request to log a past listening session.
struct ListeningTrackRequest: Sendable {
  let story: StoryChoice
  let segment: Segment
  let listening: ListeningEdit
  let note: String?
  let sessionContext: SessionContextEdit
  let adjusts: Bool
  let allowsShort: Bool

  /// Reads the body of `POST /api/v1/sessions/track` for listening; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    try input.refuse(
      ReadingTrackRequest.ofReading.filter { $0.name != "title" },
      of: Reading.kind.name
    )
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    story = try StoryChoice(input)
    segment = try ReadingTrackRequest.segment(input)
    (listening, note) = (ListeningEdit(input), input.text("note"))
    sessionContext = SessionContextEdit(input)
    (adjusts, allowsShort) = (input.bool("adjust"), input.bool("allow_short"))
  }

  /// Logs the session, returns JSON; throws the errors of `LogWriter.track` and ``StoryChoice/id(in:)``.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    let zone = context.zone.name
    return try await context.log.write("Session tracked", once: key) { writer in
      var detail = Listening(story: try story.id(in: writer))
      try listening.apply(to: &detail, in: writer)
      let session = try writer.track(
        detail,
        [segment],
        zone: zone,
        note: note,
        adjust: adjusts,
        allowShort: allowsShort
      )
      try sessionContext.apply(to: session.id, in: writer)
      let row = try writer.row(session.id)
      writer.title = row.historyTitle("tracked")
      return row.json(at: writer.now).text
    }
  }
}
