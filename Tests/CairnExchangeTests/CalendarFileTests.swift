import Cairn
import CairnExchange
import Testing

private func event(
  _ summary: String,
  start: Int64 = 1_767_636_000_000,
  length: Int64 = 1_800_000
) -> CalendarEvent {
  CalendarEvent(
    uid: "1@cairn",
    start: Instant(milliseconds: start),
    end: Instant(milliseconds: start + length),
    changedAt: Instant(milliseconds: start + length),
    summary: summary,
    description: nil,
    category: "Reading"
  )
}

private func written(_ event: CalendarEvent) -> String {
  var file = CalendarFile(name: "Cairn")
  file.append(event)
  return String(decoding: file.bytes, as: UTF8.self)
}

/// Returns the unfolded lines (RFC 5545 3.1).
private func unfolded(_ text: String) -> [String] {
  text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
}

@Suite struct `A calendar file` {
  @Test func `has an event per session`() {
    #expect(
      unfolded(written(event("Reading"))) == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cairn//Cairn//EN", "CALSCALE:GREGORIAN",
        "NAME:Cairn", "X-WR-CALNAME:Cairn", "BEGIN:VEVENT", "UID:1@cairn",
        "DTSTAMP:20260105T183000Z", "LAST-MODIFIED:20260105T183000Z", "DTSTART:20260105T180000Z",
        "DTEND:20260105T183000Z", "SUMMARY:Reading", "CATEGORIES:Reading", "CLASS:PRIVATE",
        "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR",
      ]
    )
  }

  @Test(arguments: [
    ("a, b; c \\ d", #"a\, b\; c \\ d"#), ("two\nlines", #"two\nlines"#),
    ("two\r\nlines", #"two\nlines"#), ("BEGIN:VEVENT", "BEGIN:VEVENT"), ("bell\u{7}", "bell"),
  ])
  func `escapes special characters`(text: String, expected: String) {
    #expect(unfolded(written(event(text))).contains("SUMMARY:\(expected)"))
  }

  @Test(arguments: [
    String(repeating: "a", count: 300), String(repeating: "ä", count: 300),
    String(repeating: "漢", count: 100), String(repeating: "🧗‍♀️", count: 60),
    "e\u{301}" + String(repeating: "x\u{301}", count: 200),
  ])
  func `folds lines at 75 octets without cutting a character`(text: String) {
    let file = written(event(text))
    let lines = file.split(separator: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(
      file.utf8.allSatisfy { _ in true }
        && String(validating: Array(file.utf8), as: UTF8.self) != nil
    )
    #expect(unfolded(file).contains("SUMMARY:\(text)"))
  }

  @Test func `has no end for an event of less than a second`() {
    let lines = unfolded(written(event("x", length: 300)))
    #expect(lines.contains("DTSTART:20260105T180000Z"))
    #expect(!lines.contains { $0.hasPrefix("DTEND") })
  }
}
