/// Returns the index of the first quote, backslash or control character at or after `start`, or the
/// count: the bytes before it need no escaping in JSON.
///
/// Checks eight bytes at a time: a byte below its threshold borrows into its own high bit, so a word
/// without such a bit contains none of the three (spec/performance.md D).
func plainEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
  var index = start
  while index + 8 <= bytes.count,
    !hasSpecial(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  {
    index += 8
  }
  while index < bytes.count, !isSpecial(bytes[index]) { index += 1 }
  return index
}

private func hasSpecial(_ word: UInt64) -> Bool {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quote: UInt64 = word ^ (ones &* 0x22)
  let backslash: UInt64 = word ^ (ones &* 0x5C)
  let borrows: UInt64 =
    ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
    | ((word &- (ones &* 0x20)) & ~word)
  return borrows & (ones &* 0x80) != 0
}

private func isSpecial(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == 0x22 || byte == 0x5C
}
