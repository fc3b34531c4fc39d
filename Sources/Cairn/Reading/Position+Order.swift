extension Position {
  /// Returns whether this position is before `other` in the book.
  ///
  /// Positions with the same unit and total are compared by value, others as pages or else as
  /// fractions. Pages refer to the edition of this position, so that a page that was displayed at the
  /// start is never ahead of itself. Returns false if the positions cannot be compared.
  package func isBefore(_ other: Position, pages: Int64?) -> Bool {
    if unit == other.unit, total == other.total { return value < other.value }
    let pages = unit == .page ? total ?? pages : pages
    if let mine = page(in: pages), let theirs = other.page(in: pages) { return mine < theirs }
    guard let mine = hundredths(in: pages), let theirs = other.hundredths(in: pages)
    else { return false }
    return mine < theirs
  }

  /// The position as text: `page 120 of 300`, `42.50 %`, `location 1234`.
  package var label: String {
    if unit == .percent { return "\(value / 100).\(padded(value % 100, 2)) %" }
    return "\(unit.name) \(value)" + (total.map { " of \($0)" } ?? "")
  }
}
