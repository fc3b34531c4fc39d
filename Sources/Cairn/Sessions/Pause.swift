/// The gap between two stretches of a session.
public struct Pause: Sendable, Hashable {
  /// When the timer was stopped.
  public let start: Instant
  /// When it ran again; nil while the session is paused.
  public let end: Instant?
  /// Why, in the person's words, or nil.
  public let reason: String?

  /// How long it was; nil while it lasts.
  public var length: Milliseconds? { end.map { $0 - start } }
}

extension Timeline {
  /// The gaps between stretches in order, and at the end the one that lasts.
  ///
  /// A session that was paused and then ended has no gap there; only when the person said why is
  /// it an interruption, which took no time.
  public func pauses(_ interruptions: [Interruption]) -> [Pause] {
    var pauses: [Pause] = []
    for (index, segment) in segments.enumerated() {
      guard let start = segment.end else { continue }
      let isLast = index + 1 == segments.count
      let end = isLast ? (isEnded ? start : nil) : segments[index + 1].start
      let reason = interruptions.first { $0.at == start }?.reason
      if let end, end == start, !isLast || reason == nil { continue }
      pauses.append(Pause(start: start, end: end, reason: reason))
    }
    return pauses
  }
}

extension Session {
  /// Every pause with its reason, in order.
  public var pauses: [Pause] { timeline.pauses(sessionContext.interruptions) }

  /// Says why the latest pause began; nil, or nothing but blanks, leaves that unknown.
  ///
  /// Throws `session.no_pause`.
  public mutating func setReasonOfLastPause(_ reason: String?) throws(CairnError) {
    guard let last = pauses.last else {
      throw CairnError(
        "session.no_pause",
        "The session has no pause that could have a reason.",
        hint: "Give the reason of a pause with `cairn pause --reason`."
      )
    }
    sessionContext.setReason(reason, at: last.start)
  }
}
