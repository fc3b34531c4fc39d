public import Cairn

extension RecordStore {
  /// Returns the forgotten timer of an open session, judged at `end` or now; nil if it was not forgotten.
  public func forgottenTimer(
    _ session: some SessionSummary,
    endingAt end: Instant?
  ) throws(CairnError) -> ForgottenTimer? {
    let earlier = try recentLengths(session.kind)
    return ForgottenTimer(session.timeline, now: end ?? now, earlier: earlier)
  }

  /// Throws `session.forgotten` if the timer of an open session was probably forgotten.
  func requireRemembered(_ session: some SessionSummary) throws(CairnError) {
    if let forgotten = try forgottenTimer(session, endingAt: nil) { throw forgotten.refusal }
  }
}

extension ForgottenTimer {
  /// The error that asks for the end of the session: `session.forgotten`.
  fileprivate var refusal: CairnError {
    CairnError(
      "session.forgotten",
      "The timer has run for \(running.hoursAndMinutes) without a pause; when did you stop?",
      hint: "Probably at \(proposedEnd.text); give an end time, or keep the full time."
    )
  }
}
