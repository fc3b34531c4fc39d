public import Cairn

/// Pauses a running session.
public struct PauseSession: Sendable {
  /// The session.
  public var id: SessionID
  /// The time of the pause; nil for now.
  public var at: Instant?
  /// The reason for the pause, or nil.
  public var reason: String?
  /// Keeps the full time even if the timer may have been forgotten.
  public var keepsFullTime = false

  /// Creates the act.
  public init(_ id: SessionID, at: Instant? = nil, reason: String? = nil) {
    (self.id, self.at, self.reason) = (id, at, reason)
  }

  /// Pauses the session.
  ///
  /// Throws `session.not_found`, `session.forgotten` for a forgotten timer without a time of the pause, and the errors
  /// of `Session.pause(at:)`.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Session<NoDetail> {
    let session = try store.requireSummary(of: id)
    if at == nil, !keepsFullTime { try store.requireRemembered(session) }
    store.title = session.historyTitle("paused")
    return try store.pause(id, at: at, reason: reason)
  }
}

/// Resumes a paused session, or moves one to this device.
public struct ResumeSession: Sendable {
  /// The session.
  public var id: SessionID
  /// The time at which it goes on; nil for now.
  public var at: Instant?

  /// Creates the act.
  public init(_ id: SessionID, at: Instant? = nil) { (self.id, self.at) = (id, at) }

  /// Resumes the session; throws `session.not_found`, `session.overlap` and the errors of `Session.resume(at:)`.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Session<NoDetail> {
    store.title = try store.requireSummary(of: id).historyTitle("resumed")
    return try store.resume(id, at: at)
  }
}
