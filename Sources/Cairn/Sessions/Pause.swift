/// The gap between two segments of a session.
public struct Pause: Sendable, Hashable {
  /// When the timer was paused.
  public let start: Instant
  /// When the timer was resumed; nil during the pause.
  public let end: Instant?
  /// The reason in the person's words, or nil.
  public let reason: String?

  /// The length; nil during the pause.
  public var length: Milliseconds? { end.map { $0 - start } }
}

extension Timeline {
  /// Returns the gaps between segments in order, including a current pause.
  ///
  /// The gap at the end of a session that was paused and then stopped is left out. With a reason, it
  /// is an interruption of zero length.
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

  /// Sets the reason of the latest pause; nil or blank text clears it.
  ///
  /// Throws `session.no_pause`.
  public mutating func setReasonOfLastPause(_ reason: String?) throws(CairnError) {
    guard let last = pauses.last else {
      throw CairnError(
        "session.no_pause",
        "The session has no pause to give a reason for.",
        hint: "Give a reason with `cairn pause --reason`."
      )
    }
    sessionContext.setReason(reason, at: last.start)
  }
}
