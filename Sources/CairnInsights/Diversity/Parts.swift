/// An exact number of books, in fractions of a book.
///
/// A book counts once; each of its authors has an equal share. A whole book is 720720 parts, which
/// every number from 1 to 16 divides. With more authors, the first ones have one part more, so that
/// shares always sum to whole books without rounding.
public struct Parts: Sendable, Hashable, Comparable {
  /// The number of parts.
  public private(set) var count: Int64

  static let whole: Int64 = 720_720
  /// No books.
  public static let zero = Parts(count: 0)

  /// Returns a number of whole books.
  public static func books(_ count: Int) -> Parts { Parts(count: Int64(count) * whole) }

  /// Returns the share at index `index` of a book divided into `number` shares.
  static func share(_ index: Int, of number: Int) -> Parts {
    guard number > 1 else { return Parts(count: whole) }
    let (each, rest) = whole.quotientAndRemainder(dividingBy: Int64(number))
    return Parts(count: each + (Int64(index) < rest ? 1 : 0))
  }

  /// The number of books in hundredths, rounded to nearest.
  public var hundredths: Int64 { (count * 100 + Self.whole / 2) / Self.whole }

  /// Returns the ratio to `others` in hundredths of a percent, rounded down; nil if `others` is zero.
  public func share(of others: Parts) -> Int64? {
    others.count > 0 ? ratio(count, times: 10_000, by: others.count) : nil
  }

  /// The number of books: `12`, `2.5`, `0.33`.
  public var text: String {
    let (books, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    guard rest > 0 else { return "\(books)" }
    return rest % 10 == 0 ? "\(books).\(rest / 10)" : "\(books).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Returns the sum.
  public static func + (left: Parts, right: Parts) -> Parts {
    Parts(count: left.count + right.count)
  }
  /// Adds in place.
  public static func += (left: inout Parts, right: Parts) { left = left + right }
  /// Returns the difference.
  public static func - (left: Parts, right: Parts) -> Parts {
    Parts(count: left.count - right.count)
  }
  /// Compares the amounts.
  public static func < (left: Parts, right: Parts) -> Bool { left.count < right.count }
}
