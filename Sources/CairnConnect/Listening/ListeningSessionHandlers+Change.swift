import Cairn
import CairnActions
import CairnHTTP
import CairnJSON
import CairnStore

extension ListeningSessionHandlers {
  private static let changed =
    payload.filter {
      ["startedAt", "endedAt", "duration", "completed"].contains($0.name)
    } + [SchemaField("storyId", .text(limit: 200), "the story, by the id it was created with")]

  static let show = ConnectedEndpoint(
    "Get a listening session.",
    gives: .payload(ListeningSessionReport.self)
  ) { context in
    guard let id = RecordID(text: context.captures["id"] ?? ""),
      let session = try await context.log.listeningSession(SessionID(id))
    else { throw noSession }
    return HTTPResponse(data: session.report(of: context.userID).json)
  }

  static let edit = ConnectedEndpoint(
    "Edit a listening session; omitted fields stay unchanged.",
    body: changed,
    gives: .payload(ListeningSessionReport.self)
  ) { context in
    let id = try sessionID(context)
    let (user, now) = (context.userID, context.now)
    let body = try ConnectedBody(context.request)
    let story = try body.text("storyId", limit: 200).flatMap { $0.isEmpty ? nil : $0 }
    if let story { try await context.requireStory(story) }
    return try await refusing {
      try await context.write(.ok) { writer in
        guard let known = try writer.listeningSession(id) else { throw noSession }
        var revision = try revision(body, of: known, now: now)
        revision.story = story.map(Story.id(client:))
        try writer.revise(id, revision)
        try SessionTimes.requirePast(writer.session(id, as: Listening.self).timeline.end, now: now)
        let session = try writer.listeningSession(id)?.report(of: user).json ?? .null
        return .enveloped(session, "Listening session updated successfully")
      }
    }
  }

  static let delete = ConnectedEndpoint(
    "Delete a listening session; it stays deleted if it is reported again.",
    gives: .payload(DeletedReport.self)
  ) { context in
    let id = try sessionID(context)
    return try await refusing {
      try await context.write(.ok) { writer in
        try writer.deleteListeningSession(id)
        return .enveloped(DeletedReport(id: id.record.text).json, "Listening session deleted")
      }
    }
  }

  /// Parses the changes to a session; throws a ``DialectError``.
  private static func revision(
    _ body: ConnectedBody,
    of known: ListeningSessionRow,
    now: Instant
  ) throws -> ListeningRevision {
    let times = try SessionTimes(body, now: now, knownStart: known.start)
    if let end = times.end ?? known.end, end <= times.start ?? known.start {
      throw DialectError.invalid("endedAt must be after startedAt")
    }
    var revision = ListeningRevision()
    (revision.start, revision.end, revision.seconds) = (times.start, times.end, times.seconds)
    revision.isCompleted = try body.bool("completed")
    return revision
  }

  private static func sessionID(_ context: any AuthenticatedRequest) throws -> SessionID {
    guard let id = RecordID(text: context.captures["id"] ?? "") else { throw noSession }
    return SessionID(id)
  }

  private static let noSession = DialectError(.notFound, "Session not found")

  private static func refusing<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch let error as CairnError
      where error.code == "session.not_found"
    { throw noSession }
  }
}
