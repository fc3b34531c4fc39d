import Cairn
import CairnStore

/// A request to log a past climbing session.
struct ClimbingTrackRequest: Sendable {
  let segment: Segment
  let climbing: ClimbingEdit
  let note: String?
  let sessionContext: SessionContextEdit
  let adjusts: Bool
  let allowsShort: Bool

  /// Reads the body of `POST /api/v1/sessions/track` for climbing; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    try input.refuse(ReadingTrackRequest.ofReading, of: Reading.kind.name)
    try input.refuse(ReadingTrackRequest.ofListening, of: Listening.kind.name)
    segment = try ReadingTrackRequest.segment(input)
    (climbing, note) = (ClimbingEdit(input), input.text("note"))
    sessionContext = SessionContextEdit(input)
    (adjusts, allowsShort) = (input.bool("adjust"), input.bool("allow_short"))
  }

  /// Logs the session and returns it as JSON.
  ///
  /// Throws `climbing.invalid_value` and the errors of `LogWriter.track`.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    let zone = context.zone.name
    return try await context.log.write("Climbing session tracked", once: key) { writer in
      var detail = Climbing()
      try climbing.apply(to: &detail)
      let session = try writer.track(
        detail,
        [segment],
        zone: zone,
        note: note,
        adjust: adjusts,
        allowShort: allowsShort
      )
      try sessionContext.apply(to: session.id, in: writer)
      return try writer.sessionJSON(session.id).text
    }
  }
}
