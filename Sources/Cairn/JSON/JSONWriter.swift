/// A writer that appends compact JSON to a byte buffer.
///
/// The writer adds commas and colons. The caller must close every object and array and write one
/// value for every key. Text stays UTF-8; only the characters that RFC 8259 requires are
/// escaped.
public struct JSONWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Whether the next key or value follows another one in the same object or array.
  private var needsComma = false

  /// Creates an empty writer with a reserved capacity in bytes.
  public init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// The text written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Opens an object.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Closes the innermost object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Opens an array.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Closes the innermost array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Appends the key of a member; its value must follow.
  public mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Appends a string.
  public mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// Appends an integer.
  public mutating func integer(_ value: Int64) {
    separate()
    bytes.append(decimal: value)
  }

  /// Appends `true` or `false`.
  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  /// Appends `null`.
  public mutating func null() { raw("null") }

  /// Appends a value that is already JSON, such as the literal text of a number.
  ///
  /// The text is not validated.
  public mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

extension JSONWriter {
  private mutating func quote(_ value: String) {
    var value = value
    bytes.append(UInt8(ascii: "\""))
    value.withUTF8 { escape(UnsafeRawBufferPointer($0)) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: UnsafeRawBufferPointer) {
    var start = 0
    while true {
      let end = plainEnd(text, from: start)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { return }
      escape(text[end])
      start = end + 1
    }
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    default: bytes.append(contentsOf: [0x75, 0x30, 0x30, hexDigit(byte >> 4), hexDigit(byte & 15)])
    }
  }
}

/// Returns the lower-case hexadecimal digit of a value from 0 to 15.
package func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
