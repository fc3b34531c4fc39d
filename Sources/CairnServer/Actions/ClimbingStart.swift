import Cairn
import CairnStore

/// The wish to start to climb, from whichever door it came; nothing has to be said.
struct ClimbingStart: Sendable {
  /// When; nil for now.
  var at: Instant?
  /// What the climber says.
  var climbing = ClimbingEdit()
  /// How the person is, and where.
  var sessionContext = SessionContextEdit()
  /// A note to keep.
  var note: String?

  /// Starts it and gives the session as JSON.
  ///
  /// Throws `climbing.invalid_value` and what `LogWriter.start` throws.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    let zone = context.zone.name
    return try await context.log.write("Start climbing", once: key) { writer in
      var detail = Climbing()
      try climbing.apply(to: &detail)
      let session = try writer.start(detail, at: at ?? writer.now, zone: zone)
      if let note { try writer.change(session.id, as: NoDetail.self) { $0.note = note } }
      try sessionContext.apply(to: session.id, in: writer)
      return try writer.sheet(session.id).text
    }
  }
}

extension ClimbingStart {
  /// Reads the body of `POST /api/v1/sessions` for climbing; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    try input.refuse(SessionStart.ofReading, of: Reading.kind.name)
    try input.refuse(SessionStart.ofListening, of: Listening.kind.name)
    at = input.instant("at")
    climbing = ClimbingEdit(input)
    sessionContext = SessionContextEdit(input, after: false)
    note = input.text("note")
  }
}
