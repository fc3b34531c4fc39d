import Cairn

/// The book that the first line of a clipping names: `Title (Last, First;Last, First)`.
struct ClippedBook {
  let title: String
  let authors: [String]

  /// What stands in the last pair of brackets wrote it, when a title is left before it.
  init(_ heading: String) {
    guard let open = Self.lastBracket(heading),
      case let title = collapsed(String(heading[..<open])), !title.isEmpty
    else {
      (title, authors) = (collapsed(heading), [])
      return
    }
    let names = heading[heading.index(after: open)...].dropLast().split(separator: ";")
    self.title = title
    authors = names.map { turned(String($0)) }.filter { !$0.isEmpty && folded($0) != "unknown" }
  }

  /// Where the bracket opens that closes at the end; brackets can stand within brackets.
  private static func lastBracket(_ text: String) -> String.Index? {
    var depth = 0
    for place in text.indices.reversed() {
      if ")）".contains(text[place]) { depth += 1 }
      if "(（".contains(text[place]) { depth -= 1 }
      if depth == 0 { return ")）".contains(text.last ?? " ") ? place : nil }
    }
    return nil
  }
}
