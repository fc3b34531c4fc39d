/// The Base64 encoding (RFC 4648, section 4).
public enum Base64 {
  private static let signs = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// Encodes bytes, with `=` as padding.
  public static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let given = min(3, bytes.count - start)
      var word = UInt32(0)
      for index in 0..<3 { word = word << 8 | (index < given ? UInt32(bytes[start + index]) : 0) }
      for index in 0..<4 {
        let sign = signs[Int(word >> UInt32(18 - 6 * index) & 63)]
        text.append(index <= given ? sign : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Encodes bytes for addresses and tokens, without padding (RFC 4648, 5).
  public static func urlText(_ bytes: [UInt8]) -> String {
    let text = text(bytes).utf8.prefix { $0 != UInt8(ascii: "=") }
    let others = [UInt8(ascii: "+"): UInt8(ascii: "-"), UInt8(ascii: "/"): UInt8(ascii: "_")]
    return String(decoding: text.map { others[$0] ?? $0 }, as: UTF8.self)
  }

  /// Decodes the output of ``text(_:)``; nil for anything else.
  public static func bytes(_ text: String) -> [UInt8]? {
    let signs = Array(text.utf8)
    guard signs.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: signs.count, by: 4) {
      let group = signs[start..<start + 4].prefix { $0 != UInt8(ascii: "=") }
      let values = group.compactMap(value)
      guard values.count == group.count, values.count >= 2 else { return nil }
      let word = values.reduce(UInt32(0)) { $0 << 6 | $1 } << UInt32(24 - 6 * values.count)
      for index in 0..<(values.count - 1) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(16 - 8 * index)))
      }
    }
    return self.text(bytes) == text ? bytes : nil
  }

  private static func value(_ sign: UInt8) -> UInt32? {
    signs.firstIndex(of: sign).map { UInt32($0) }
  }
}
