extension JSONReader {
  /// Reads a string.
  ///
  /// Rejects invalid UTF-8, unescaped control characters and unpaired surrogates.
  public mutating func string() throws(JSONError) -> String {
    guard try peek() == UInt8(ascii: "\"") else { throw error(.kind) }
    let start = offset
    offset += 1
    let plain = try plainRun()
    guard bytes[offset] != UInt8(ascii: "\"") else {
      offset += 1
      return try checked(bytes[plain], at: start)
    }
    var text = Array(bytes[plain])
    try unescape(into: &text)
    return try checked(text[...], at: start)
  }

  /// Moves to the next quote or backslash and returns the range of bytes before it.
  private mutating func plainRun() throws(JSONError) -> Range<Int> {
    let start = offset
    offset = bytes.withUnsafeBytes { all in
      plainEnd(UnsafeRawBufferPointer(rebasing: all[..<end]), from: start)
    }
    guard offset < end else { throw error(.unfinished) }
    guard bytes[offset] >= 0x20 else { throw error(.control) }
    return start..<offset
  }

  private func checked(_ text: ArraySlice<UInt8>, at start: Int) throws(JSONError) -> String {
    if isASCII(text) { return String(decoding: text, as: UTF8.self) }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw JSONError(offset: start, reason: .encoding)
    }
    return string
  }

  /// Checks for ASCII, which most input is: decoding it is five times as fast as validating UTF-8.
  private func isASCII(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { bytes in bytes.reduce(0, |) < 0x80 }
  }

  /// Appends the rest of a string and consumes the closing quote.
  private mutating func unescape(into text: inout [UInt8]) throws(JSONError) {
    while bytes[offset] == UInt8(ascii: "\\") {
      try escape(into: &text)
      text += bytes[try plainRun()]
    }
    offset += 1
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard offset + 1 < end else { throw error(.unfinished) }
    switch bytes[offset + 1] {
    case UInt8(ascii: "u"): return try appendScalar(to: &text)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case let byte where byte == 0x22 || byte == 0x5C || byte == 0x2F: text.append(byte)
    default: throw error(.escape)
    }
    offset += 2
  }

  private mutating func appendScalar(to text: inout [UInt8]) throws(JSONError) {
    let start = offset
    var value = try codeUnit()
    if (0xD800..<0xDC00).contains(value) {
      value = 0x10000 + (value - 0xD800) << 10 + (try lowSurrogate(after: start))
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw JSONError(offset: start, reason: .surrogate)
    }
    text.append(contentsOf: String(scalar).utf8)
  }

  private mutating func lowSurrogate(after start: Int) throws(JSONError) -> UInt32 {
    guard offset + 1 < end, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u"),
      case let low = try codeUnit(), (0xDC00..<0xE000).contains(low)
    else { throw JSONError(offset: start, reason: .surrogate) }
    return low - 0xDC00
  }

  /// Reads `\uXXXX`.
  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    guard offset + 6 <= end else { throw error(.unfinished) }
    var value: UInt32 = 0
    for byte in bytes[offset + 2..<offset + 6] {
      guard let digit = hexValue(byte) else { throw error(.escape) }
      value = value << 4 | UInt32(digit)
    }
    offset += 6
    return value
  }
}

/// Returns the value of a hexadecimal digit in either case; nil for any other byte.
package func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
