/// A prefix code with symbols of different bit lengths (RFC 1951, 3.2.2).
struct PrefixCode {
  /// The number of symbols per code length.
  private var counts = [Int](repeating: 0, count: 16)
  /// The symbols in the order of their codes.
  private var symbols: [Int] = []

  /// Creates the canonical code with these bit lengths, at most 15; 0 means no code.
  ///
  /// Throws `zip.damaged` if the lengths are oversubscribed.
  init(lengths: some Collection<Int>) throws(ImportError) {
    for length in lengths where length > 0 { counts[length] += 1 }
    var free = 1
    for count in counts.dropFirst() {
      free = 2 * free - count
      guard free >= 0 else { throw ZipArchive.damaged("its codes are inconsistent") }
    }
    symbols = lengths.enumerated().filter { $0.element > 0 }
      .sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
      .map(\.offset)
  }

  /// Reads the next symbol; throws `zip.damaged` for an invalid code.
  func symbol(_ reader: inout BitReader) throws(ImportError) -> Int {
    var (code, first, place) = (0, 0, 0)
    for count in counts.dropFirst() {
      code |= try reader.bits(1)
      if code - first < count { return symbols[place + code - first] }
      place += count
      first = (first + count) << 1
      code <<= 1
    }
    throw ZipArchive.damaged("it has an invalid code")
  }
}

extension PrefixCode {
  /// Returns the fixed code of literals and lengths (RFC 1951, 3.2.6).
  static func fixedLiterals() throws(ImportError) -> PrefixCode {
    try PrefixCode(
      lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    )
  }

  /// Returns the fixed code of distances.
  static func fixedDistances() throws(ImportError) -> PrefixCode {
    try PrefixCode(lengths: [Int](repeating: 5, count: 30))
  }
}
