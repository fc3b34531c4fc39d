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

  /// The page.
  package static let page = InputField.number("page", "Your current page").kept
  private static let percent = InputField.number(
    "percent_hundredths",
    option: "percent",
    "Your current percentage",
    in: 0...10_000,
    decimals: 2,
    example: "42.5"
  ).kept
  private static let location = InputField.number("location", "Your current location").kept
  /// The ways to give a position; one excludes the others.
  package static let fields = [page, percent, location]

  /// Reads the position; nil without one.
  public init?(_ input: some ActInput) throws(CairnError) {
    try input.requireOne(of: Self.fields)
    let page = try (input.number(Self.page) ?? nil).map { PositionInput.page($0) }
    let percent = try (input.number(Self.percent) ?? nil).map { PositionInput.hundredths($0) }
    let location = try (input.number(Self.location) ?? nil).map { PositionInput.location($0) }
    guard let position = page ?? percent ?? location else { return nil }
    self = position
  }

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
