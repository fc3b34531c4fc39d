public import Cairn

/// The story of a session: by id, or by a title, which may be new.
public struct StoryChoice: Sendable {
  /// The id of the story; nil to find or add it by title.
  public var id: Identifier<Story>?
  /// The title, with the details of a new story.
  public var new: NewStory
  /// Whether to add a new story even if another has the title.
  public var isNew: Bool

  /// Chooses a known story.
  public init(_ id: Identifier<Story>) {
    (self.id, new, isNew) = (id, NewStory(title: ""), false)
  }

  /// Chooses a story by title.
  public init(_ new: NewStory, isNew: Bool = false) { (self.new, self.isNew) = (new, isNew) }

  /// Returns the story; adds one if none has the title.
  ///
  /// Throws `story.not_found`, `story.ambiguous`, `story.title_missing` and `story.title_too_long`.
  public func find(in store: some RecordStore) throws(CairnError) -> Identifier<Story> {
    if let id { return try store.story(id).id }
    return isNew ? try AddStory(new).run(in: store).id : try store.story(titled: new).id
  }
}
