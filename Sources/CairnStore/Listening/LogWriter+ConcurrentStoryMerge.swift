import Cairn
import CairnActions
import CairnSQL

extension LogWriter {
  /// Moves to the merge target what one device added to a story while another merged it.
  ///
  /// Checks the stories that a push refers to. If stories were merged into each other in a cycle, restores one, as
  /// ``reconcileBookMerges()`` does for books.
  func reconcileStoryMerges(in push: SyncPush) throws { try reconcileStoryMerges(push.stories) }

  /// Does the same for some stories.
  func reconcileStoryMerges(_ stories: Set<RecordID>) throws {
    for id in stories.sorted() {
      guard let merged = try mergedStory(id) else { continue }
      try beginAutomaticMutation()
      if try isMergeCycle(merged) {
        try reinstate(merged)
      } else if let story = try find(Story.self, mergeTarget(of: merged).id.record),
        try hasMore(merged)
      {
        title = "Listening of a duplicate moved to “\(story.title)”"
        try moveSessions(of: merged.id, to: story.id)
        try movePlays(of: merged.id, to: story.id)
      }
    }
  }

  /// Returns the merge target of a merged story, or the story itself.
  func mergeTarget(ofStory id: Identifier<Story>) throws -> Identifier<Story> {
    guard let merged = try mergedStory(id.record) else { return id }
    return try mergeTarget(of: merged).id
  }

  private func mergedStory(_ id: RecordID) throws -> Story? {
    guard let record = try RecordTable.find(Story.recordKind, id, in: connection),
      record.deletion != nil,
      let story = try? Story(recordID: id, fields: record.fields), story.mergedInto != nil
    else { return nil }
    return story
  }

  private func isMergeCycle(_ story: Story) throws -> Bool {
    var next = story
    for _ in 0..<16 {
      guard let id = next.mergedInto, let mergeTarget = try mergedStory(id.record) else {
        return false
      }
      if mergeTarget.id == story.id { return true }
      next = mergeTarget
    }
    return false
  }

  private func reinstate(_ story: Story) throws {
    title = "“\(story.title)” restored after conflicting merges"
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
    return try (connection.value(query) as Int64?) == 1
  }
}

extension SyncPush {
  /// The stories that the push changes or refers to.
  fileprivate var stories: Set<RecordID> {
    var stories: Set<RecordID> = []
    func insert(_ kind: RecordKind, _ id: RecordID, _ fields: Fields) {
      if kind == Story.recordKind { stories.insert(id) }
      let story = try? fields.id("story") as Identifier<Story>?
      if let story { stories.insert(story.record) }
    }
    for sent in mutations {
      for change in sent.mutation.changes { insert(change.kind, change.id, change.set) }
    }
    for record in records { insert(record.kind, record.id, record.fields) }
    return stories
  }
}
