/// A checksum over the values of rows in order, with one multiplication per eight bytes.
///
/// It shows whether two results are the same, but does not resist deliberate collisions.
public struct RowDigest: Equatable, Sendable {
  /// The number of rows added.
  public private(set) var rows = 0
  private var hash: UInt64 = 0

  /// Creates the digest of no rows.
  public init() {}

  /// Adds a row; throws `typeMismatch` for a floating-point column.
  public mutating func add(_ row: any SQLRow) throws(StorageError) {
    rows += 1
    try row.digest(into: &self)
  }

  /// Adds a null.
  public mutating func addNull() { add(0) }

  /// Adds an integer.
  public mutating func add(integer: Int64) {
    add(1)
    add(UInt64(bitPattern: integer))
  }

  /// Adds the bytes of a text as stored.
  public mutating func add(text: UnsafeRawBufferPointer) {
    add(2)
    add(text)
  }

  /// Adds bytes.
  public mutating func add(blob: UnsafeRawBufferPointer) {
    add(3)
    add(blob)
  }

  private mutating func add(_ number: UInt64) {
    hash = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 32
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    let whole = bytes.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    for offset in whole..<bytes.count { add(UInt64(bytes[offset])) }
  }
}
