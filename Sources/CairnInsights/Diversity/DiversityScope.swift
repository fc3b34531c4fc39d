public import Cairn

/// A filter that selects the books to count.
public struct DiversityScope: Named {
  /// The index in ``all``, which identifies the scope.
  private let index: Int8

  private init(_ index: Int8) { self.index = index }

  /// All owned books; within a range of days, those acquired in it.
  public static let library = DiversityScope(0)
  /// Started books that are not on the wishlist; within a range, those with a reading started in it.
  public static let started = DiversityScope(1)
  /// Finished books that are not on the wishlist; within a range, those with a reading finished in it.
  public static let finished = DiversityScope(2)

  /// All three scopes.
  public static let all = [library, started, finished]

  /// The name in commands and URLs.
  public var name: String { Self.texts[Int(index)].name }
  /// The name in a sentence: `the library`.
  public var label: String { Self.texts[Int(index)].labels.0 }
  /// The button label: `Library`.
  package var button: String { Self.texts[Int(index)].labels.1 }

  private static let texts: [(name: String, labels: (String, String))] = [
    ("library", DiversityText.library), ("started", DiversityText.started),
    ("finished", DiversityText.finished),
  ]

  /// Whether the scope includes a book, within `days` or at any time.
  ///
  /// A date known only to the month or year counts if all of it is within `days`.
  func has(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    !book.isOnWishlist && anyDate(of: book) { Self.isWithin($0, in: days) }
  }

  /// Whether the scope would include a book if it were not on the wishlist.
  func isWishlistExclusion(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    book.isOnWishlist && anyDate(of: book) { Self.isWithin($0, in: days) }
  }

  /// Whether a book is excluded because an imprecise date may or may not be within `days`.
  func isDateExclusion(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    guard let days, !book.isOnWishlist, !has(book, in: days) else { return false }
    return anyDate(of: book) { date in
      date.map { $0.first <= days.upperBound && days.lowerBound <= $0.last } ?? true
    }
  }

  /// Whether any relevant date matches; an unknown date is passed as nil.
  private func anyDate(of book: DescribedBook, _ matches: (PartialDay?) -> Bool) -> Bool {
    switch self {
    case .started: book.starts.contains(where: matches)
    case .finished: book.finishes.contains(where: matches)
    default: matches(book.added.map { PartialDay($0) })
    }
  }

  private static func isWithin(_ date: PartialDay?, in days: ClosedRange<LocalDay>?) -> Bool {
    guard let days else { return true }
    return date.map { days.lowerBound <= $0.first && $0.last <= days.upperBound } ?? false
  }
}
