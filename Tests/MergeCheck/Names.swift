import Cairn

/// Short names as IDs, as in the model in `Tests/Merge`, so that a failure can be read.
extension RecordID {
  /// Creates the ID whose bytes are the name, for names of at most 16 bytes.
  init(name: String) {
    var (high, low) = (0 as UInt64, 0 as UInt64)
    for (index, byte) in name.utf8.prefix(16).enumerated() {
      let shifted = UInt64(byte) << UInt64(56 - index % 8 * 8)
      if index < 8 { high |= shifted } else { low |= shifted }
    }
    self.init(high: high, low: low)
  }

  /// The name; meaningless for a derived ID.
  var shortName: String {
    let halves = [high, low]
    var bytes: [UInt8] = []
    for index in 0..<16 {
      let shifted = halves[index / 8] >> UInt64((7 - index % 8) * 8)
      bytes.append(UInt8(truncatingIfNeeded: shifted))
    }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The 32 digits without hyphens.
  var digits: String { String(decoding: text.utf8.filter { $0 != 0x2D }, as: UTF8.self) }

  /// The kind of record that has names with this first letter; derived IDs are those of sessions.
  var kind: RecordKind {
    switch high >> 48 {
    case 0x623A where isName: RecordKind("entry")
    case 0x723A where isName: RecordKind("read_through")
    case 0x703A where isName: RecordKind("reading_position")
    case 0x633A where isName: RecordKind("climb")
    case 0x613A where isName: RecordKind("attempt")
    default: RecordKind("session")
    }
  }

  /// Whether all bytes are ASCII, which those of a derived ID hardly ever are.
  private var isName: Bool { (high | low) & 0x8080_8080_8080_8080 == 0 }
}
