import Cairn

/// A sitting with a book of a Kobo: an event `LeaveContent` of its table `AnalyticsEvents`.
struct KoboSession: Equatable {
  /// What the device calls the book, or nil.
  let volume: String?
  let title: String?
  let author: String?
  /// When the book was left.
  let ended: Instant
  /// How long was read before that, 5 seconds to a day.
  let length: Milliseconds
  /// How much of the book lay behind the reader then, or nil.
  let position: Position?

  /// Shorter ones are books that were opened and closed.
  static let minimum = Milliseconds.seconds(5)

  /// Reads an event, with its place in the table; nil for one in which nothing was read.
  ///
  /// Throws `kobo.event` for one that does not tell when it ended, or an impossible length.
  init?(_ event: JSON, place: Int) throws(RowIssue) {
    guard let ended = event["Timestamp"]?.cell.flatMap({ Instant(kobo: trimmed($0)) }) else {
      throw Self.issue(place, "it does not tell when it ended")
    }
    guard ended >= .earliest + .hours(24), ended < .limit else {
      throw Self.issue(place, "it ended at \(ended.text), which is not from 2000 to 2099")
    }
    let attributes = Self.object(event["Attributes"])
    guard let seconds = Self.object(event["Metrics"])?["SecondsRead"]?.cell.flatMap(Self.whole)
    else { throw Self.issue(place, "it does not tell how long was read") }
    guard (0...86_400).contains(seconds) else {
      throw Self.issue(place, "\(seconds) seconds were read, not 0 to 86400")
    }
    length = .seconds(seconds)
    guard length >= Self.minimum else { return nil }
    self.ended = ended
    let text = { (name: String) in
      attributes?[name]?.cell.map(trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }
    (volume, title, author) = (text("volumeid"), text("title"), text("author"))
    guard volume != nil || title != nil else { throw Self.issue(place, "it names no book") }
    let percent = text("progress").flatMap(Self.whole).flatMap { (1...100).contains($0) ? $0 : nil }
    position = percent.flatMap { try? .percent(hundredths: $0 * 100) }
  }

  /// What the device calls the book, else its title and author.
  var book: String { volume ?? "\(folded(title ?? ""))\n\(folded(author ?? ""))" }

  /// The sitting; it is known again by book, end and length.
  var read: ReadSession {
    var read = ReadSession(
      key: [book, String(ended.milliseconds), String(length.count)].joined(separator: "\n"),
      segments: [Segment(start: ended - length, end: ended)]
    )
    read.endPosition = position
    return read
  }

  /// A number, or a text that is one.
  private static func whole(_ text: String) -> Int64? {
    Int64(text.prefix { $0 != "." })
  }

  private static func object(_ text: JSON?) -> JSON? {
    text?.cell.flatMap { try? JSON(parsing: Array($0.utf8)) }
  }

  private static func issue(_ place: Int, _ what: String) -> RowIssue {
    RowIssue(line: place, "kobo.event", "A session is left out: \(what).")
  }
}
