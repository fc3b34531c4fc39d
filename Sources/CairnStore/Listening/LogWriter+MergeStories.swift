import Cairn

extension LogWriter {
  /// Applies a report about a session that was merged into another.
  ///
  /// Extends the merge target if both ended at the same time, and completes it if the report does.
  func applyToMergeTarget(_ session: Session<Listening>, _ reported: ReportedSession) throws {
    var updated = session
    let audio = (try? storyEvenIfDeleted(session.detail.story))?.duration
    try updated.join(reported.report, isCompleted: reported.isCompleted, audio: audio)
    let target = try mergeTarget(of: session.id.record, SessionRecord.kind)
    guard updated != session, var mergeTarget = try find(Session<Listening>.self, target) else {
      return
    }
    try setDeleted(updated)
    if updated.detail.isCompleted, !session.detail.isCompleted {
      mergeTarget.detail.isCompleted = true
    }
    if let before = session.knownEnd, let end = updated.knownEnd, before < end,
      mergeTarget.timeline.end == before
    {
      try mergeTarget.grow(to: end)
    }
    try save(mergeTarget)
  }

  /// Updates the fields of a session that stays deleted.
  private func setDeleted(_ session: Session<Listening>) throws {
    var fields = Fields()
    session.write(to: &fields)
    try set(fields, SessionRecord.kind, session.id.record)
  }
}
