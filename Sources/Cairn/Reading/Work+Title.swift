extension Work {
  /// The most characters a title has, counted as Unicode scalars.
  ///
  /// The longest title ever printed on a book needs fewer; more is a mistake or an attack.
  public static let titleLimit = 1_000

  /// Refuses what cannot be the title of a work.
  ///
  /// Throws `reading.title_missing` when there is no visible character in it, and
  /// `reading.title_too_long` beyond ``titleLimit``.
  public static func requireTitle(_ title: String) throws(CairnError) {
    guard isVisible(title) else { throw titleMissing }
    // Bytes first: counting scalars of a text of megabytes is for nothing.
    guard title.utf8.count <= titleLimit * 4, title.unicodeScalars.count <= titleLimit else {
      throw titleTooLong(title)
    }
  }

  /// Whether a reader sees anything of a text.
  static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: Cairn.isVisible)
  }

  private static var titleMissing: CairnError {
    CairnError(
      "reading.title_missing",
      "A book needs a title with at least one visible character.",
      hint: "Give at least its title."
    )
  }

  private static func titleTooLong(_ title: String) -> CairnError {
    var beginning = String.UnicodeScalarView()
    beginning.append(contentsOf: title.unicodeScalars.prefix(40))
    return CairnError(
      "reading.title_too_long",
      "The title “\(String(beginning))…” is longer than \(titleLimit) characters.",
      hint: "Give the title as it is printed on the book."
    )
  }
}

/// Whether a reader sees anything of a scalar that stands alone.
private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
  // The empty cell of Braille is a symbol to Unicode, and nothing to the eye.
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
