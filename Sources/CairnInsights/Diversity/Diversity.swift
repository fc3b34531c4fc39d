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
  /// What was left out, and why.
  public let exclusions: [Exclusion]
  private let reads: [Language]

  /// Counts the books of a shelf that a scope holds, against the languages the person `reads`.
  public init(
    _ shelf: [DescribedBook],
    _ scope: DiversityScope = .library,
    in days: ClosedRange<LocalDay>? = nil,
    reads: [Language]
  ) {
    let books = shelf.filter { scope.has($0, in: days) }
    (self.scope, self.days, self.books, self.reads) = (scope, days, books, reads)
    spreads = Dimension.all.map { DimensionSpread($0, of: books, reads: reads) }
    let wishes = shelf.count { scope.hasWish($0, in: days) }
    let undated = shelf.count { scope.misses($0, in: days) }
    exclusions = [Exclusion("only wished for", wishes), Exclusion("no exact date", undated)]
      .filter { $0.count > 0 }
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
    let known = core.reduce(Parts.zero) { $0 + $1.known }
    return Figure(
      .completeness,
      value: known.share(of: .books(books.count * core.count)),
      count: books.count,
      excluded: exclusions,
      missing: "no books"
    )
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
        Exclusion("not known", books.count - known),
        Exclusion("not known of all its authors, counted in part", partly),
      ],
      missing: "nothing is known"
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
      guard spread.known > .zero else { return ["\(name): nothing is known yet."] }
      let open = spread.unknown
      let unknown = "\(name): unknown for \(open.text) of \(spread.books.text) books."
      let absent = spread.absent.map { $0.label }
      let none = "\(name): none of the \(spread.known.text) known is \(Self.joined(absent))."
      return (absent.isEmpty ? [] : [none]) + (open > .zero ? [unknown] : [])
    }
  }

  private static func joined(_ words: [String]) -> String {
    let quoted = words.map { "“\($0)”" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
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
    let counted = shelf.filter { scope.has($0, in: nil) }
    let dates = counted.flatMap { scope == .started ? $0.starts : $0.finishes }
    return Set(dates.compactMap { $0?.year }).sorted().compactMap { year in
      LocalDay(year: year, month: 1, day: 1).map { day in
        let own = Diversity(shelf, scope, in: day.wholeYear, reads: reads)
        return DiversityYear(year: year, diversity: own)
      }
    }
  }
}
