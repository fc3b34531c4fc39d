import Cairn

extension LogWriter {
  /// Returns the merge target of a merged story, or the story itself.
  func mergeTarget(of story: Story) throws -> Story {
    var mergeTarget = story
    // Bounded, because concurrent merges can form a cycle.
    for _ in 0..<16 {
      guard try find(Story.self, mergeTarget.id.record) == nil, let next = mergeTarget.mergedInto,
        let record = try RecordTable.find(Story.recordKind, next.record, in: connection)
      else { break }
      mergeTarget = try Story(recordID: next.record, fields: record.fields)
    }
    return mergeTarget
  }
}

extension LogWriter {
  /// Applies a report about a session that was merged into another.
  ///
  /// Extends the merge target if both ended at the same time, and completes it if the report does.
  func applyToMergeTarget(_ session: Session<Listening>, _ reported: ReportedSession) throws {
    var updated = session
    let audio = (try? storyEvenIfDeleted(session.detail.story))?.duration
    try updated.join(reported.report, isCompleted: reported.isCompleted, audio: audio)
    guard updated != session, var mergeTarget = try mergeTarget(of: session) else { return }
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

  private func mergeTarget(of session: Session<Listening>) throws -> Session<Listening>? {
    var next = session.detail.mergedInto
    for _ in 0..<16 {
      guard let id = next,
        let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
      else { return nil }
      let mergeTarget = try Session<Listening>(recordID: record.id, fields: record.fields)
      if record.deletion == nil { return mergeTarget }
      next = mergeTarget.detail.mergedInto
    }
    return nil
  }

  /// Updates the fields of a session that stays deleted.
  private func setDeleted(_ session: Session<Listening>) throws {
    var fields = Fields()
    session.write(to: &fields)
    try set(fields, SessionRecord.kind, session.id.record)
  }
}
