public import Cairn

/// Adds a story.
public struct AddStory: Sendable {
  /// The story.
  public var new: NewStory

  /// Creates the act.
  public init(_ new: NewStory) { self.new = new }

  /// Adds the story and returns it.
  ///
  /// Throws `story.title_missing`, `story.title_too_long` and `story.invalid_duration`.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Story {
    let story = try new.story(store.newID(of: Story.self), added: store.now)
    store.title = "“\(story.title)” added"
    try store.save(story)
    return story
  }
}

/// Edits a story; nil leaves a value unchanged.
public struct EditStory: Sendable, Equatable {
  /// The story.
  public var id: Identifier<Story>
  /// The new title.
  public var title: String?
  /// The new series; an empty one clears it.
  public var series: String?
  /// The new author; an empty one clears it.
  public var author: String?
  /// The new narrator; an empty one clears it.
  public var narrator: String?
  /// The new duration of the audio; the inner nil clears it.
  public var duration: Milliseconds??
  /// Whether it is a favourite.
  public var isFavorite: Bool?

  /// The title.
  package static let title = InputField.text("title", "The new title").kept
  /// The series.
  package static let series = InputField.text("series", "The series or podcast")
  /// The author.
  package static let author = InputField.text("author", "The author")
  /// The narrator.
  package static let narrator = InputField.text("narrator", "The narrator")
  /// The length of the audio.
  package static let duration = InputField.audio(
    "duration_seconds",
    option: "length",
    "The length of the audio",
    example: "9:30:00, 45m"
  )

  /// Creates an edit without changes.
  public init(_ id: Identifier<Story>) { self.id = id }

  /// Reads the fields.
  public init(_ id: Identifier<Story>, _ input: some ActInput) throws(CairnError) {
    self.id = id
    (title, series) = (try input.text(Self.title), try input.text(Self.series))
    (author, narrator) = (try input.text(Self.author), try input.text(Self.narrator))
    duration = try input.length(Self.duration)
  }

  /// Edits the story.
  ///
  /// Throws `story.not_found`, `story.title_missing`, `story.title_too_long` and `story.invalid_duration`.
  public func run(in store: some RecordStore) throws(CairnError) {
    var story = try store.story(id)
    if let title { try story.setTitle(title) }
    if let series { story.setSeries(series) }
    if let author { story.setAuthor(author) }
    if let narrator { story.setNarrator(narrator) }
    if let duration { try story.setDuration(duration) }
    if let isFavorite { story.isFavorite = isFavorite }
    store.title = "“\(story.title)” \(done)"
    try store.save(story)
  }

  private var done: String {
    guard let isFavorite else { return "edited" }
    return isFavorite ? "added to favourites" : "removed from favourites"
  }
}

/// Deletes a story; its sessions are kept and still refer to it.
public struct DeleteStory: Sendable {
  /// The story.
  public var id: Identifier<Story>

  /// Creates the act.
  public init(_ id: Identifier<Story>) { self.id = id }

  /// Deletes the story; throws `story.not_found`.
  public func run(in store: some RecordStore) throws(CairnError) {
    store.title = "“\(try store.story(id).title)” deleted"
    try store.delete(Story.recordKind, id.record)
  }
}

/// Restores a deleted story.
public struct RestoreStory: Sendable {
  /// The story.
  public var id: Identifier<Story>

  /// Creates the act.
  public init(_ id: Identifier<Story>) { self.id = id }

  /// Restores the story; does nothing if it is not deleted, and throws `story.not_found`.
  public func run(in store: some LibraryStore) throws(CairnError) {
    guard let known = try store.findEvenIfDeleted(Story.self, id.record) else { throw .noStory(id) }
    store.title = "“\(known.entity.title)” restored"
    try store.restore(Story.recordKind, id.record)
  }
}

/// Merges a story with its sessions and plays into another, in one history entry for any number of sessions.
///
/// Where both have a value, that of the story that stays wins. Later reports about the other one count for it.
public struct MergeStories: Sendable {
  /// The story that stays.
  public var id: Identifier<Story>
  /// The story that is merged into it.
  public var other: Identifier<Story>

  /// Creates the act.
  public init(_ id: Identifier<Story>, _ other: Identifier<Story>) {
    (self.id, self.other) = (id, other)
  }

  /// Merges the stories; throws `story.not_found`, and `story.same` if the ids are equal.
  public func run(in store: some LibraryStore) throws(CairnError) {
    guard id != other else { throw Self.same }
    var (story, source) = (try store.story(id), try store.story(other))
    store.title = "“\(source.title)” merged into “\(story.title)”"
    store.beginBatch()
    story.fill(from: source)
    try store.save(story)
    try store.moveSessions(of: other, to: id)
    try store.movePlays(of: other, to: id)
    source.mergedInto = id
    try store.save(source)
    try store.delete(Story.recordKind, other.record)
  }

  private static var same: CairnError {
    CairnError(
      "story.same",
      "A story cannot be merged with itself.",
      hint: "Choose two stories."
    )
  }
}

// The parts of a merge that follow, too, when another device added to a merged story.

extension LibraryStore {
  /// Moves the sessions of a story to another.
  package func moveSessions(
    of other: Identifier<Story>,
    to id: Identifier<Story>
  ) throws(CairnError) {
    for moved in try sessions(of: other) {
      var session = try session(moved, as: Listening.self)
      session.detail.move(to: id)
      try save(session)
    }
  }

  /// Moves the plays of a story to another.
  package func movePlays(of other: Identifier<Story>, to id: Identifier<Story>) throws(CairnError) {
    for play in try plays(of: other) { try save(play.moved(to: id)) }
  }
}
