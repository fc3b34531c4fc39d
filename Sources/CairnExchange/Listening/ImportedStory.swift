public import Cairn

/// A story from another app.
public struct ImportedStory: Sendable, Equatable {
  /// The id in the source; nil if only title and author are known.
  public let number: String?
  /// The title, which is valid for a story.
  public let title: String
  /// The series or podcast, or nil.
  public var series: String?
  /// The author, or nil.
  public var author: String?
  /// The narrator, or nil.
  public var narrator: String?
  /// The duration of the audio, 1 ms to 10,000 hours, or nil.
  public var duration: Milliseconds?
  /// Other data of the source, one item per line, or nil.
  public var notes: String?
  /// The time at which the person added it, or nil.
  public var added: Instant?
  /// The original data as canonical JSON, or nil.
  public var raw: String?

  init(number: String?, title: String) {
    (self.number, self.title) = (number, title)
  }

  /// The unique key within its file.
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
