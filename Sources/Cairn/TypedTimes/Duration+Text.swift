extension Milliseconds {
  /// Parses `45m`, `1h30`, `1 hour 30 minutes`, `1.5h`, `1:30`, `1:02:03`, `half an hour`, `PT45M`; nil for anything else.
  ///
  /// `m` is always minutes. A bare number is invalid, and a unit after a larger one must be below
  /// 60.
  package init?(durationText text: String) {
    let text = text.lowercased()
    guard let seconds = Self.colonSeconds(text) ?? Self.spokenSeconds(text) else { return nil }
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

  /// Parses units, of which words may be numbers: `an hour and 10 min`; or ISO 8601 as `pt1h30m`.
  private static func spokenSeconds(_ text: String) -> Int64? {
    if let seconds = phrases[text] ?? decimalSeconds(text) { return seconds }
    let words = (text.hasPrefix("pt") ? text.dropFirst(2) : text[...]).split(separator: " ")
    let numbers = words.filter { $0 != "and" }.map { word in
      Int64(numberWord: word).map { "\($0)" } ?? String(word)
    }
    return unitSeconds(numbers.joined(separator: " "))
  }

  private static let phrases: [String: Int64] = [
    "half an hour": 1_800, "half hour": 1_800, "hour": 3_600, "quarter an hour": 900,
    "hour and a half": 5_400, "an hour and a half": 5_400,
  ]

  /// Parses a number of hours with decimals: `1.5h`, `0.75 hours`.
  private static func decimalSeconds(_ text: String) -> Int64? {
    let number = text.prefix { $0 == "." || ($0.isASCII && $0.isNumber) }
    let unit = text.dropFirst(number.count).drop { $0 == " " }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard seconds[String(unit)] == 3_600, parts.count == 2, (1...2).contains(parts[1].utf8.count),
      let hours = Int64(digits: parts[0]), let part = Int64(digits: parts[1])
    else { return nil }
    return hours * 3_600 + part * (parts[1].utf8.count == 1 ? 360 : 36)
  }

  private static func unitSeconds(_ text: String) -> Int64? {
    var remaining = Substring(text)
    var (total, smallest) = (Int64(0), Int64.max)
    repeat {
      let number = remaining.prefix { $0.isASCII && $0.isNumber }
      remaining = remaining.dropFirst(number.count).drop { $0 == " " }
      let name = remaining.prefix { $0.isASCIILetter }
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

  private static let seconds: [String: Int64] = [
    "h": 3_600, "hr": 3_600, "hrs": 3_600, "hour": 3_600, "hours": 3_600,
    "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
  ]
}

extension Int64 {
  /// Parses `a`, `an` and `one` to `ten`.
  package init?(numberWord word: Substring) {
    let words: [Substring] = [
      "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]
    guard let index = ["a", "an"].contains(word) ? 0 : words.firstIndex(of: word) else {
      return nil
    }
    self = Int64(index + 1)
  }

  /// Parses one to six ASCII digits.
  package init?(digits text: Substring) {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    self.init(text)
  }
}
