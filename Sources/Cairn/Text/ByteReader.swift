/// A parser for stored text that works on bytes and creates no substrings.
struct ByteReader {
  private var bytes: UnsafeBufferPointer<UInt8>.SubSequence

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes[...]
  }

  var isAtEnd: Bool { bytes.isEmpty }

  /// Consumes a word if it is next, and returns whether it was.
  mutating func take(_ word: String) -> Bool {
    var rest = bytes
    for byte in word.utf8 {
      guard rest.first == byte else { return false }
      rest.removeFirst()
    }
    bytes = rest
    return true
  }

  /// Consumes the next digits as an integer.
  ///
  /// Returns nil without digits, on overflow, and for leading zeros, which are never written.
  mutating func number() -> Int64? {
    guard let first = bytes.first, (48...57).contains(first) else { return nil }
    var value: Int64 = 0
    let start = bytes.startIndex
    while let byte = bytes.first, (48...57).contains(byte) {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = tens.addingReportingOverflow(Int64(byte - 48))
      if isTooLarge || isStillTooLarge { return nil }
      value = sum
      bytes.removeFirst()
    }
    return first == 48 && bytes.startIndex > start + 1 ? nil : value
  }
}
