public import Cairn
import CairnSQL

extension LogWriter {
  /// Makes two stories one: `other` goes into `id` with its sessions and plays, and is deleted.
  ///
  /// Where both say something, the first stands. What listening apps still tell of the second is told
  /// of the first from then on. One line of history, however many sessions. Throws `story.not_found`,
  /// and `story.same` for a story with itself.
  @discardableResult
  public func mergeStories(_ id: Identifier<Story>, _ other: Identifier<Story>) throws -> Story {
    guard id != other else {
      throw CairnError(
        "story.same",
        "A story cannot be merged with itself.",
        hint: "Name two stories."
      )
    }
    var (story, gone) = (try story(id), try self.story(other))
    title = "Merge “\(gone.title)” into “\(story.title)”"
    beginBatch()
    story.fill(from: gone)
    try save(story)
    try moveSessions(of: other, to: id)
    try movePlays(of: other, to: id)
    gone.mergedInto = id
    try save(gone)
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

  /// The story that is there in the place of one that was merged away; any other itself.
  func heir(of story: Story) throws -> Story {
    var heir = story
    // Two logs may have merged two stories into each other.
    for _ in 0..<16 {
      guard try find(Story.self, heir.id.record) == nil, let next = heir.mergedInto,
        let record = try RecordTable.find(Story.recordKind, next.record, in: connection)
      else { break }
      heir = try Story(recordID: next.record, fields: record.fields)
    }
    return heir
  }
}

extension LogWriter {
  /// Takes in what an app tells of a session that was merged into another: the other one grows where
  /// it ends as that one did, and is heard to the end where that one was.
  func growMerged(_ session: Session<Listening>, _ told: ToldSession) throws {
    var news = session
    let audio = (try? everStory(session.detail.story))?.duration
    try news.join(told.report, isCompleted: told.isCompleted, audio: audio)
    guard news != session, var heir = try heir(of: session) else { return }
    try setDeleted(news)
    if news.detail.isCompleted, !session.detail.isCompleted { heir.detail.isCompleted = true }
    if let before = session.reportedEnd, let end = news.reportedEnd, before < end,
      heir.timeline.end == before
    {
      try heir.grow(to: end)
    }
    try save(heir)
  }

  private func heir(of session: Session<Listening>) throws -> Session<Listening>? {
    var next = session.detail.mergedInto
    for _ in 0..<16 {
      guard let id = next,
        let record = try RecordTable.find(SessionRecord.kind, id.record, in: connection)
      else { return nil }
      let heir = try Session<Listening>(recordID: record.id, fields: record.fields)
      if record.deletion == nil { return heir }
      next = heir.detail.mergedInto
    }
    return nil
  }

  /// Stores what is known of a session that stays deleted.
  private func setDeleted(_ session: Session<Listening>) throws {
    var fields = Fields()
    session.write(to: &fields)
    try set(fields, SessionRecord.kind, session.id.record)
  }
}
