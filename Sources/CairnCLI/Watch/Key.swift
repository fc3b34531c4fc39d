/// A key pressed in a terminal in raw mode.
enum Key: Sendable, Equatable {
  case character(Character)
  case enter, escape, backspace
  /// Ctrl-C or Ctrl-D.
  case interrupt

  /// Returns the keys that the bytes of one read stand for; arrow and function keys are left out.
  static func all(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var left = bytes[...]
    while let first = left.first {
      if first == introducer, let sequence = left.controlSequence {
        left = left.dropFirst(sequence)
      } else if let key = control[first] {
        keys.append(key)
        left = left.dropFirst()
      } else {
        let text = left.prefix { $0 >= 0x20 && $0 != 0x7F }
        keys += String(decoding: text, as: UTF8.self).map(Key.character)
        left = left.dropFirst(max(1, text.count))
      }
    }
    return keys
  }

  private static let introducer: UInt8 = 0x1B
  private static let control: [UInt8: Key] = [
    0x03: .interrupt, 0x04: .interrupt, 0x08: .backspace, 0x7F: .backspace, 0x0A: .enter,
    0x0D: .enter, 0x09: .character("\t"), introducer: .escape,
  ]
}

extension ArraySlice<UInt8> {
  /// The length of the control sequence at the start (ECMA-48, 5.4); nil for Escape alone.
  fileprivate var controlSequence: Int? {
    guard count > 1, [UInt8(ascii: "["), UInt8(ascii: "O")].contains(self[startIndex + 1]) else {
      return nil
    }
    let end = dropFirst(2).firstIndex { (0x40...0x7E).contains($0) } ?? endIndex - 1
    return end - startIndex + 1
  }
}
