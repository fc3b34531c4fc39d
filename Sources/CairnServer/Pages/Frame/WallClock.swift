import Cairn
import CairnInsights

/// How instants and days look to the person.
struct WallClock: Sendable {
  let zone: ZoneRules
  let now: Instant

  /// `20:40` today, else `yesterday 20:40` or `2026-01-05 20:40`.
  func text(_ instant: Instant) -> String {
    switch zone.day(at: now) - zone.day(at: instant) {
    case 0: time(instant)
    case 1: "yesterday \(time(instant))"
    default: "\(zone.day(at: instant).text) \(time(instant))"
    }
  }

  /// A sentence in which every instant, `2026-01-05T19:40:00Z`, is said as it is here.
  func telling(_ sentence: String) -> String {
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { word -> String in
      let end = word.lastIndex(of: "Z").map { word.index(after: $0) } ?? word.startIndex
      guard word.contains("T"), let instant = Instant(text: String(word[..<end])) else {
        return String(word)
      }
      return exactly(instant) + word[end...]
    }.joined(separator: " ")
  }

  /// As ``text(_:)``, with the seconds of an instant that has some.
  private func exactly(_ instant: Instant) -> String {
    let seconds = Instant(milliseconds: zone.wallClock(at: instant)).text.dropFirst(16).prefix(3)
    return text(instant) + (seconds.hasPrefix(":") && seconds != ":00" ? String(seconds) : "")
  }

  /// `20:40`.
  func time(_ instant: Instant) -> String {
    String(field(instant).dropFirst(11))
  }

  /// `20:40–21:15`; an end on another day says so.
  func stretch(_ start: Instant, _ end: Instant?) -> String {
    guard let end else { return time(start) }
    let isOther = zone.day(at: start) != zone.day(at: end)
    return "\(time(start))–\(time(end))"
      + (isOther ? " (\(CalendarText.short(zone.day(at: end))))" : "")
  }

  /// `2026-01-05T20:40`, as a field for date and time takes and gives it (HTML, 2.3.5).
  func field(_ instant: Instant) -> String {
    String(Instant(milliseconds: zone.wallClock(at: instant)).text.prefix(16))
  }

  /// The instant that such a field shows; throws `request.field`.
  func instant(_ field: String, name: String) throws(CairnError) -> Instant {
    let text = field + (field.utf8.count == 16 ? ":00Z" : "Z")
    guard let local = Instant(text: text) else {
      throw .field(name, "takes a date and a time such as 2026-01-05T20:40")
    }
    return zone.instant(wallClock: local.milliseconds)
  }
}
