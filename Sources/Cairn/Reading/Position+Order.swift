extension Position {
  /// Whether this lies nearer to the start of the book than `other`.
  ///
  /// Compared as counted where both are counted alike, else as pages, else as fractions. Pages are
  /// those of the edition this place was noted in, so that the page a person was shown at the
  /// start is never ahead of itself. False when it cannot be told.
  package func isBefore(_ other: Position, pages: Int64?) -> Bool {
    if unit == other.unit, total == other.total { return value < other.value }
    let pages = unit == .page ? total ?? pages : pages
    if let mine = page(in: pages), let theirs = other.page(in: pages) { return mine < theirs }
    guard let mine = hundredths(in: pages), let theirs = other.hundredths(in: pages)
    else { return false }
    return mine < theirs
  }

  /// The place in words: `page 120 of 300`, `42.50 %`, `location 1234`.
  package var words: String {
    if unit == .percent { return "\(value / 100).\(padded(value % 100, 2)) %" }
    return "\(unit.name) \(value)" + (total.map { " of \($0)" } ?? "")
  }
}
