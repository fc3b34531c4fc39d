import Cairn
import CairnHTTP
import CairnStore

extension SessionTelling {
  private static let changed = told.filter {
    ["startedAt", "endedAt", "duration", "completed"].contains($0.name)
  }

  static let show = Endpoint(
    "Show a session of listening.",
    gives: .json(.told(.heardSession))
  ) { visit in
    guard let id = RecordID(text: visit.captures["id"] ?? ""),
      let session = try await visit.log.heardSession(SessionID(id))
    else { throw noSession }
    return HTTPResponse(data: session.json(of: visit.userID))
  }

  static let edit = Endpoint(
    "Set what is known better of a session by now; what is not given stays.",
    body: changed,
    gives: .json(.told(.heardSession))
  ) { visit in
    let id = try sessionID(visit)
    let (user, now) = (visit.userID, visit.now)
    let body = try ListeningBody(visit.request)
    let json = try await refusing {
      try await visit.log.write("Change a session") { writer in
        try writer.revise(id) { try revised($0, body, now: now) }
        return try writer.heardSession(id)?.json(of: user) ?? .null
      }
    }
    return HTTPResponse(data: json, message: "Listening session updated successfully")
  }

  static let delete = Endpoint(
    "Delete a session of listening; told of again, it stays deleted.",
    gives: .json(.told(.deleted))
  ) { visit in
    let id = try sessionID(visit)
    try await refusing {
      try await visit.log.write("Delete a session") { try $0.deleteHeardSession(id) }
    }
    return HTTPResponse(data: .deleted(id.record.text), message: "Listening session deleted")
  }

  /// What is told of a session from now on; throws a ``Refusal``.
  ///
  /// A length that is not given follows from start and end where one of them is.
  private static func revised(
    _ known: HeardSession,
    _ body: ListeningBody,
    now: Instant
  ) throws -> (ListeningReport, isCompleted: Bool) {
    let times = try ToldTimes(body, now: now, knownStart: known.start)
    let (start, end) = (times.start ?? known.start, times.end ?? known.end)
    if let end, end <= start { throw Refusal.invalid("endedAt must be after startedAt") }
    let isMoved = times.start != nil || times.end != nil
    let seconds = times.seconds ?? (isMoved ? nil : known.seconds)
    let report = ListeningReport(start: start, isStartTold: true, end: end, seconds: seconds)
    try ToldTimes.requirePast(report, now: now)
    return (report, try body.bool("completed") ?? known.isCompleted)
  }

  private static func sessionID(_ visit: Visit) throws -> SessionID {
    guard let id = RecordID(text: visit.captures["id"] ?? "") else { throw noSession }
    return SessionID(id)
  }

  private static let noSession = Refusal(.notFound, "Session not found")

  private static func refusing<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch let error as CairnError
      where error.code == "session.not_found"
    { throw noSession }
  }
}
