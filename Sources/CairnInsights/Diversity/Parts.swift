/// An amount of books in parts that a book can be cut into exactly.
///
/// A book counts once whatever the number of its authors: each of them with an equal share. A whole
/// is 720720 parts, which all numbers from 1 to 16 divide; of more authors the first have one part
/// more. So shares always add up to whole books, and nothing is ever rounded.
public struct Parts: Sendable, Hashable, Comparable {
  /// How many parts.
  public private(set) var count: Int64

  static let whole: Int64 = 720_720
  /// None.
  public static let zero = Parts(count: 0)

  /// Whole books.
  public static func books(_ count: Int) -> Parts { Parts(count: Int64(count) * whole) }

  /// One of the shares of a book that is cut into so many; the first is 0.
  static func share(_ place: Int, of number: Int) -> Parts {
    guard number > 1 else { return Parts(count: whole) }
    let (each, rest) = whole.quotientAndRemainder(dividingBy: Int64(number))
    return Parts(count: each + (Int64(place) < rest ? 1 : 0))
  }

  /// Books in hundredths, to the nearest.
  public var hundredths: Int64 { (count * 100 + Self.whole / 2) / Self.whole }

  /// The share of others in hundredths of a percent, rounded down; nil of none.
  public func share(of others: Parts) -> Int64? {
    others.count > 0 ? ratio(count, times: 10_000, by: others.count) : nil
  }

  /// How many books: `12`, `2.5`, `0.33`.
  public var text: String {
    let (books, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    guard rest > 0 else { return "\(books)" }
    return rest % 10 == 0 ? "\(books).\(rest / 10)" : "\(books).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// The sum.
  public static func + (left: Parts, right: Parts) -> Parts {
    Parts(count: left.count + right.count)
  }
  /// Adds.
  public static func += (left: inout Parts, right: Parts) { left = left + right }
  /// The difference.
  public static func - (left: Parts, right: Parts) -> Parts {
    Parts(count: left.count - right.count)
  }
  /// Orders by amount.
  public static func < (left: Parts, right: Parts) -> Bool { left.count < right.count }
}
