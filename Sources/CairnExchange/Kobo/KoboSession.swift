import Cairn

/// A reading session on a Kobo: a `LeaveContent` event of its table `AnalyticsEvents`.
struct KoboSession: Equatable {
  /// The id of the book on the device, or nil.
  let volume: String?
  let title: String?
  let author: String?
  /// The time at which the book was closed.
  let ended: Instant
  /// The reading time before that, 5 seconds to a day.
  let length: Milliseconds
  /// The position at that time, or nil.
  let position: Position?

  /// The minimum length; shorter events are books that were only opened and closed.
  static let minimum = Milliseconds.seconds(5)

  /// Parses an event with its position in the table; nil for one without reading time.
  ///
  /// Throws `kobo.session` for an event without an end time, or with an invalid length.
  init?(_ event: JSON, line: Int) throws(RowIssue) {
    guard let ended = event["Timestamp"]?.cell.flatMap({ Instant(kobo: trimmed($0)) }) else {
      throw Self.issue(line, "it has no end")
    }
    guard ended >= .earliest + .hours(24), ended < .limit else {
      throw Self.issue(line, "it ended at \(ended.text), which is outside 2000 to 2099")
    }
    let attributes = Self.object(event["Attributes"])
    guard let seconds = Self.object(event["Metrics"])?["SecondsRead"]?.cell.flatMap(Self.whole)
    else { throw Self.issue(line, "it has no duration") }
    guard (0...86_400).contains(seconds) else {
      throw Self.issue(line, "\(seconds) seconds were read, not 0 to 86400")
    }
    length = .seconds(seconds)
    guard length >= Self.minimum else { return nil }
    self.ended = ended
    let text = { (name: String) in
      attributes?[name]?.cell.map(trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }
    (volume, title, author) = (text("volumeid"), text("title"), text("author"))
    guard volume != nil || title != nil else { throw Self.issue(line, "it has no book") }
    let percent = text("progress").flatMap(Self.whole).flatMap { (1...100).contains($0) ? $0 : nil }
    position = percent.flatMap { try? .percent(hundredths: $0 * 100) }
  }

  /// The id of the book on the device, else its title and author.
  var book: String { volume ?? "\(folded(title ?? ""))\n\(folded(author ?? ""))" }

  /// The session; its key is made of book, end and length.
  var read: ImportedReadingSession {
    var read = ImportedReadingSession(
      key: [book, String(ended.milliseconds), String(length.count)].joined(separator: "\n"),
      segments: [Segment(start: ended - length, end: ended)]
    )
    read.endPosition = position
    return read
  }

  /// Returns the integer part of a number or numeric text.
  private static func whole(_ text: String) -> Int64? {
    Int64(text.prefix { $0 != "." })
  }

  private static func object(_ text: JSON?) -> JSON? {
    text?.cell.flatMap { try? JSON(parsing: Array($0.utf8)) }
  }

  private static func issue(_ line: Int, _ what: String) -> RowIssue {
    RowIssue(line: line, "kobo.session", "A session was skipped: \(what).")
  }
}
