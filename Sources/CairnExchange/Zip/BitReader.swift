import Cairn

/// A reader of bits from bytes, the least significant bit first (RFC 1951, 3.1.1).
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var next: Int
  private var held: UInt32 = 0
  private var count = 0

  init(_ bytes: ArraySlice<UInt8>) {
    (self.bytes, next) = (bytes, bytes.startIndex)
  }

  /// Returns the next bits as a number, at most 16; throws `zip.damaged` at the end.
  mutating func bits(_ wanted: Int) throws(ImportError) -> Int {
    while count < wanted {
      guard next < bytes.endIndex else { throw ZipArchive.damaged("it ends too early") }
      held |= UInt32(bytes[next]) << UInt32(count)
      next += 1
      count += 8
    }
    defer {
      held >>= UInt32(wanted)
      count -= wanted
    }
    return Int(held & ((1 << UInt32(wanted)) - 1))
  }

  /// Skips the remaining bits of the current byte.
  mutating func align() {
    held >>= UInt32(count % 8)
    count -= count % 8
  }
}
