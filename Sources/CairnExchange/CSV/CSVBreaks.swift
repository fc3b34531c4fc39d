/// The normalisation of a table's line breaks.
enum CSVBreaks {
  /// Returns the text with LF for every CR if the first line from `start` ends with a lone CR, as in
  /// files of classic Mac OS; otherwise returns it unchanged.
  static func unified(_ bytes: [UInt8], from start: Int) -> [UInt8] {
    var isQuoted = false
    guard
      let index = bytes[start...].firstIndex(where: { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return !isQuoted && (byte == 0x0A || byte == 0x0D)
      }), bytes[index] == 0x0D, index + 1 == bytes.count || bytes[index + 1] != 0x0A
    else { return bytes }
    return bytes.map { $0 == 0x0D ? 0x0A : $0 }
  }
}

/// The separator in a first line `sep=;`, which Excel reads and writes.
struct NamedSeparator {
  let separator: UInt8
  /// The length of the line in bytes.
  let length: Int

  /// Returns nil if the text starts differently.
  init?(_ bytes: [UInt8]) {
    let end = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
    let line = bytes[..<end].filter { $0 != UInt8(ascii: "\"") }
    let name = String(decoding: line.prefix(4), as: UTF8.self).lowercased()
    guard name == "sep=", line.count == 5, let last = line.last else { return nil }
    (separator, length) = (last, min(end + (isPair ? 2 : 1), bytes.count))
  }
}
