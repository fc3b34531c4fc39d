import Cairn
import CairnActions
import CairnReports
import CairnStore
public import Foundation

/// The sessions of all activities: the history, and what can be done with any session.
public struct SessionService: Sendable {
  let cairn: Cairn

  /// Returns the open sessions, at most one of each activity.
  public func open() async throws(Cairn.Failure) -> [Cairn.Session] {
    try await cairn.read { try await $0.openSessions().map(Cairn.Session.init) }
  }

  /// Returns the open session of an activity, running or paused; nil if there is none.
  public func open(_ activity: Cairn.Activity) async throws(Cairn.Failure) -> Cairn.Session? {
    try await open().first { $0.activity == activity }
  }

  /// Returns sessions, newest first: all, or those of an activity.
  ///
  /// A page after the first one begins after the `last` session of the page before.
  public func list(
    _ activity: Cairn.Activity? = nil,
    after last: Cairn.Session? = nil,
    limit: Int = 50
  ) async throws(Cairn.Failure) -> [Cairn.Session] {
    try await list(after: last, limit: limit) { $0.kind = activity?.kind }
  }

  /// Returns the sessions of a book, newest first.
  public func list(
    of book: Cairn.Book,
    after last: Cairn.Session? = nil,
    limit: Int = 50
  ) async throws(Cairn.Failure) -> [Cairn.Session] {
    try await list(after: last, limit: limit) { $0.entry = Identifier(book.id.record) }
  }

  /// Returns the sessions of a story, newest first.
  public func list(
    of story: Cairn.Story,
    after last: Cairn.Session? = nil,
    limit: Int = 50
  ) async throws(Cairn.Failure) -> [Cairn.Session] {
    try await list(after: last, limit: limit) { $0.story = Identifier(story.id.record) }
  }

  private func list(
    after last: Cairn.Session?,
    limit: Int,
    _ select: (inout SessionFilter) -> Void
  ) async throws(Cairn.Failure) -> [Cairn.Session] {
    var filter = SessionFilter(limit: limit)
    select(&filter)
    filter.before = last.map { ($0.startedAt.instant, SessionID($0.id.record)) }
    return try await cairn.read { [filter] in
      try await $0.sessions(filter).map(Cairn.Session.init)
    }
  }

  /// Returns a session; nil if it is unknown or deleted.
  public func session(_ id: UUID) async throws(Cairn.Failure) -> Cairn.Session? {
    try await cairn.read { try await $0.session(SessionID(id.record)).map(Cairn.Session.init) }
  }

  /// Pauses a running session; throws `session.not_running`, and `session.forgotten` after more than 12 hours.
  @discardableResult
  public func pause(
    _ session: Cairn.Session,
    at time: Date? = nil,
    reason: String? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    try await act(on: session) {
      _ = try PauseSession($0, at: time?.instant, reason: reason).run(in: $1)
    }
  }

  /// Resumes a paused session; throws `session.not_paused` and `session.overlap`.
  @discardableResult
  public func resume(
    _ session: Cairn.Session,
    at time: Date? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    try await act(on: session) { _ = try ResumeSession($0, at: time?.instant).run(in: $1) }
  }

  /// Replaces the note of a session; nil removes it.
  @discardableResult
  public func setNote(
    _ note: String?,
    of session: Cairn.Session
  ) async throws(Cairn.Failure) -> Cairn.Session {
    try await act(on: session) { try NoteEdit.replace(note).apply(to: $0, in: $1) }
  }

  /// Edits the times, the place or the tags of a session; what is nil stays.
  ///
  /// The tags replace all that it has, and an empty place removes it. Throws `session.overlap` if another session of the
  /// activity has the time, `session.in_future` and other errors of its times, and `session.invalid_tag`.
  @discardableResult
  public func edit(
    _ session: Cairn.Session,
    start: Date? = nil,
    end: Date? = nil,
    place: String? = nil,
    tags: [String]? = nil
  ) async throws(Cairn.Failure) -> Cairn.Session {
    try await act(on: session) { id, writer in
      var edit = EditSession(id)
      (edit.start, edit.end) = (start?.instant, end?.instant)
      (edit.sessionContext.place, edit.sessionContext.tags) = (place, tags)
      try edit.run(in: writer)
    }
  }

  /// Deletes a session; ``Cairn/undo()`` brings it back.
  public func delete(_ session: Cairn.Session) async throws(Cairn.Failure) {
    let id = SessionID(session.id.record)
    try await cairn.write { try DeleteSessions([id]).run(in: $0) }
  }

  /// Discards an open session as if it had never been started.
  public func discard(_ session: Cairn.Session) async throws(Cairn.Failure) {
    let id = SessionID(session.id.record)
    try await cairn.write { try DiscardSession(id).run(in: $0) }
  }

  /// Stops the open session of an activity; throws `session.none_open` if there is none.
  func stop(
    _ activity: Cairn.Activity,
    at time: Date?,
    note: String?,
    _ describe: @escaping @Sendable (inout StopSession) throws -> Void
  ) async throws(Cairn.Failure) -> Cairn.Session {
    let zone = cairn.zone.name
    return try await cairn.write { writer in
      guard let open = try writer.openSession(activity.kind) else {
        throw CairnError.noneOpen(activity)
      }
      var stop = StopSession(open.id, zone: zone)
      stop.at = time?.instant
      stop.note = note.map { .append($0) }
      try describe(&stop)
      try stop.run(in: writer)
      return Cairn.Session(try writer.row(open.id))
    }
  }

  private func act(
    on session: Cairn.Session,
    _ body: @escaping @Sendable (SessionID, LogWriter) throws -> Void
  ) async throws(Cairn.Failure) -> Cairn.Session {
    let id = SessionID(session.id.record)
    return try await cairn.write { writer in
      try body(id, writer)
      return Cairn.Session(try writer.row(id))
    }
  }
}

extension CairnError {
  static func noneOpen(_ activity: Cairn.Activity) -> CairnError {
    CairnError(
      "session.none_open",
      "No \(activity.rawValue) session is open.",
      hint: "Start one first."
    )
  }
}

extension Cairn {
  /// When a session starts, as the acts take it.
  func start(at time: Date?, note: String?) -> SessionStart {
    var start = SessionStart(zone: zone.name)
    (start.at, start.note) = (time?.instant, note)
    return start
  }

  /// A past session, as the acts take it.
  func past(_ interval: DateInterval, note: String?) -> PastSession {
    let segment = Segment(start: interval.start.instant, end: interval.end.instant)
    var past = PastSession(segment, zone: zone.name)
    past.note = note
    return past
  }
}
