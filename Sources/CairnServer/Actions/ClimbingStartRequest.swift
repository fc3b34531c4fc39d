import Cairn
import CairnStore

/// A request to start a climbing session, from the page or the API; all values are optional.
struct ClimbingStartRequest: Sendable {
  /// The start time; nil for now.
  var at: Instant?
  /// The climbing details.
  var climbing = ClimbingEdit()
  /// The mood and location.
  var sessionContext = SessionContextEdit()
  var note: String?

  /// Starts the session and returns it as JSON.
  ///
  /// Throws `climbing.invalid_value` and the errors of `LogWriter.start`.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    let zone = context.zone.name
    return try await context.log.write("Started climbing", once: key) { writer in
      var detail = Climbing()
      try climbing.apply(to: &detail)
      let session = try writer.start(detail, at: at ?? writer.now, zone: zone)
      if let note { try writer.change(session.id, as: NoDetail.self) { $0.note = note } }
      try sessionContext.apply(to: session.id, in: writer)
      return try writer.sessionJSON(session.id).text
    }
  }
}

extension ClimbingStartRequest {
  /// Reads the body of `POST /api/v1/sessions` for climbing; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    try input.refuse(ReadingStartRequest.ofReading, of: Reading.kind.name)
    try input.refuse(ReadingStartRequest.ofListening, of: Listening.kind.name)
    at = input.instant("at")
    climbing = ClimbingEdit(input)
    sessionContext = SessionContextEdit(input, after: false)
    note = input.text("note")
  }
}
