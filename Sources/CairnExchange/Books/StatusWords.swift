import Cairn

extension ReadingStatus {
  /// Parses other apps' names of a status (spec/reading.md 5.2, RB); nil for unknown ones.
  ///
  /// Dashes and underscores count as spaces.
  init?(word: String) {
    let word = Self.spaced(word)
    guard let status = Self.names.first(where: { $0.names.contains(word) })?.status
    else { return nil }
    self = status
  }

  /// Matches a misspelled name; nil without a single best status.
  ///
  /// Names of five letters allow one edit, names of eight letters two (spec/reading.md 5.2).
  init?(nearly word: String) {
    let word = Array(Self.spaced(word))
    guard word.count >= 5 else { return nil }
    let allowed = word.count < 8 ? 1 : 2
    let near = Self.names.filter { entry in
      entry.names.contains { $0.count >= 5 && editDistance(word, Array($0)) <= allowed }
    }
    guard near.count == 1 else { return nil }
    self = near[0].status
  }

  private static func spaced(_ word: String) -> String {
    collapsed(String(word.lowercased().map { "-_".contains($0) ? " " : $0 }))
  }

  private static let names: [(names: Set<String>, status: ReadingStatus)] = [
    (["wishlist", "want to read", "want", "planned"], .wishlist),
    (
      ["to read", "owned", "unread", "not started", "tbr", "to be read", "on shelf"],
      .toRead
    ),
    (["reading", "currently reading", "in progress", "started", "current"], .reading),
    (["read", "finished", "completed", "done"], .read),
    (["on hold", "onhold", "paused", "suspended"], .paused),
    (
      [
        "dnf", "did not finish", "didn't finish", "abandoned", "quit", "stopped", "stopped reading",
      ],
      .didNotFinish
    ),
  ]
}

extension RowCells {
  /// Returns the status in a cell; adds an issue for an unknown one.
  mutating func status(_ column: String) -> ReadingStatus? {
    guard let text = text(column) else { return nil }
    if let status = ReadingStatus(word: text) { return status }
    note("import.status", column, text, "is not a known status")
    return nil
  }
}

extension RowCells {
  /// Returns the status in a cell; tolerates typos and adds an issue for them.
  mutating func fuzzyStatus(_ column: String) -> ReadingStatus? {
    guard let text = text(column), ReadingStatus(word: text) == nil, text.count <= 40,
      let status = ReadingStatus(nearly: text)
    else { return status(column) }
    note("import.status", column, text, "is read as \(status.label)")
    return status
  }
}

/// Returns the Levenshtein distance of two texts.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (index, letter) in left.enumerated() {
    var corner = index
    row[0] = index + 1
    for (other, candidate) in right.enumerated() {
      let changed = corner + (letter == candidate ? 0 : 1)
      corner = row[other + 1]
      row[other + 1] = min(changed, corner + 1, row[other] + 1)
    }
  }
  return row[right.count]
}
