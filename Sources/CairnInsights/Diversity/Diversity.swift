public import Cairn

/// The diversity of a set of books: how much is known, and how they are distributed.
///
/// Computed from the shelf on every request, so it is never stale.
public struct Diversity: Sendable {
  /// The scope that selects the books.
  public let scope: DiversityScope
  /// The range of days; nil for all time.
  public let days: ClosedRange<LocalDay>?
  /// The books, by title.
  public let books: [DescribedBook]
  /// The five core dimensions, and the two others.
  public let spreads: [DimensionSpread]
  private let shelf: [DescribedBook]
  private let reads: [Language]

  /// Selects the books of a scope; `reads` are the languages that the person reads.
  public init(
    _ shelf: [DescribedBook],
    _ scope: DiversityScope = .library,
    in days: ClosedRange<LocalDay>? = nil,
    reads: [Language]
  ) {
    self.init(shelf.filter { scope.has($0, in: days) }, of: shelf, scope, in: days, reads: reads)
  }

  /// Creates the diversity of `books` that were already selected from `shelf`.
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

  /// The excluded books by reason, computed on demand.
  public var exclusions: [Exclusion] {
    let wishlisted = shelf.count { scope.isWishlistExclusion($0, in: days) }
    let undated = shelf.count { scope.isDateExclusion($0, in: days) }
    return [
      Exclusion(DiversityText.wished, wishlisted), Exclusion(DiversityText.undated, undated),
    ].filter { $0.count > 0 }
  }

  /// The five dimensions that count towards completeness.
  public var core: [DimensionSpread] { spreads.filter { Dimension.core.contains($0.dimension) } }

  /// Returns the spread of one dimension.
  public func spread(_ dimension: Dimension) -> DimensionSpread {
    spreads.first { $0.dimension == dimension }
      ?? DimensionSpread(dimension, of: books, reads: reads)
  }

  /// The known values out of five per book, in hundredths of a percent.
  public var completeness: Figure<Int64> {
    Figure(
      .completeness,
      value: knownShare,
      count: books.count,
      excluded: exclusions,
      missing: DiversityText.noBooks
    )
  }

  /// The value of ``completeness`` without its figure; nil without books.
  public var knownShare: Int64? {
    let known = core.reduce(Parts.zero) { $0 + $1.known }
    return known.share(of: .books(books.count * core.count))
  }

  /// Returns the diversity score of one dimension as a figure, in hundredths of a percent.
  public func representation(_ dimension: Dimension) -> Figure<Int64> {
    let spread = spread(dimension)
    let shares = books.map { $0.shares(dimension, reads: reads) }
    let known = shares.count { $0.contains { $0 != nil } }
    let partly = known - shares.count { $0.allSatisfy { $0 != nil } }
    return Figure(
      .representation,
      value: spread.score,
      count: known,
      excluded: exclusions + [
        Exclusion(DiversityText.notKnown, books.count - known),
        Exclusion(DiversityText.partlyKnown, partly),
      ],
      missing: DiversityText.nothingIsKnown
    )
  }

  /// Returns the books of a category, or for nil those whose dimension is not fully known.
  public func books(_ dimension: Dimension, in value: String?) -> [DescribedBook] {
    books.filter { book in
      book.shares(dimension, reads: reads).contains { categories in
        guard let value else { return categories == nil }
        return categories?.contains { $0 == value || folded($0) == folded(value) } ?? false
      }
    }
  }

  /// The missing data and categories, one sentence each.
  public var gaps: [String] {
    guard !books.isEmpty else { return [] }
    return core.flatMap { spread -> [String] in
      let name = spread.dimension.label
      guard spread.known > .zero else { return [DiversityText.nothingKnown(name)] }
      let open = spread.unknown
      let unknown = DiversityText.unknown(name, for: open.text, of: spread.books.text)
      let absent = spread.absent.map { $0.label }
      let none = DiversityText.none(name, ofKnown: spread.known.text, is: absent)
      return (absent.isEmpty ? [] : [none]) + (open > .zero ? [unknown] : [])
    }
  }
}

/// The diversity of the books of one year.
public struct DiversityYear: Sendable {
  /// The year.
  public let year: Int32
  /// The diversity of its books.
  public let diversity: Diversity

  /// Returns every year with books started or finished, ascending; the library scope counts finished
  /// books, because an acquisition date is no reading date.
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

  /// Groups the books by year; a date of any precision belongs to exactly one year.
  private static func byYear(
    _ shelf: [DescribedBook],
    _ scope: DiversityScope
  ) -> [Int32: [DescribedBook]] {
    var years: [Int32: [DescribedBook]] = [:]
    for book in shelf where scope.has(book, in: nil) {
      let dates = scope == .started ? book.starts : book.finishes
      for (index, date) in dates.enumerated() {
        guard let year = date?.year, !dates.prefix(index).contains(where: { $0?.year == year })
        else { continue }
        years[year, default: []].append(book)
      }
    }
    return years
  }
}
