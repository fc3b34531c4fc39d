/// Suggestions for mistyped words.
enum Suggestion {
  /// Returns the candidate most similar to a word; nil if none is similar.
  ///
  /// A word that is the prefix of exactly one candidate matches it. Otherwise the edit distance may be
  /// at most a third of the letters, and at least one.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let begun = candidates.filter { word.count > 1 && $0.hasPrefix(word) }
    if begun.count == 1 { return begun[0] }
    let limit = max(1, word.count / 3)
    return candidates.map { (distance($0, word), $0) }
      .filter { $0.0 <= limit }
      .min { $0.0 < $1.0 }?.1
  }

  /// Returns the number of insertions, deletions, replacements and swaps of adjacent letters.
  ///
  /// Optimal string alignment distance, O(left × right).
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var table = [Array(0...right.count)]
    for (i, letter) in left.enumerated() {
      table.append([i + 1])
      for (j, other) in right.enumerated() {
        var best = min(table[i][j + 1] + 1, table[i + 1][j] + 1)
        best = min(best, table[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
          best = min(best, table[i - 1][j - 1] + 1)
        }
        table[i + 1].append(best)
      }
    }
    return table[left.count][right.count]
  }
}
