/// Reads JSON value by value, without building a tree.
///
/// Strict: RFC 8259 with nothing added, and at most `depthLimit` nested values. The reader stands
/// before a value; every method takes exactly one. After a thrown error its position means
/// nothing.
public struct JSONReader: Sendable {
  /// How deeply arrays and objects may be nested.
  public static let depthLimit = 32

  /// Bytes from the start of the input to the next one to read.
  public internal(set) var offset: Int

  let bytes: [UInt8]
  let end: Int
  var depth = 0

  /// Makes a reader of a whole text.
  public init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// Makes a reader of one part of a buffer, for instance a line; the range must lie inside it.
  public init(_ bytes: [UInt8], in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The kinds of value that RFC 8259 knows.
  public enum Kind: Sendable, Equatable {
    /// Nothing, a truth value, a number, a text, a list, or a list of named values.
    case null, bool, number, string, array, object
  }

  /// Tells the kind of the next value from its first byte, without taking it.
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

  /// Takes an object and hands each member to `member` in the order of the text.
  ///
  /// The closure takes the value from the reader it is given; a value it leaves is skipped. Keys
  /// that occur twice are handed over twice. Write `{ key, reader throws(JSONError) in … }`: the
  /// compiler does not infer the error of a closure.
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

  /// Takes an array and hands the reader to `element` once for each value.
  ///
  /// A value that the closure leaves is skipped.
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

  /// Makes sure that only white space is left.
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

  /// The next byte that is no white space, not taken.
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

// The loops above are compiled once for each closure: what they share is kept out of them where bytes
// count more than time.
extension JSONReader {
  /// Takes the next value, checks it and forgets it.
  @inline(never)
  public mutating func skipValue() throws(JSONError) {
    switch try kind() {
    case .object: try object { _, _ in }
    case .array: try array { _ in }
    default: _ = try scalar()
    }
  }

  /// Takes an opening bracket, and the closing one when nothing lies between; tells whether
  /// something does, and then stands before it.
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

  /// Takes a key with its colon and stands before the value.
  #if hasFeature(Embedded)
  @inline(never)
  #endif
  private mutating func key() throws(JSONError) -> String {
    let key = try string()
    try expect(UInt8(ascii: ":"))
    _ = try peek()
    return key
  }

  /// Takes a comma, or the closing bracket; tells whether it was a comma, and then stands before the
  /// next value.
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
