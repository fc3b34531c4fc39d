import Cairn
import CairnActions
import CairnStore

extension LogWriter {
  /// Moves to the merge target what one device added to a story while another merged it.
  ///
  /// Checks the stories that a push refers to. If stories were merged into each other in a circle, restores one, as
  /// ``reconcileBookMerges(in:)`` does for books.
  func reconcileStoryMerges(in push: SyncPush) throws {
    for id in push.stories.sorted() where try mergedRecord(Story.recordKind, id) != nil {
      try beginAutomaticMutation()
      let target = try mergeTarget(of: id, Story.recordKind)
      if let circle = try mergedRecord(Story.recordKind, target) {
        let title = try Story(recordID: target, fields: circle.fields).title
        let restored = "“\(title)” restored after conflicting merges"
        try reinstate(merged: target, Story.recordKind, titled: restored)
      }
      guard target != id, let story = try find(Story.self, target),
        try StoryQuery.isInUse(Identifier(id), in: connection)
      else { continue }
      title = "Listening of a duplicate moved to “\(story.title)”"
      try moveSessions(of: Identifier(id), to: story.id)
      try movePlays(of: Identifier(id), to: story.id)
    }
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
