public import Cairn

/// The diversity of some books: how much is known of them, and how they spread.
///
/// Computed from the shelf each time it is asked for, so that it is never older than the log.
public struct Diversity: Sendable {
  /// Which books are counted.
  public let scope: DiversityScope
  /// The days; nil for all time.
  public let days: ClosedRange<LocalDay>?
  /// The books, by title.
  public let books: [DescribedBook]
  /// The five dimensions of completeness, and the two others.
  public let spreads: [DimensionSpread]
  private let shelf: [DescribedBook]
  private let reads: [Language]

  /// Counts the books of a shelf that a scope holds, against the languages the person `reads`.
  public init(
    _ shelf: [DescribedBook],
    _ scope: DiversityScope = .library,
    in days: ClosedRange<LocalDay>? = nil,
    reads: [Language]
  ) {
    self.init(shelf.filter { scope.has($0, in: days) }, of: shelf, scope, in: days, reads: reads)
  }

  /// Counts the `books` of a shelf that a scope holds, found before.
  init(
    _ books: [DescribedBook],
    of shelf: [DescribedBook],
    _ scope: DiversityScope,
    in days: ClosedRange<LocalDay>?,
    reads: [Language]
  ) {
    (self.scope, self.days, self.books, self.shelf, self.reads) = (scope, days, books, shelf, reads)
    spreads = Dimension.all.map { DimensionSpread($0, of: books, reads: reads) }
  }

  /// What was left out, and why; looked for when it is asked for.
  public var exclusions: [Exclusion] {
    let wishes = shelf.count { scope.hasWish($0, in: days) }
    let undated = shelf.count { scope.misses($0, in: days) }
    return [
      Exclusion(DiversityWords.wished, wishes), Exclusion(DiversityWords.undated, undated),
    ].filter { $0.count > 0 }
  }

  /// The five dimensions that completeness counts.
  public var core: [DimensionSpread] { spreads.filter { Dimension.core.contains($0.dimension) } }

  /// One dimension.
  public func spread(_ dimension: Dimension) -> DimensionSpread {
    spreads.first { $0.dimension == dimension }
      ?? DimensionSpread(dimension, of: books, reads: reads)
  }

  /// What is known of the five dimensions, out of five for each book, in hundredths of a percent.
  public var completeness: Figure<Int64> {
    Figure(
      .completeness,
      value: knownShare,
      count: books.count,
      excluded: exclusions,
      missing: DiversityWords.noBooks
    )
  }

  /// The number of ``completeness`` alone; nil without books.
  public var knownShare: Int64? {
    let known = core.reduce(Parts.zero) { $0 + $1.known }
    return known.share(of: .books(books.count * core.count))
  }

  /// How far the books reach in one dimension, in hundredths of a percent.
  public func representation(_ dimension: Dimension) -> Figure<Int64> {
    let spread = spread(dimension)
    let shares = books.map { $0.shares(dimension, reads: reads) }
    let known = shares.count { $0.contains { $0 != nil } }
    let partly = known - shares.count { $0.allSatisfy { $0 != nil } }
    return Figure(
      .representation,
      value: spread.reach,
      count: known,
      excluded: exclusions + [
        Exclusion(DiversityWords.notKnown, books.count - known),
        Exclusion(DiversityWords.inPart, partly),
      ],
      missing: DiversityWords.nothingIsKnown
    )
  }

  /// The books behind a category of a dimension, or those of which it is not wholly known.
  public func books(_ dimension: Dimension, in value: String?) -> [DescribedBook] {
    books.filter { book in
      book.shares(dimension, reads: reads).contains { categories in
        guard let value else { return categories == nil }
        return categories?.contains { $0 == value || folded($0) == folded(value) } ?? false
      }
    }
  }

  /// What is missing, in plain words, a sentence each.
  public var gaps: [String] {
    guard !books.isEmpty else { return [] }
    return core.flatMap { spread -> [String] in
      let name = spread.dimension.label
      guard spread.known > .zero else { return [DiversityWords.nothingKnown(name)] }
      let open = spread.unknown
      let unknown = DiversityWords.unknown(name, for: open.text, of: spread.books.text)
      let absent = spread.absent.map { $0.label }
      let none = DiversityWords.none(name, ofKnown: spread.known.text, is: absent)
      return (absent.isEmpty ? [] : [none]) + (open > .zero ? [unknown] : [])
    }
  }
}

/// The diversity of the books of each year.
public struct DiversityYear: Sendable {
  /// The year.
  public let year: Int32
  /// Its books.
  public let diversity: Diversity

  /// Every year in which books were started or finished, ascending; of the library those finished,
  /// since the day on which a book came onto the shelf says nothing of its year.
  public static func all(
    _ shelf: [DescribedBook],
    _ scope: DiversityScope = .finished,
    reads: [Language]
  ) -> [DiversityYear] {
    let scope = scope == .started ? DiversityScope.started : .finished
    return byYear(shelf, scope).sorted { $0.key < $1.key }.compactMap { year, books in
      LocalDay(year: year, month: 1, day: 1).map { day in
        let own = Diversity(books, of: shelf, scope, in: day.wholeYear, reads: reads)
        return DiversityYear(year: year, diversity: own)
      }
    }
  }

  /// The books of each year that has some: a date, however exact, lies in one year.
  private static func byYear(
    _ shelf: [DescribedBook],
    _ scope: DiversityScope
  ) -> [Int32: [DescribedBook]] {
    var years: [Int32: [DescribedBook]] = [:]
    for book in shelf where scope.has(book, in: nil) {
      let dates = scope == .started ? book.starts : book.finishes
      for (place, date) in dates.enumerated() {
        guard let year = date?.year, !dates.prefix(place).contains(where: { $0?.year == year })
        else { continue }
        years[year, default: []].append(book)
      }
    }
    return years
  }
}
