import Cairn

/// The book in the first line of a clipping: `Title (Last, First;Last, First)`.
struct ClippedBook {
  let title: String
  let authors: [String]

  /// Parses the last parentheses as authors if a title remains before them.
  init(_ heading: String) {
    guard let open = Self.lastBracket(heading),
      case let title = collapsed(String(heading[..<open])), !title.isEmpty
    else {
      (title, authors) = (collapsed(heading), [])
      return
    }
    let names = heading[heading.index(after: open)...].dropLast().split(separator: ";")
    self.title = title
    authors = names.map { firstNameFirst(String($0)) }.filter {
      !$0.isEmpty && folded($0) != "unknown"
    }
  }

  /// Returns the index of the parenthesis that matches one at the end; they can be nested.
  private static func lastBracket(_ text: String) -> String.Index? {
    var depth = 0
    for index in text.indices.reversed() {
      if ")）".contains(text[index]) { depth += 1 }
      if "(（".contains(text[index]) { depth -= 1 }
      if depth == 0 { return ")）".contains(text.last ?? " ") ? index : nil }
    }
    return nil
  }
}
