import Cairn
import CairnSQL

extension LogWriter {
  /// Moves sessions and plays that a device added to a story while another merged it to the merge target.
  ///
  /// Checks the stories that a push refers to. If stories were merged into each other in a cycle, restores one, as
  /// ``reconcileBookMerges()`` does for books.
  func reconcileStoryMerges(in push: SyncPush) throws { try reconcileStoryMerges(push.stories) }

  /// Does the same for some stories.
  func reconcileStoryMerges(_ stories: Set<RecordID>) throws {
    for id in stories.sorted() {
      guard let gone = try mergedStory(id) else { continue }
      try beginAutomaticMutation()
      if try leadsBack(gone) {
        try bringBack(gone)
      } else if let story = try find(Story.self, mergeTarget(of: gone).id.record), try hasMore(gone) {
        title = "Move what was heard of a duplicate to “\(story.title)”"
        try moveSessions(of: gone.id, to: story.id)
        try movePlays(of: gone.id, to: story.id)
      }
    }
  }

  /// Returns the merge target of a merged story, or the story itself.
  func mergeTarget(ofStory id: Identifier<Story>) throws -> Identifier<Story> {
    guard let gone = try mergedStory(id.record) else { return id }
    return try mergeTarget(of: gone).id
  }

  private func mergedStory(_ id: RecordID) throws -> Story? {
    guard let record = try RecordTable.find(Story.recordKind, id, in: connection),
      record.deletion != nil,
      let story = try? Story(recordID: id, fields: record.fields), story.mergedInto != nil
    else { return nil }
    return story
  }

  private func leadsBack(_ story: Story) throws -> Bool {
    var next = story
    for _ in 0..<16 {
      guard let id = next.mergedInto, let mergeTarget = try mergedStory(id.record) else { return false }
      if mergeTarget.id == story.id { return true }
      next = mergeTarget
    }
    return false
  }

  private func bringBack(_ story: Story) throws {
    title = "Bring “\(story.title)” back, merged with one that was merged with it"
    var fields = Fields()
    fields[RecordField.deleted] = .null
    fields["mergedInto"] = .null
    try set(fields, Story.recordKind, story.id.record)
  }

  private func hasMore(_ story: Story) throws -> Bool {
    let query: SQL = """
      SELECT EXISTS (SELECT 1 FROM listening WHERE story = \(story.id))
        OR EXISTS (SELECT 1 FROM play WHERE story = \(story.id))
      """
    return try connection.first(query) { try $0.integer(0) } == 1
  }
}

extension SyncPush {
  /// The stories that the push changes or refers to.
  fileprivate var stories: Set<RecordID> {
    var stories: Set<RecordID> = []
    func note(_ kind: RecordKind, _ id: RecordID, _ fields: Fields) {
      if kind == Story.recordKind { stories.insert(id) }
      let story = try? fields.id("story") as Identifier<Story>?
      if let story { stories.insert(story.record) }
    }
    for line in lines {
      for change in line.mutation.changes { note(change.kind, change.id, change.set) }
    }
    for record in records { note(record.kind, record.id, record.fields) }
    return stories
  }
}
