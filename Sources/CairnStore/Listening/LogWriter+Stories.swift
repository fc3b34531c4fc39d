public import Cairn
public import CairnActions

extension LogWriter {
  /// Adds a story under the id that a listening app uses for it.
  ///
  /// Returns an existing story unchanged. Restores a deleted story with the new values. Returns the merge target of a
  /// merged story. Throws the errors of the setters of `Story`.
  @discardableResult
  public func addStory(_ new: NewStory, client text: String) throws -> Story {
    let id = Story.id(client: text)
    let target = try mergeTarget(of: id.record, Story.recordKind)
    if let known = try find(Story.self, target) { return known }
    var story = try new.story(id, added: now)
    story.clientID = RecordID(text: text) == nil ? text : nil
    title = "“\(story.title)” added"
    try save(story)
    return story
  }

  /// Returns a story even if it is deleted, because its sessions remain.
  ///
  /// Throws `story.not_found` if it never existed.
  public func storyEvenIfDeleted(_ id: Identifier<Story>) throws -> Story {
    guard let record = try RecordTable.find(Story.recordKind, id.record, in: connection) else {
      throw CairnError.noStory(id)
    }
    return try Story(recordID: id.record, fields: record.fields)
  }

  /// Records that a player started to play a story; throws `story.not_found`.
  public func addPlay(of id: Identifier<Story>, at: Instant) throws {
    title = "“\(try story(id).title)” played"
    try save(Play(id: Identifier(newID()), story: id, at: at))
  }
}
