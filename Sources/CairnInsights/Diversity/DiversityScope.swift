public import Cairn

/// Which books of a shelf are counted.
public struct DiversityScope: Named {
  /// Its place among ``all``, by which it is told apart.
  private let place: Int8

  private init(_ place: Int8) { self.place = place }

  /// Every book that is not only wished for; of some days those that came onto the shelf on them.
  public static let library = DiversityScope(0)
  /// Every book that was begun and is not wished for; of some days those of which a reading was started on them.
  public static let started = DiversityScope(1)
  /// Every book that was finished and is not wished for; of some days those of which a reading was finished on them.
  public static let finished = DiversityScope(2)

  /// All three.
  public static let all = [library, started, finished]

  /// The name, on the command line and in addresses.
  public var name: String { Self.told[Int(place)].name }
  /// What the books are: `the library`.
  public var label: String { Self.told[Int(place)].words.0 }
  /// They on a button: `Library`.
  package var button: String { Self.told[Int(place)].words.1 }

  private static let told: [(name: String, words: (String, String))] = [
    ("library", DiversityWords.library), ("started", DiversityWords.started),
    ("finished", DiversityWords.finished),
  ]

  /// Whether a book is one of them, on some days or ever.
  ///
  /// A date of which only the month or the year is known counts where all of it lies in the days.
  func has(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    !book.isWished && isAny(of: book) { Self.lies($0, in: days) }
  }

  /// Whether a book would be one of them if it were not only wished for.
  func hasWish(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    book.isWished && isAny(of: book) { Self.lies($0, in: days) }
  }

  /// Whether a book is left out because its dates are not exact, any of which may lie in the days.
  func misses(_ book: DescribedBook, in days: ClosedRange<LocalDay>?) -> Bool {
    guard let days, !book.isWished, !has(book, in: days) else { return false }
    return isAny(of: book) { date in
      date.map { $0.first <= days.upperBound && days.lowerBound <= $0.last } ?? true
    }
  }

  /// Whether any of the dates that decide is such; nil for one that nobody knows.
  private func isAny(of book: DescribedBook, _ isSuch: (PartialDay?) -> Bool) -> Bool {
    switch self {
    case .started: book.starts.contains(where: isSuch)
    case .finished: book.finishes.contains(where: isSuch)
    default: isSuch(book.added.map { PartialDay($0) })
    }
  }

  private static func lies(_ date: PartialDay?, in days: ClosedRange<LocalDay>?) -> Bool {
    guard let days else { return true }
    return date.map { days.lowerBound <= $0.first && $0.last <= days.upperBound } ?? false
  }
}
