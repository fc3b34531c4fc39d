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
  /// Every book that was begun; of some days those of which a reading was started on them.
  public static let started = DiversityScope("started", "books started")
  /// Every book that was finished; of some days those of which a reading was finished on them.
  public static let finished = DiversityScope("finished", "books finished")

  /// All three.
  public static let all = [library, started, finished]

  /// Whether a book is one of them, on some days or ever.
  ///
  /// A date of which only the month or the year is known counts where all of it lies in the days.
  func has(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    switch self {
    case .started: Self.isOne(of: book.starts, in: days)
    case .finished: Self.isOne(of: book.finishes, in: days)
    default: !book.isWished && Self.isOne(of: [book.added.map { PartialDay($0) }], in: days)
    }
  }

  /// Whether a book would be one of them if nobody had to know the day.
  func mayHave(_ book: DescribedBook) -> Bool { has(book, in: nil) }

  private static func isOne(of dates: [PartialDay?], in days: ClosedRange<LocalDay>?) -> Bool {
    guard let days else { return !dates.isEmpty }
    return dates.contains { date in
      guard let date else { return false }
      return days.lowerBound <= date.first && date.last <= days.upperBound
    }
  }
}
