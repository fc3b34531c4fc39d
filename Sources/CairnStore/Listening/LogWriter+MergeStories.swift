public import Cairn
import CairnActions
import CairnSQL

extension LogWriter {
  /// Merges story `other` with its sessions and plays into `id`, and deletes it.
  ///
  /// Where both have a value, the first story's wins. Later reports about `other` go to `id`. Adds one history entry
  /// for any number of sessions. Throws `story.not_found`, and `story.same` if the ids are equal.
  @discardableResult
  public func mergeStories(_ id: Identifier<Story>, _ other: Identifier<Story>) throws -> Story {
    guard id != other else {
      throw CairnError(
        "story.same",
        "A story cannot be merged with itself.",
        hint: "Choose two stories."
      )
    }
    var (story, source) = (try story(id), try self.story(other))
    title = "“\(source.title)” merged into “\(story.title)”"
    beginBatch()
    story.fill(from: source)
    try save(story)
    try moveSessions(of: other, to: id)
    try movePlays(of: other, to: id)
    source.mergedInto = id
    try save(source)
    try delete(Story.recordKind, other.record)
    return story
  }

  func moveSessions(of other: Identifier<Story>, to id: Identifier<Story>) throws {
    let query: SQL = "SELECT session FROM listening WHERE story = \(other) ORDER BY session"
    for moved in try connection.all(query, { SessionID(try $0.id(0)) }) {
      var session = try session(moved, as: Listening.self)
      session.detail.move(to: id)
      try save(session)
    }
  }

  func movePlays(of other: Identifier<Story>, to id: Identifier<Story>) throws {
    let query: SQL = "SELECT id FROM play WHERE story = \(other) ORDER BY id"
    for moved in try connection.all(query, { try $0.id(0) }) {
      if let play = try find(Play.self, moved) { try save(play.moved(to: id)) }
    }
  }

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
