import Cairn

extension ReadingStatus {
  /// Reads what other programs call a status (spec/reading.md 5.2, RB); nil for other words.
  ///
  /// `to-read` means wanted where it comes with a hyphen, as Goodreads and StoryGraph write it, and
  /// owned where a person wrote two words.
  init?(word: String) {
    let word = collapsed(word.lowercased())
    guard let status = Self.words.first(where: { $0.words.contains(word) })?.status
    else { return nil }
    self = status
  }

  private static let words: [(words: Set<String>, status: ReadingStatus)] = [
    (["wishlist", "want to read", "want-to-read", "to-read", "want", "planned"], .wishlist),
    (
      ["to read", "owned", "unread", "not started", "tbr", "to-be-read", "to be read", "on shelf"],
      .toRead
    ),
    (
      [
        "reading", "currently reading", "currently-reading", "in progress", "in_progress",
        "in-progress", "started", "current",
      ],
      .reading
    ),
    (["read", "finished", "completed", "done"], .read),
    (["on hold", "on-hold", "onhold", "paused", "suspended"], .paused),
    (
      ["dnf", "did not finish", "did-not-finish", "didn't finish", "abandoned", "quit", "stopped"],
      .didNotFinish
    ),
  ]
}

extension RowCells {
  /// The status a cell names; notes a word that is none.
  mutating func status(_ column: String) -> ReadingStatus? {
    guard let text = text(column) else { return nil }
    if let status = ReadingStatus(word: text) { return status }
    note("import.status", column, text, "is no status that is known")
    return nil
  }
}
