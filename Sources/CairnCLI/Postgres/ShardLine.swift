import Cairn

/// A line of the `--database-shards` file.
///
/// Example: `west postgresql://cairn_server@west/cairn`; append `pooled` for a transaction pooler.
struct ShardLine: Equatable {
  let name: String
  let address: String
  let isPooled: Bool

  /// Parses all lines, skipping blank lines and lines that start with `#`.
  ///
  /// Throws `usage.shards` for an invalid line or a duplicate name. The error contains the line number
  /// but not the address, which may include a password.
  static func all(_ lines: [Substring]) throws(CairnError) -> [ShardLine] {
    var found: [ShardLine] = []
    for (index, line) in lines.enumerated() {
      let fields = line.split { $0.isWhitespace }
      guard let first = fields.first, !first.hasPrefix("#") else { continue }
      if let rule = broken(fields, after: found) { throw .badShard(index + 1, rule) }
      found.append(
        ShardLine(name: String(first), address: String(fields[1]), isPooled: fields.count == 3)
      )
    }
    return found
  }

  /// Returns the rule that a line violates; nil if it is valid.
  private static func broken(_ fields: [Substring], after earlier: [ShardLine]) -> String? {
    let name = fields[0]
    if name == Shards.home { return "“home” is reserved for the database of the accounts" }
    if name.utf8.count > 64 { return "a name has at most 64 characters" }
    if name.contains(where: { ":/@".contains($0) }) { return "the name must come before the URL" }
    if !isName(name) { return "“\(name)” may only contain letters from a to z, digits and “-”" }
    if earlier.contains(where: { $0.name == name }) { return "“\(name)” is listed twice" }
    if fields.count == 1 { return "“\(name)” has no URL" }
    if !isAddress(fields[1]) { return "the URL of “\(name)” does not begin with postgresql://" }
    guard fields.count > 2 else { return nil }
    if fields[2] != "pooled" { return "the third word of “\(name)” must be “pooled”" }
    return fields.count == 3 ? nil : "“\(name)” takes a name, a URL and optionally “pooled”"
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
      hint: "Write for instance: west postgresql://cairn_server@west/cairn."
    )
  }
}
