/// An index of the stories in a log for matching the stories of an import.
public struct StoryIndex: Sendable {
  /// Stories by import and their ID there.
  private var sources: [[String]: Identifier<Story>] = [:]
  /// Stories by folded title, each with its folded author.
  private var titles: [String: [Candidate]] = [:]

  private struct Candidate: Sendable {
    let id: Identifier<Story>
    let author: String?
    let source: String?
    let hasSourceID: Bool
  }

  /// Creates an empty index.
  public init() {}

  /// Adds a story, even a deleted one, so that an import recognises it and leaves it deleted.
  public mutating func add(_ story: Story) {
    if let source = story.source, let number = story.sourceID {
      sources[[source, number]] = sources[[source, number]] ?? story.id
    }
    let known = Candidate(
      id: story.id,
      author: story.author.map { folded($0) },
      source: story.source,
      hasSourceID: story.sourceID != nil
    )
    titles[folded(story.title), default: []].append(known)
  }

  /// Returns the story that a source refers to, or the ID for a new one.
  ///
  /// A story is matched by the source's ID. Otherwise it is matched by title and author, if exactly one
  /// story matches and does not have another ID in that source. An unknown author matches any.
  public func story(
    _ title: String,
    author: String?,
    source: String,
    number: String?
  ) -> Identifier<Story> {
    if let number, let known = sources[[source, number]] { return known }
    let author = author.map { folded($0) }
    let sameTitle = (titles[folded(title)] ?? []).filter { known in
      (known.author == nil || author == nil || known.author == author)
        && (number == nil || known.source != source || !known.hasSourceID)
    }
    if sameTitle.count == 1 { return sameTitle[0].id }
    let name = number ?? "\(folded(title))\n\(author ?? "")"
    return Identifier(RecordID(derivedFrom: [source, "story", name]))
  }
}
