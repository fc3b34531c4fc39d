import Cairn

extension Milliseconds {
  /// Parses `45m`, `1h30`, `1h 30m`, `90min`, `1:30`, `1:02:03`, `30s`; nil for anything else.
  ///
  /// `m` is always minutes. A bare number is invalid, and a unit after a larger one must be below
  /// 60.
  init?(durationText text: String) {
    let text = text.lowercased()
    guard let seconds = Self.colonSeconds(text) ?? Self.unitSeconds(text) else { return nil }
    self = .seconds(seconds)
  }

  /// Parses `H:MM` or `H:MM:SS`.
  private static func colonSeconds(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64(digits: $0) }
    guard numbers.count == parts.count, (2...3).contains(parts.count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers[0] * 3_600 + numbers[1] * 60 + (parts.count == 3 ? numbers[2] : 0)
  }

  private static func unitSeconds(_ text: String) -> Int64? {
    var remaining = Substring(text)
    var (total, smallest) = (Int64(0), Int64.max)
    repeat {
      let number = remaining.prefix { $0.isASCII && $0.isNumber }
      remaining = remaining.dropFirst(number.count).drop { $0 == " " }
      let name = remaining.prefix { $0.isASCII && $0.isLetter }
      remaining = remaining.dropFirst(name.count).drop { $0 == " " }
      let isMinutesAfterHours = name.isEmpty && remaining.isEmpty && smallest == 3_600
      guard let value = Int64(digits: number),
        let unit = isMinutesAfterHours ? 60 : seconds[String(name)],
        unit < smallest, smallest == .max || value < 60
      else { return nil }
      (total, smallest) = (total + value * unit, unit)
    } while !remaining.isEmpty
    return total
  }

  private static let seconds: [String: Int64] = ["h": 3_600, "m": 60, "min": 60, "s": 1]
}

extension Int64 {
  /// Parses one to six ASCII digits.
  init?(digits text: Substring) {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    self.init(text)
  }
}
