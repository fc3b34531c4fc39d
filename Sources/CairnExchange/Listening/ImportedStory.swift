public import Cairn

/// Something to listen to, as another program knows it.
public struct ImportedStory: Sendable, Equatable {
  /// What the source calls it; nil when it is known by title and author alone.
  public let number: String?
  /// Its title, which a story can have.
  public let title: String
  /// The series or podcast it is one of, or nil.
  public var series: String?
  /// Who wrote it, or nil.
  public var author: String?
  /// Who reads it, or nil.
  public var narrator: String?
  /// How long its audio is, 1 ms to 10,000 hours, or nil.
  public var duration: Milliseconds?
  /// What the source tells of it that is no listening, in lines, or nil.
  public var notes: String?
  /// When it came to the person, as far as the source tells, or nil.
  public var added: Instant?
  /// How the source tells of it, as canonical JSON, or nil.
  public var raw: String?

  init(number: String?, title: String) {
    (self.number, self.title) = (number, title)
  }

  /// What tells it from others of its file.
  var key: String {
    number.map { "#" + $0 } ?? "\(folded(title))\n\(author.map { folded($0) } ?? "")"
  }

  func record(_ id: Identifier<Story>, source: String, since first: Instant?) -> Story? {
    guard var story = try? Story(id: id, title: title) else { return nil }
    story.setSeries(series)
    story.setAuthor(author)
    story.setNarrator(narrator)
    try? story.setDuration(duration)
    story.added = added ?? first
    story.notes = notes
    (story.source, story.sourceID, story.sourceRow) = (source, number, raw)
    return story
  }
}
