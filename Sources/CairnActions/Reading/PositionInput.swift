public import Cairn

/// A position in a book as entered: a page, a location or a percentage.
public enum PositionInput: Sendable {
  /// A page, which must exist in the edition.
  case page(Int64)
  /// A number of pages after the current position.
  case step(Int64)
  /// A location of an e-book.
  case location(Int64)
  /// A percentage in hundredths: 4250 is 42.5 %.
  case hundredths(Int64)

  /// Returns the position in a book; throws the errors of `Book.page(_:)`, `Position.location` and `Position.percent`.
  public func position(in book: Book) throws(CairnError) -> Position {
    switch self {
    case .page(let page): try book.page(page)
    case .step(let pages): try book.page(Self.sum(book.position?.page(in: book.pages) ?? 0, pages))
    case .location(let location): try Position.location(location, of: nil)
    case .hundredths(let hundredths): try Position.percent(hundredths: hundredths)
    }
  }

  /// Returns the sum, or the largest number, which no book has as a page.
  private static func sum(_ page: Int64, _ step: Int64) -> Int64 {
    let sum = page.addingReportingOverflow(step)
    return sum.overflow ? .max : sum.partialValue
  }
}
