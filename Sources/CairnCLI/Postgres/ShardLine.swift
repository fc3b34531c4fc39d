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
  /// Throws `usage.shards` for any other, and for a name that comes twice.
  static func all(_ lines: [Substring]) throws(CairnError) -> [ShardLine] {
    var found: [ShardLine] = []
    for words in lines.map({ $0.split { $0.isWhitespace } }) {
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      found.append(try ShardLine(words))
    }
    guard Set(found.map(\.name)).count == found.count else { throw .noShardLine }
    return found
  }

  private init(_ words: [Substring]) throws(CairnError) {
    guard 2...3 ~= words.count, words.count == 2 || words[2] == "pooled", Self.isName(words[0]),
      ["postgres://", "postgresql://"].contains(where: { words[1].hasPrefix($0) })
    else { throw .noShardLine }
    (name, address, isPooled) = (String(words[0]), String(words[1]), words.count == 3)
  }

  private static func isName(_ word: Substring) -> Bool {
    word != Shards.home && word.utf8.count <= 64
      && word.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
  }
}

extension CairnError {
  fileprivate static var noShardLine: CairnError {
    CairnError(
      "usage.shards",
      "A line of --database-shards has no good name, a name once more, or no address.",
      hint: "Write it like: west postgresql://cairn_server@west/cairn."
    )
  }
}
