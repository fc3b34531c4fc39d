public import Cairn
import CairnSQL

/// What a listening app tells of a session, with the name it has for it.
public struct ReportedSession: Sendable {
  /// The app's name for the session: an id of its own, or the key of its request; nil for none.
  public var name: String?
  /// The story.
  public var story: Identifier<Story>
  /// What it tells of the time.
  public var report: ListeningReport
  /// Whether the story was heard to its end.
  public var isCompleted: Bool
  /// The zone in which it is listed.
  public var zone: String

  /// Gathers what is told.
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

  /// The same id whenever the same session is told of: by the app's name for it, else by its story
  /// and the second in which it began; nil when neither is known (spec/listening.md 4.2 T2, T3).
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

/// What became of a session that an app told of.
public struct UpsertResult: Sendable {
  /// The session.
  public let id: SessionID
  /// Whether it is new here.
  public let isNew: Bool
  /// Whether the person deleted it; what is told of it again brings nothing back.
  public let isDeleted: Bool
}

extension LogWriter {
  /// Keeps what a listening app tells of a session, once however often and in whatever order it
  /// tells it.
  ///
  /// Sessions that apps tell of may overlap: a person has more than one player. One of a story that
  /// was deleted meanwhile is kept like those before it, and the story stays deleted. Throws
  /// `story.not_found`, `session.time_out_of_range`, and `listening.other_session` when the name
  /// stands for a session of another story, or one that began at another second.
  @discardableResult
  public func keep(_ told: ReportedSession) throws -> UpsertResult {
    try keep(told, of: everStory(told.story))
  }

  /// The same of a story that was read in this write.
  public func keep(_ told: ReportedSession, of story: Story) throws -> UpsertResult {
    title = "Listen to “\(story.title)”"
    let id = told.id ?? SessionID(newID())
    guard let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection) else {
      let (report, isCompleted) = (told.report, told.isCompleted)
      var session = try Session(
        id: id,
        story: story,
        report,
        isCompleted: isCompleted,
        zone: told.zone
      )
      session.detail.move(to: try mergeTarget(of: story).id)
      try save(session, over: nil)
      return UpsertResult(id: id, isNew: true, isDeleted: false)
    }
    guard record.fields["kind"] == .text(Listening.kind.name) else {
      throw Self.otherSession(told)
    }
    var session = try Session<Listening>(recordID: record.id, fields: record.fields)
    try Self.requireSame(session, told)
    guard record.deletion == nil else {
      if session.detail.mergedInto != nil { try growMerged(session, told) }
      return UpsertResult(id: id, isNew: false, isDeleted: true)
    }
    let heard = try? everStory(session.detail.story)
    let before = session
    try session.join(told.report, isCompleted: told.isCompleted, audio: heard?.duration)
    try save(session, over: record)
    if session.timeline == before.timeline { try growHeir(of: before, to: session.knownEnd) }
    return UpsertResult(id: id, isNew: false, isDeleted: false)
  }

  /// Lets the last piece of a session that was cut into pieces go on for as long as it was told to.
  private func growHeir(of session: Session<Listening>, to end: Instant?) throws {
    guard let before = session.knownEnd, let end, before < end else { return }
    let query: SQL = """
      SELECT session FROM listening
      WHERE story = \(session.detail.story) AND ended_at = \(before) AND is_open = 0
      """
    for id in try connection.all(query, { SessionID(try $0.id(0)) }) {
      var mergeTarget = try self.session(id, as: Listening.self)
      guard mergeTarget.detail.report == nil, mergeTarget.source == session.source else { continue }
      try mergeTarget.grow(to: end)
      return try save(mergeTarget)
    }
  }

  /// Sets what a listening app knows better by now of a session, in the place of what it told.
  ///
  /// Throws `session.not_found`, `story.not_found`, `session.time_out_of_range`, and for a session
  /// that no app told of what ``change(_:as:adjust:_:)`` throws.
  public func revise(_ id: SessionID, _ revision: ListeningRevision) throws {
    guard try heardSession(id) != nil else { throw Self.noSession(id) }
    var session = try session(id, as: Listening.self)
    if let story = revision.story { session.detail.move(to: try self.story(story).id) }
    let story = try find(Story.self, session.detail.story.record)
    title = "Change a session" + (story.map { " of “\($0.title)”" } ?? "")
    try session.revise(revision, audio: story?.duration)
    // What players tell of themselves may overlap, and lie a little ahead; what a person timed not.
    if session.source == nil {
      try change(id, as: Listening.self) { $0 = session }
    } else {
      try save(session)
    }
  }

  /// Deletes a session of listening; throws `session.not_found`.
  public func deleteHeardSession(_ id: SessionID) throws {
    guard try heardSession(id) != nil else { throw Self.noSession(id) }
    title = "Delete a session of listening"
    try delete(SessionRecord.kind, id.record)
  }

  private static func requireSame(
    _ session: Session<Listening>,
    _ told: ReportedSession
  ) throws(CairnError) {
    let story = session.detail.reportedStory ?? session.detail.story
    guard story == told.story, session.detail.report?.isSame(as: told.report) ?? true else {
      throw otherSession(told)
    }
  }

  private static func otherSession(_ told: ReportedSession) -> CairnError {
    CairnError(
      "listening.other_session",
      "“\(told.name ?? "")” is the name of another session already.",
      hint: "Nothing was changed. Make a new name for each new session."
    )
  }

  /// Starts to listen to a story.
  ///
  /// Throws `story.not_found`, and as ``start(_:at:zone:adjust:)``.
  public func startListening(
    _ id: Identifier<Story>,
    at start: Instant,
    zone: String,
    adjust: Bool,
    _ rule: (inout Listening) throws -> Void = { _ in }
  ) throws -> Session<Listening> {
    var detail = Listening(story: try story(id).id)
    try rule(&detail)
    title = "Start listening to “\(try story(id).title)”"
    return try self.start(detail, at: start, zone: zone, adjust: adjust)
  }
}
