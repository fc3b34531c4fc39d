/// Reads a stored text from its first byte to its last, without cutting it into strings.
struct ByteReader {
  private var bytes: UnsafeBufferPointer<UInt8>.SubSequence

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes[...]
  }

  var isAtEnd: Bool { bytes.isEmpty }

  /// Takes one character when it is next and tells whether it was.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next = bytes.first, UInt32(next) == character.value else { return false }
    bytes.removeFirst()
    return true
  }

  /// Takes a word when it is next and tells whether it was.
  mutating func take(_ word: String) -> Bool {
    guard bytes.starts(with: word.utf8) else { return false }
    bytes.removeFirst(word.utf8.count)
    return true
  }

  /// Takes the digits that come next as a whole number.
  ///
  /// Nil when there are none, too many, or zeros in front, which are never written.
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
