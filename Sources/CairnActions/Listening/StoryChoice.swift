public import Cairn

/// The story of a session: by id, or by a title, which may be new.
public struct StoryChoice: Sendable {
  /// The id of the story; nil to find or add it by title.
  public var id: Identifier<Story>?
  /// The title, with the details of a new story.
  public var new: NewStory
  /// Whether to add a new story even if another has the title.
  public var isNew: Bool

  private static let title = InputField.text(
    "title",
    "The title; one that resembles none you have adds it"
  ).kept
  /// The id.
  package static let story = InputField.text("story", "Or the id of a story").kept
  private static let author = InputField.text(
    "author",
    "The author of a new story, or of one of several with the title"
  )
  /// The fields.
  package static let fields = [title, story, author]

  /// Reads the fields.
  public init(_ input: some ActInput) throws(CairnError) {
    var new = NewStory(title: try input.text(Self.title) ?? "")
    new.author = try input.known(Self.author)
    self.init(new)
    id = try input.known(Self.story).map { Story.id(client: $0) }
  }

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
