public import Cairn
import CairnSQL

/// The input for adding a story; everything but the title is optional.
public struct NewStory: Sendable {
  /// Its title.
  public var title: String
  /// Its series.
  public var series: String?
  /// Its author.
  public var author: String?
  /// Its narrator.
  public var narrator: String?
  /// Its audio duration.
  public var duration: Milliseconds?
  /// Whether it is a favourite.
  public var isFavorite = false

  /// Creates a story with only a title.
  public init(title: String) { self.title = title }
}

extension LogWriter {
  /// Adds a story under the id that a listening app uses for it, if any.
  ///
  /// Returns an existing story unchanged. Restores a deleted story with the new values. Returns the merge target of a
  /// merged story. Throws the errors of the setters of `Story`.
  @discardableResult
  public func addStory(_ new: NewStory, client text: String? = nil) throws -> Story {
    let id = text.map(Story.id(client:)) ?? newID(of: Story.self)
    if let known = try find(Story.self, id.record) { return known }
    if let mergeTarget = try existingMergeTarget(of: id) { return mergeTarget }
    var story = try Story(id: id, title: new.title)
    try fill(&story, from: new)
    story.added = now
    story.clientID = text.flatMap { RecordID(text: $0) == nil ? $0 : nil }
    title = "“\(story.title)” added"
    try save(story)
    return story
  }

  private func existingMergeTarget(of id: Identifier<Story>) throws -> Story? {
    guard let record = try RecordTable.find(Story.recordKind, id.record, in: connection) else {
      return nil
    }
    let mergeTarget = try mergeTarget(of: Story(recordID: id.record, fields: record.fields))
    return try find(Story.self, mergeTarget.id.record)
  }

  private func fill(_ story: inout Story, from new: NewStory) throws {
    story.setSeries(new.series)
    story.setAuthor(new.author)
    story.setNarrator(new.narrator)
    try story.setDuration(new.duration)
    story.isFavorite = new.isFavorite
  }

  /// Returns the story with a title, and adds it if there is none.
  ///
  /// Compares case-folded titles, and authors if given. Throws `story.ambiguous` if two stories match, and the errors
  /// of ``addStory(_:client:)``.
  public func story(titled new: NewStory) throws -> Story {
    let known = try StoryQuery.titled(new.title, in: connection).filter { row in
      new.author.map { folded($0) == row.author.map { folded($0) } } ?? true
    }
    guard known.count < 2 else { throw Self.ambiguous(new.title) }
    guard let row = known.first else { return try addStory(new) }
    return try story(row.id)
  }

  /// Returns a story; throws `story.not_found`.
  public func story(_ id: Identifier<Story>) throws -> Story {
    guard let story = try find(Story.self, id.record) else { throw Self.noStory(id) }
    return story
  }

  /// Returns a story even if it is deleted, because its sessions remain.
  ///
  /// Throws `story.not_found` if it never existed.
  public func storyEvenIfDeleted(_ id: Identifier<Story>) throws -> Story {
    guard let record = try RecordTable.find(Story.recordKind, id.record, in: connection) else {
      throw Self.noStory(id)
    }
    return try Story(recordID: id.record, fields: record.fields)
  }

  /// Edits a story; throws `story.not_found` and the errors of `rule`.
  @discardableResult
  public func changeStory(
    _ id: Identifier<Story>,
    _ rule: (inout Story) throws -> Void
  ) throws -> Story {
    var story = try story(id)
    try rule(&story)
    try save(story)
    return story
  }

  /// Deletes a story; its sessions are kept and still refer to it.
  ///
  /// Throws `story.not_found`.
  public func deleteStory(_ id: Identifier<Story>) throws {
    let story = try story(id)
    title = "“\(story.title)” deleted"
    try delete(Story.recordKind, id.record)
  }

  /// Records that a player started to play a story; throws `story.not_found`.
  public func addPlay(of id: Identifier<Story>, at: Instant) throws {
    title = "“\(try story(id).title)” played"
    try save(Play(id: Identifier(newID()), story: id, at: at))
  }

  static func noStory(_ id: Identifier<Story>) -> CairnError {
    CairnError(
      "story.not_found",
      "There is no story \(ShortID(id.record).text).",
      hint: "List the stories to see their ids."
    )
  }

  private static func ambiguous(_ title: String) -> CairnError {
    CairnError(
      "story.ambiguous",
      "Several stories have the title “\(title)”.",
      hint: "Give the author as well, or the id."
    )
  }
}
