extension Record {
  /// The longest text a field may hold: 1 MiB of UTF-8, so that all that was done can be sent.
  package static let textLimit = 1_048_576

  /// A value that no version of Cairn writes, in words; nil when there is none.
  ///
  /// A word that is not known may come from a newer version and is no flaw.
  package var flaw: String? {
    for (name, value) in fields.members {
      if let flaw = flaw(name, value) { return flaw }
    }
    return nil
  }

  private func flaw(_ name: String, _ value: FieldValue) -> String? {
    switch (kind.name, name, value) {
    case ("edition", "pages", .integer(let pages)), ("session", "pageCount", .integer(let pages)):
      Self.flaw(name, pages, in: 1...10_000_000)
    case ("session", "pages", .integer(let pages)):
      Self.flaw(name, pages, in: 0...10_000_000)
    case ("read_through", "position", .text(let place)),
      ("session", "startPosition", .text(let place)), ("session", "endPosition", .text(let place)):
      Self.isImpossible(place) ? "“\(name)” is \(place.prefix(60)), which is no place" : nil
    case ("work", "title", .text(let title)):
      Self.flaw(title: title)
    default: nil
    }
  }

  private static func flaw(_ name: String, _ number: Int64, in range: ClosedRange<Int64>) -> String?
  {
    range.contains(number)
      ? nil
      : "“\(name)” is \(number), not a number from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func isImpossible(_ place: String) -> Bool {
    let unit = place.prefix { $0 != ":" }
    return ["page", "percent", "location"].contains(unit) && (try? Position(text: place)) == nil
  }

  private static func flaw(title: String) -> String? {
    do throws(CairnError) {
      try Work.requireTitle(title)
      return nil
    } catch {
      return "its title is none; \(error.message.dropLast())"
    }
  }
}

extension Fields {
  /// Refuses a text that no server takes, with `record.too_long`: what is acknowledged can be sent.
  package func requireSendable() throws(CairnError) {
    for case (let name, .text(let text)) in members where text.utf8.count > Record.textLimit {
      throw CairnError(
        "record.too_long",
        "The text of “\(name)” has \(text.utf8.count) bytes, and a text has at most 1 MiB.",
        hint: "Keep a shorter one; nothing was changed."
      )
    }
  }
}
