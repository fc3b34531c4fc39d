public import Cairn
import CairnActions
import CairnSQL

/// A listening session as reported by an app.
public struct ReportedSession: Sendable {
  /// The app's key for the session: its own id or the idempotency key of the request; nil if it has none.
  public var name: String?
  /// The story.
  public var story: Identifier<Story>
  /// The reported times.
  public var report: ListeningReport
  /// Whether the story was finished.
  public var isCompleted: Bool
  /// The time zone in which it is listed.
  public var zone: String

  /// Creates a report.
  public init(
    _ name: String?,
    story: Identifier<Story>,
    _ report: ListeningReport,
    isCompleted: Bool,
    zone: String
  ) {
    (self.name, self.story, self.report) = (name, story, report)
    (self.isCompleted, self.zone) = (isCompleted, zone)
  }

  /// The id derived from the app's key, or else from the story and the second of the start.
  ///
  /// So repeated reports of a session yield the same id; nil if neither is known (spec/listening.md 4.2 T2, T3).
  var id: SessionID? {
    if let name { return SessionID(RecordID(text: name) ?? derived(["name", name])) }
    guard report.isStartReported else { return nil }
    let second = report.start.milliseconds / 1_000
    return SessionID(derived([story.record.text, String(second)]))
  }

  private func derived(_ parts: [String]) -> RecordID {
    RecordID(derivedFrom: ["listening"] + parts)
  }
}

/// The result of an upsert of a reported session.
public struct UpsertResult: Sendable {
  /// The session.
  public let id: SessionID
  /// Whether the session was created.
  public let isNew: Bool
  /// Whether the person deleted it; further reports do not restore it.
  public let isDeleted: Bool
}

extension LogWriter {
  /// Upserts a session reported by a listening app; repeated and reordered reports have the same effect as one.
  ///
  /// Reported sessions may overlap, because a person can use several players. A session of a deleted story is stored,
  /// and the story stays deleted. Throws `story.not_found`, `session.time_out_of_range`, and `listening.id_reused`
  /// if the key belongs to a session of another story or with another start second.
  @discardableResult
  public func upsert(_ reported: ReportedSession) throws -> UpsertResult {
    try upsert(reported, of: storyEvenIfDeleted(reported.story))
  }

  /// Does the same for a story already read in this transaction.
  public func upsert(_ reported: ReportedSession, of story: Story) throws -> UpsertResult {
    title = "Session tracked: “\(story.title)”"
    let id = reported.id ?? SessionID(newID())
    guard let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection) else {
      let (report, isCompleted) = (reported.report, reported.isCompleted)
      var session = try Session(
        id: id,
        story: story,
        report,
        isCompleted: isCompleted,
        zone: reported.zone
      )
      session.detail.move(to: Identifier(try mergeTarget(of: story.id.record, Story.recordKind)))
      try save(session, over: nil)
      return UpsertResult(id: id, isNew: true, isDeleted: false)
    }
    guard record.fields["kind"] == .text(Listening.kind.name) else {
      throw Self.sessionMismatch(reported)
    }
    var session = try Session<Listening>(recordID: record.id, fields: record.fields)
    try Self.requireSame(session, reported)
    guard record.deletion == nil else {
      if session.detail.mergedInto != nil { try applyToMergeTarget(session, reported) }
      return UpsertResult(id: id, isNew: false, isDeleted: true)
    }
    let sessionStory = try? storyEvenIfDeleted(session.detail.story)
    let before = session
    try session.join(
      reported.report,
      isCompleted: reported.isCompleted,
      audio: sessionStory?.duration
    )
    try save(session, over: record)
    if session.timeline == before.timeline { try extendSplitPart(of: before, to: session.knownEnd) }
    return UpsertResult(id: id, isNew: false, isDeleted: false)
  }

  /// Extends the last part of a split session to a newly reported end.
  private func extendSplitPart(of session: Session<Listening>, to end: Instant?) throws {
    guard let before = session.knownEnd, let end, before < end else { return }
    let query: SQL = """
      SELECT session FROM listening
      WHERE story = \(session.detail.story) AND ended_at = \(before) AND is_open = 0
      """
    for id in try connection.values(query) as [SessionID] {
      var mergeTarget = try self.session(id, as: Listening.self)
      guard mergeTarget.detail.report == nil, mergeTarget.source == session.source else { continue }
      try mergeTarget.grow(to: end)
      return try save(mergeTarget)
    }
  }

  /// Corrects a session with later information from a listening app, replacing earlier reports.
  ///
  /// Throws `session.not_found`, `story.not_found`, `session.time_out_of_range`, and, for a session that no app
  /// reported, the errors of `RecordStore.change`.
  public func revise(_ id: SessionID, _ revision: ListeningRevision) throws {
    guard try listeningSession(id) != nil else { throw CairnError.noSession(id) }
    var session = try session(id, as: Listening.self)
    if let story = revision.story { session.detail.move(to: try self.story(story).id) }
    let story = try find(Story.self, session.detail.story.record)
    title = story.map { "Session edited: “\($0.title)”" } ?? "Listening session edited"
    try session.revise(revision, audio: story?.duration)
    // Sessions reported by players may overlap and end slightly in the future; sessions timed by a person may not.
    if session.source == nil {
      try change(id, as: Listening.self) { $0 = session }
    } else {
      try save(session)
    }
  }

  /// Deletes a listening session; throws `session.not_found`.
  public func deleteListeningSession(_ id: SessionID) throws {
    guard try listeningSession(id) != nil else { throw CairnError.noSession(id) }
    title = "Listening session deleted"
    try delete(SessionRecord.kind, id.record)
  }

  private static func requireSame(
    _ session: Session<Listening>,
    _ reported: ReportedSession
  ) throws(CairnError) {
    let story = session.detail.reportedStory ?? session.detail.story
    guard story == reported.story, session.detail.report?.isSame(as: reported.report) ?? true else {
      throw sessionMismatch(reported)
    }
  }

  private static func sessionMismatch(_ reported: ReportedSession) -> CairnError {
    CairnError(
      "listening.id_reused",
      "“\(reported.name ?? "")” is already the key of another session.",
      hint: "Use a new key for each session. Nothing was changed."
    )
  }
}
