/// A position in audio or a duration, as a person types it.
public struct AudioTime: Sendable, Equatable {
  /// The duration, or the distance from the start.
  public let length: Milliseconds

  /// Parses `1:02:03`, `1:30` (an hour and a half, as everywhere in Cairn), `1h 2m 3s`, `1h30`, `45m`,
  /// `90min` or `0`; nil for anything else.
  public init?(typed text: String) {
    let word = text.lowercased().filter { !$0.isWhitespace }
    guard let seconds = Self.clock(word) ?? Self.units(word) else { return nil }
    length = .seconds(seconds)
  }

  /// Parses the same forms; throws `request.field` for anything else.
  public init(_ text: String) throws(CairnError) {
    guard let time = AudioTime(typed: text) else {
      throw CairnError(
        "request.field",
        "“\(text)” is not a position in audio or a length.",
        hint: "Write hours, minutes and seconds such as 1:02:03 or 45m; 1:30 is an hour and a half."
      )
    }
    self = time
  }

  /// Parses `1:02:03` and `1:30`; a single number is ambiguous unless it is 0.
  private static func clock(_ word: String) -> Int64? {
    if word == "0" { return 0 }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(number)
    guard numbers.count == parts.count, (2...3).contains(parts.count),
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers.reduce(0) { $0 * 60 + $1 } * (parts.count == 2 ? 60 : 1)
  }

  /// Parses `1h2m3s` and `1h30`, with each unit at most once and in this order.
  private static func units(_ word: String) -> Int64? {
    var (rest, seconds, smallest) = (word[...], Int64(0), Int64(0))
    for (unit, length) in [("h", Int64(3_600)), ("m", 60), ("s", 1)] {
      guard let index = rest.firstIndex(of: Character(unit)) else { continue }
      guard let count = number(rest[..<index]) else { return nil }
      seconds += count * length
      (rest, smallest) = (rest[rest.index(after: index)...], length)
      if unit == "m", rest.hasPrefix("in") { rest = rest.dropFirst(2) }
    }
    if smallest == 3_600, let minutes = number(rest), minutes < 60 { return seconds + minutes * 60 }
    return smallest > 0 && rest.isEmpty ? seconds : nil
  }

  private static func number(_ text: Substring) -> Int64? {
    guard (1...5).contains(text.utf8.count), text.allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    return Int64(text)
  }
}
