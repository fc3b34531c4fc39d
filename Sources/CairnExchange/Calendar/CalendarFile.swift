import Cairn

/// An iCalendar writer (RFC 5545).
///
/// Times are UTC, so the file needs no time zone definitions. Events are private and transparent:
/// past sessions do not block time in the calendar.
public struct CalendarFile: Sendable {
  private var text: [UInt8] = []

  /// Starts a calendar with a name.
  public init(name: String) {
    line("BEGIN:VCALENDAR")
    line("VERSION:2.0")
    line("PRODID:-//Cairn//Cairn//EN")
    line("CALSCALE:GREGORIAN")
    line("NAME:" + escaped(name))
    line("X-WR-CALNAME:" + escaped(name))
  }

  /// Appends an event.
  public mutating func append(_ event: CalendarEvent) {
    line("BEGIN:VEVENT")
    line("UID:" + escaped(event.uid))
    line("DTSTAMP:" + Self.time(event.changedAt))
    line("LAST-MODIFIED:" + Self.time(event.changedAt))
    line("DTSTART:" + Self.time(event.start))
    // RFC 5545 3.8.2.2: an end must be later than its start, in whole seconds.
    if Self.time(event.end) > Self.time(event.start) { line("DTEND:" + Self.time(event.end)) }
    line("SUMMARY:" + escaped(event.summary))
    if let description = event.description { line("DESCRIPTION:" + escaped(description)) }
    line("CATEGORIES:" + escaped(event.category))
    line("CLASS:PRIVATE")
    line("TRANSP:TRANSPARENT")
    line("END:VEVENT")
  }

  /// The complete file.
  public var bytes: [UInt8] { text + Array("END:VCALENDAR\r\n".utf8) }

  /// Returns `20260105T180000Z`.
  private static func time(_ instant: Instant) -> String {
    let whole = Instant(milliseconds: instant.milliseconds / 1_000 * 1_000)
    return whole.text.filter { $0 != "-" && $0 != ":" }
  }

  /// Escapes backslash, semicolon, comma and line breaks (RFC 5545 3.3.11); drops other controls.
  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", ";", ",": result += "\\\(character)"
      case "\n", "\r\n", "\r": result += "\\n"
      default:
        if character.unicodeScalars.contains(where: { $0.value >= 0x20 && $0.value != 0x7F }) {
          result.append(character)
        }
      }
    }
    return result
  }

  /// Appends a content line, folded at 75 octets (RFC 5545 3.1).
  private mutating func line(_ content: String) {
    if content.utf8.count <= 75 { text += content.utf8 } else { fold(content) }
    text += [0x0D, 0x0A]
  }

  /// Folds a line with a line break and a space, without splitting characters.
  private mutating func fold(_ content: String) {
    var length = 0
    for piece in content.flatMap(Self.pieces) {
      if length + piece.utf8.count > 75 {
        text += [0x0D, 0x0A, 0x20]
        length = 1
      }
      text += piece.utf8
      length += piece.utf8.count
    }
  }

  /// Returns the character, or its scalars if it is longer than a line.
  private static func pieces(_ character: Character) -> [String] {
    guard character.utf8.count > 74 else { return [String(character)] }
    return character.unicodeScalars.map { String($0) }
  }
}
