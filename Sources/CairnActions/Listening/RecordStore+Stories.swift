public import Cairn

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

  /// Reads the fields of ``EditStory``.
  public init(_ input: some ActInput) throws(CairnError) {
    title = try input.text(EditStory.title) ?? ""
    (series, author) = (try input.known(EditStory.series), try input.known(EditStory.author))
    narrator = try input.known(EditStory.narrator)
    duration = try input.length(EditStory.duration) ?? nil
  }

  /// Returns the story to store; throws the errors of the setters of `Story`.
  package func story(_ id: Identifier<Story>, added: Instant) throws(CairnError) -> Story {
    var story = try Story(id: id, title: title)
    story.setSeries(series)
    story.setAuthor(author)
    story.setNarrator(narrator)
    try story.setDuration(duration)
    story.isFavorite = isFavorite
    story.added = added
    return story
  }
}

extension RecordStore {
  /// Returns a story; throws `story.not_found`.
  public func story(_ id: Identifier<Story>) throws(CairnError) -> Story {
    guard let story = try find(Story.self, id.record) else { throw .noStory(id) }
    return story
  }

  /// Returns the story with a title, and adds it if there is none.
  ///
  /// Compares case-folded titles, and authors if given. Throws `story.ambiguous` if two stories match, and the errors
  /// of ``AddStory/run(in:)``.
  public func story(titled new: NewStory) throws(CairnError) -> Story {
    let known = try stories(titled: new.title).filter { story in
      new.author.map { folded($0) == story.author.map { folded($0) } } ?? true
    }
    guard known.count < 2 else { throw .ambiguousStory(new.title) }
    if let one = known.first { return one }
    return try AddStory(new).run(in: self)
  }

  /// Starts a listening session of a story at its last position.
  ///
  /// Throws `story.not_found`, the errors of `rule`, and those of ``start(_:at:zone:adjust:_:)``.
  public func startListening(
    _ id: Identifier<Story>,
    at start: Instant,
    zone: String,
    adjust: Bool,
    _ rule: (inout Session<Listening>) throws(CairnError) -> Void = { (_) throws(CairnError) in }
  ) throws(CairnError) -> Session<Listening> {
    let story = try story(id)
    title = "Started listening to “\(story.title)”"
    let detail = Listening(story: story.id)
    return try self.start(detail, at: start, zone: zone, adjust: adjust, rule)
  }
}

extension CairnError {
  /// The error for an unknown story: `story.not_found`.
  package static func noStory(_ id: Identifier<Story>?) -> CairnError {
    CairnError(
      "story.not_found",
      id.map { "There is no story \(ShortID($0.record).text)." } ?? "There is no such story.",
      hint: "List the stories to see their ids."
    )
  }

  fileprivate static func ambiguousStory(_ title: String) -> CairnError {
    CairnError(
      "story.ambiguous",
      "Several stories have the title “\(title)”.",
      hint: "Give the author as well, or the id."
    )
  }
}
