import Cairn

/// The binding of a Goodreads edition: free text with a few common values.
public struct GoodreadsFormat: Sendable, Equatable {
  /// The text in the file, for instance `Mass Market Paperback`.
  public let text: String
  /// The kind of edition that the text means.
  public let kind: Kind

  /// The kinds of edition that matter for reading.
  public struct Kind: Sendable, Hashable {
    /// The stable name.
    public let name: String

    /// A paperback of any size.
    public static let paperback = Kind(name: "paperback")
    /// A hardcover.
    public static let hardcover = Kind(name: "hardcover")
    /// An ebook.
    public static let ebook = Kind(name: "ebook")
    /// An audiobook.
    public static let audiobook = Kind(name: "audiobook")
    /// Any other binding, including Goodreads' unknown binding.
    public static let other = Kind(name: "other")
  }

  /// Classifies a binding by the words in it; nil for an empty one.
  public init?(_ text: String) {
    let words = folded(text)
    guard !words.isEmpty else { return nil }
    self.text = text
    kind = Self.words.first { words.contains($0.word) }?.kind ?? .other
  }

  /// The first match wins: an audio CD takes precedence over the hardcover that it came with.
  private static let words: [(word: String, kind: Kind)] = [
    ("audi", .audiobook), ("mp3", .audiobook), ("kindle", .ebook), ("ebook", .ebook),
    ("e book", .ebook), ("nook", .ebook), ("epub", .ebook), ("pdf", .ebook),
    ("hardcover", .hardcover), ("hardback", .hardcover), ("library binding", .hardcover),
    ("paperback", .paperback), ("softcover", .paperback), ("mass market", .paperback),
  ]
}
