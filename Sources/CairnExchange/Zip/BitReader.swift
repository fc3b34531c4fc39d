/// A reader of bits from bytes, the least significant bit first (RFC 1951, 3.1.1).
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var next: Int
  private var buffer: UInt32 = 0
  private var count = 0

  init(_ bytes: ArraySlice<UInt8>) {
    (self.bytes, next) = (bytes, bytes.startIndex)
  }

  /// Returns the next bits as a number, at most 16; throws `zip.damaged` at the end.
  mutating func bits(_ bitCount: Int) throws(ImportError) -> Int {
    while count < bitCount {
      guard next < bytes.endIndex else { throw ZipArchive.damaged("it ends too early") }
      buffer |= UInt32(bytes[next]) << UInt32(count)
      next += 1
      count += 8
    }
    defer {
      buffer >>= UInt32(bitCount)
      count -= bitCount
    }
    return Int(buffer & ((1 << UInt32(bitCount)) - 1))
  }

  /// Skips the remaining bits of the current byte.
  mutating func align() {
    buffer >>= UInt32(count % 8)
    count -= count % 8
  }
}
