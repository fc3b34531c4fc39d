package import Cairn

extension CairnError {
  /// The error for an unknown session, or for a malformed id: `session.not_found`.
  package static func noSession(_ id: SessionID?) -> CairnError {
    CairnError(
      "session.not_found",
      id.map { "There is no session \(ShortID($0.record).text)." } ?? "There is no such session.",
      hint: "List sessions to see their ids."
    )
  }

  /// The error for a second open session of a kind: `session.already_running`.
  package static func alreadyRunning(_ open: some SessionSummary) -> CairnError {
    CairnError(
      "session.already_running",
      "A \(open.kind.name) session\(open.ofTitle) has been open since \(open.timeline.start.text).",
      hint: "Stop or discard it before you start another."
    )
  }

  /// The error for a session whose time is taken: `session.overlap`.
  package static func overlap(_ other: some SessionSummary) -> CairnError {
    let start = other.timeline.start.text
    let time = other.timeline.end.map { ": \(start) to \($0.text)." } ?? ", open since \(start)."
    return CairnError(
      "session.overlap",
      "This overlaps session \(ShortID(other.id.record).text)\(other.ofTitle)\(time)",
      hint: other.timeline.isEnded
        ? "Choose another time, or trim that session."
        : "Choose another time, or stop that session first."
    )
  }

  /// The error for discarding a session that has ended: `session.already_ended`.
  static func alreadyEnded(_ id: SessionID) -> CairnError {
    CairnError(
      "session.already_ended",
      "Session \(ShortID(id.record).text) has ended; only an open session can be discarded.",
      hint: "Delete it instead."
    )
  }
}
