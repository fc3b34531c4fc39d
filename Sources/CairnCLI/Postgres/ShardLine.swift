import Cairn

/// A database for logs, as a line of the file of `--database-shards` names it:
/// `west postgresql://cairn_server@west/cairn`, with a third word, `pooled`, where the address leads
/// to a pooler of transactions.
struct ShardLine: Equatable {
  let name: String
  let address: String
  let isPooled: Bool

  /// Reads all lines but blank ones and those that begin with `#`.
  ///
  /// Throws `usage.shards` for any other, and for a name that comes twice: with the number of the line,
  /// and never with an address, which may hold a password.
  static func all(_ lines: [Substring]) throws(CairnError) -> [ShardLine] {
    var found: [ShardLine] = []
    for (index, line) in lines.enumerated() {
      let words = line.split { $0.isWhitespace }
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      if let rule = broken(words, after: found) { throw .badShard(index + 1, rule) }
      found.append(
        ShardLine(name: String(first), address: String(words[1]), isPooled: words.count == 3)
      )
    }
    return found
  }

  /// The rule that a line breaks; nil for a good one.
  private static func broken(_ words: [Substring], after earlier: [ShardLine]) -> String? {
    let name = words[0]
    if name == Shards.home { return "“home” is the database of the accounts" }
    if name.utf8.count > 64 { return "a name has at most 64 characters" }
    if name.contains(where: { ":/@".contains($0) }) { return "a name comes before the address" }
    if !isName(name) { return "“\(name)” has more than letters from a to z, digits and “-”" }
    if earlier.contains(where: { $0.name == name }) { return "“\(name)” is named once more" }
    if words.count == 1 { return "“\(name)” has no address" }
    if !isAddress(words[1]) { return "the address of “\(name)” does not begin with postgresql://" }
    guard words.count > 2 else { return nil }
    if words[2] != "pooled" { return "the third word of “\(name)” is not pooled" }
    return words.count == 3 ? nil : "“\(name)” has more words than a name, an address and pooled"
  }

  private static func isName(_ word: Substring) -> Bool {
    word.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
  }

  private static func isAddress(_ word: Substring) -> Bool {
    ["postgres://", "postgresql://"].contains { word.hasPrefix($0) }
  }
}

extension CairnError {
  fileprivate static func badShard(_ line: Int, _ rule: String) -> CairnError {
    CairnError(
      "usage.shards",
      "Line \(line) of --database-shards: \(rule).",
      hint: "Write it like: west postgresql://cairn_server@west/cairn."
    )
  }
}
