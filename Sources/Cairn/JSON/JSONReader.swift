/// A JSON reader that reads value by value, without building a tree.
///
/// It is strict: RFC 8259 without extensions, and at most `depthLimit` nested values. The reader is
/// positioned before a value, and every method reads exactly one. After an error its position is
/// undefined.
public struct JSONReader: Sendable {
  /// The maximum nesting of arrays and objects.
  public static let depthLimit = 32

  /// The byte offset from the start of the input to the next byte.
  public internal(set) var offset: Int

  let bytes: [UInt8]
  let end: Int
  var depth = 0

  /// Creates a reader for a whole text.
  public init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// Creates a reader for a part of a buffer, such as a line; the range must be inside the buffer.
  public init(_ bytes: [UInt8], in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The types of JSON values (RFC 8259).
  public enum Kind: Sendable, Equatable {
    /// The six types.
    case null, bool, number, string, array, object
  }

  /// Returns the type of the next value from its first byte, without consuming it.
  public mutating func kind() throws(JSONError) -> Kind {
    switch try peek() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: throw error(.unexpected)
    }
  }

  /// Reads an object and calls `member` for each member, in the order of the text.
  ///
  /// The closure reads the value; a value that it does not read is skipped. Duplicate keys are passed
  /// twice. Write `{ key, reader throws(JSONError) in … }`, because the compiler does not infer the
  /// error type of a closure.
  public mutating func object(
    _ member: (String, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try enter(UInt8(ascii: "{"), UInt8(ascii: "}")) else { return }
    repeat {
      let key = try key()
      let start = offset
      try member(key, &self)
      if offset == start { try skipValue() }
    } while try isFollowed(before: UInt8(ascii: "}"))
  }

  /// Reads an array and calls `element` once for each value.
  ///
  /// A value that the closure does not read is skipped.
  public mutating func array(
    _ element: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try enter(UInt8(ascii: "["), UInt8(ascii: "]")) else { return }
    repeat {
      let start = offset
      try element(&self)
      if offset == start { try skipValue() }
    } while try isFollowed(before: UInt8(ascii: "]"))
  }

  /// Checks that only white space is left; throws otherwise.
  public mutating func finish() throws(JSONError) {
    skipSpace()
    if offset < end { throw error(.trailing) }
  }
}

extension JSONReader {
  func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(offset: offset, reason: reason)
  }

  mutating func skipSpace() {
    while offset < end {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  /// Returns the next byte that is not white space, without consuming it.
  mutating func peek() throws(JSONError) -> UInt8 {
    skipSpace()
    guard offset < end else { throw error(.unfinished) }
    return bytes[offset]
  }

  private mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
    guard try peek() == byte else { return false }
    offset += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard try take(byte) else { throw error(.unexpected) }
  }
}

// The loops above are compiled once for each closure. The code they share is separate where binary size
// matters more than speed.
extension JSONReader {
  /// Validates the next value and discards it.
  @inline(never)
  public mutating func skipValue() throws(JSONError) {
    switch try kind() {
    case .object: try object { _, _ in }
    case .array: try array { _ in }
    default: _ = try scalar()
    }
  }

  /// Consumes an opening bracket and returns whether a value follows; consumes the closing bracket of
  /// an empty list.
  #if hasFeature(Embedded)
  @inline(never)
  #endif
  private mutating func enter(_ bracket: UInt8, _ closing: UInt8) throws(JSONError) -> Bool {
    guard try take(bracket) else { throw error(.kind) }
    guard depth < Self.depthLimit else { throw error(.depth) }
    if try take(closing) { return false }
    depth += 1
    return true
  }

  /// Reads a key with its colon and moves to the value.
  #if hasFeature(Embedded)
  @inline(never)
  #endif
  private mutating func key() throws(JSONError) -> String {
    let key = try string()
    try expect(UInt8(ascii: ":"))
    _ = try peek()
    return key
  }

  /// Consumes a comma or the closing bracket and returns whether it was a comma; moves to the next
  /// value in that case.
  #if hasFeature(Embedded)
  @inline(never)
  #endif
  private mutating func isFollowed(before closing: UInt8) throws(JSONError) -> Bool {
    if try take(UInt8(ascii: ",")) {
      _ = try peek()
      return true
    }
    try expect(closing)
    depth -= 1
    return false
  }
}
