public import Cairn
import CairnSQL

/// A story to keep; all but its title optional.
public struct NewStory: Sendable {
  /// Its title.
  public var title: String
  /// What it is one of.
  public var series: String?
  /// Who wrote it.
  public var author: String?
  /// Who reads it.
  public var narrator: String?
  /// How long its audio is.
  public var duration: Milliseconds?
  /// Whether it is a favourite.
  public var isFavorite = false

  /// A story of which only the title is known.
  public init(title: String) { self.title = title }
}

extension LogWriter {
  /// Keeps a story, under the id that a listening app has for it if it has one.
  ///
  /// A story that is there under this id stays as it is and is given; one that was deleted comes
  /// back with what is said of it now, and one that was merged into another is that other one. Throws
  /// what the setters of `Story` throw.
  @discardableResult
  public func addStory(_ new: NewStory, client text: String? = nil) throws -> Story {
    let id = text.map(Story.id(client:)) ?? newID(of: Story.self)
    if let known = try find(Story.self, id.record) { return known }
    if let mergeTarget = try mergedHeir(of: id) { return mergeTarget }
    var story = try Story(id: id, title: new.title)
    try fill(&story, from: new)
    story.added = now
    story.clientID = text.flatMap { RecordID(text: $0) == nil ? $0 : nil }
    title = "Add “\(story.title)”"
    try save(story)
    return story
  }

  private func mergedHeir(of id: Identifier<Story>) throws -> Story? {
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

  /// The one story a title means, made when there is none.
  ///
  /// Titles are compared folded, and with the author where one is given. Throws
  /// `story.ambiguous` when two stories have the title, and as ``addStory(_:client:)``.
  public func story(titled new: NewStory) throws -> Story {
    let known = try StoryQuery.titled(new.title, in: connection).filter { row in
      new.author.map { folded($0) == row.author.map { folded($0) } } ?? true
    }
    guard known.count < 2 else { throw Self.ambiguous(new.title) }
    guard let row = known.first else { return try addStory(new) }
    return try story(row.id)
  }

  /// A stored story; throws `story.not_found`.
  public func story(_ id: Identifier<Story>) throws -> Story {
    guard let story = try find(Story.self, id.record) else { throw Self.noStory(id) }
    return story
  }

  /// A story, be it deleted by now: what was heard of it is still to be kept.
  ///
  /// Throws `story.not_found` for one that never was.
  public func everStory(_ id: Identifier<Story>) throws -> Story {
    guard let record = try RecordTable.find(Story.recordKind, id.record, in: connection) else {
      throw Self.noStory(id)
    }
    return try Story(recordID: id.record, fields: record.fields)
  }

  /// Applies a rule to a stored story; throws `story.not_found`, and what the rule throws.
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

  /// Deletes a story; its sessions stay, and still say what was listened to.
  ///
  /// Throws `story.not_found`.
  public func deleteStory(_ id: Identifier<Story>) throws {
    let story = try story(id)
    title = "Delete “\(story.title)”"
    try delete(Story.recordKind, id.record)
  }

  /// Notes that a player was told to play a story; throws `story.not_found`.
  public func addPlay(of id: Identifier<Story>, at: Instant) throws {
    title = "Play “\(try story(id).title)”"
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
      "More than one story is called “\(title)”.",
      hint: "Name its author as well, or give its id."
    )
  }
}
