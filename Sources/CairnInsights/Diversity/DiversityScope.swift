public import Cairn

/// Which books of a shelf are counted.
public struct DiversityScope: Named {
  /// The name, on the command line and in addresses.
  public let name: String
  /// What the books are: `the library`.
  public let label: String

  private init(_ name: String, _ label: String) { (self.name, self.label) = (name, label) }

  /// Every book that is not only wished for; of some days those that came onto the shelf on them.
  public static let library = DiversityScope("library", "the library")
  /// Every book that was begun and is not wished for; of some days those of which a reading was started on them.
  public static let started = DiversityScope("started", "books started")
  /// Every book that was finished and is not wished for; of some days those of which a reading was finished on them.
  public static let finished = DiversityScope("finished", "books finished")

  /// All three.
  public static let all = [library, started, finished]

  /// Whether a book is one of them, on some days or ever.
  ///
  /// A date of which only the month or the year is known counts where all of it lies in the days.
  func has(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    !book.isWished && dates(of: book).contains { Self.lies($0, in: days) }
  }

  /// Whether a book would be one of them if it were not only wished for.
  func hasWish(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    book.isWished && dates(of: book).contains { Self.lies($0, in: days) }
  }

  /// Whether a book is left out because its dates are not exact, any of which may lie in the days.
  func misses(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    guard let days, !book.isWished, !has(book, in: days) else { return false }
    return dates(of: book).contains { date in
      date.map { $0.first <= days.upperBound && days.lowerBound <= $0.last } ?? true
    }
  }

  /// The dates that decide; nil for one that nobody knows.
  private func dates(of book: DescribedBook) -> [PartialDay?] {
    switch self {
    case .started: book.starts
    case .finished: book.finishes
    default: [book.added.map { PartialDay($0) }]
    }
  }

  private static func lies(_ date: PartialDay?, in days: ClosedRange<LocalDay>?) -> Bool {
    guard let days else { return true }
    return date.map { days.lowerBound <= $0.first && $0.last <= days.upperBound } ?? false
  }
}
