extension Work {
  /// The maximum length of a title in Unicode scalars.
  ///
  /// The longest title ever printed on a book is shorter; a longer text is a mistake or an attack.
  public static let titleLimit = 1_000

  /// Validates the title of a work.
  ///
  /// Throws `reading.title_missing` for a text without a visible character, and
  /// `reading.title_too_long` beyond ``titleLimit``.
  public static func requireTitle(_ title: String) throws(CairnError) {
    guard isVisible(title) else { throw titleMissing }
    // Bytes first, to avoid counting the scalars of megabytes of text.
    guard title.utf8.count <= titleLimit * 4, title.unicodeScalars.count <= titleLimit else {
      throw titleTooLong(title)
    }
  }

  /// Returns whether a text has a visible character.
  static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: Cairn.isVisible)
  }

  private static var titleMissing: CairnError {
    CairnError(
      "reading.title_missing",
      "A book needs a title with at least one visible character.",
      hint: "Give a title."
    )
  }

  private static func titleTooLong(_ title: String) -> CairnError {
    var beginning = String.UnicodeScalarView()
    beginning.append(contentsOf: title.unicodeScalars.prefix(40))
    return CairnError(
      "reading.title_too_long",
      "The title “\(String(beginning))…” is longer than \(titleLimit) characters.",
      hint: "Give the title as printed on the book."
    )
  }
}

/// Returns whether a scalar is visible on its own.
private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
  // The blank Braille pattern is a symbol in Unicode, but invisible.
  guard !scalar.properties.isDefaultIgnorableCodePoint, scalar.value != 0x2800 else {
    return false
  }
  switch scalar.properties.generalCategory {
  case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate,
    .unassigned:
    return false
  default: return true
  }
}
