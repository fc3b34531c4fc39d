/// What an import looks up to find a story again.
public struct StoryIndex: Sendable {
  /// Stories by the import they came from and what that calls them.
  private var sources: [[String]: Identifier<Story>] = [:]
  /// Stories by folded title, each with its folded author.
  private var titles: [String: [Known]] = [:]

  private struct Known: Sendable {
    let id: Identifier<Story>
    let author: String?
    let source: String?
    let isNumbered: Bool
  }

  /// Knows no story.
  public init() {}

  /// Adds a story; one that the person deleted as well, so that it is recognised and left alone.
  public mutating func add(_ story: Story) {
    if let source = story.source, let number = story.sourceID {
      sources[[source, number]] = sources[[source, number]] ?? story.id
    }
    let known = Known(
      id: story.id,
      author: story.author.map { folded($0) },
      source: story.source,
      isNumbered: story.sourceID != nil
    )
    titles[folded(story.title), default: []].append(known)
  }

  /// The story that a source means, or the id that it gets.
  ///
  /// It is known by what the source calls it, else by title and author where exactly one story has
  /// them that the source does not call something else. One author that is not known is any.
  public func story(
    _ title: String,
    author: String?,
    source: String,
    number: String?
  ) -> Identifier<Story> {
    if let number, let known = sources[[source, number]] { return known }
    let author = author.map { folded($0) }
    let alike = (titles[folded(title)] ?? []).filter { known in
      (known.author == nil || author == nil || known.author == author)
        && (number == nil || known.source != source || !known.isNumbered)
    }
    if alike.count == 1 { return alike[0].id }
    let name = number ?? "\(folded(title))\n\(author ?? "")"
    return Identifier(RecordID(derivedFrom: [source, "story", name]))
  }
}
