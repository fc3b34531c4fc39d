import Cairn

/// How an edition is made: what Goodreads calls its binding, free text with a few usual values.
public struct GoodreadsFormat: Sendable, Equatable {
  /// The text of the file, for instance `Mass Market Paperback`.
  public let text: String
  /// What the text means.
  public let kind: Kind

  /// The kinds of edition that matter for reading.
  public struct Kind: Sendable, Hashable {
    /// A stable name.
    public let name: String

    /// Soft covers of any size.
    public static let paperback = Kind(name: "paperback")
    /// Hard covers.
    public static let hardcover = Kind(name: "hardcover")
    /// Read on a screen.
    public static let ebook = Kind(name: "ebook")
    /// Listened to.
    public static let audiobook = Kind(name: "audiobook")
    /// Anything else, also what Goodreads calls an unknown binding.
    public static let other = Kind(name: "other")
  }

  /// Recognises a binding by the words in it; nil for an empty one.
  public init?(_ text: String) {
    let words = folded(text)
    guard !words.isEmpty else { return nil }
    self.text = text
    kind = Self.words.first { words.contains($0.word) }?.kind ?? .other
  }

  /// The first word that occurs decides: an audio CD beats the hard cover it came with.
  private static let words: [(word: String, kind: Kind)] = [
    ("audi", .audiobook), ("mp3", .audiobook), ("kindle", .ebook), ("ebook", .ebook),
    ("e book", .ebook), ("nook", .ebook), ("epub", .ebook), ("pdf", .ebook),
    ("hardcover", .hardcover), ("hardback", .hardcover), ("library binding", .hardcover),
    ("paperback", .paperback), ("softcover", .paperback), ("mass market", .paperback),
  ]
}
