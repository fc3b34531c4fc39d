/// The books finished in one year or at any time.
public struct FinishedBooks: Sendable, Equatable {
  private let all: [FinishedBook]
  private let undated: Int
  /// The year; nil for all years.
  public let year: Int32?

  /// Selects the readings of a year; readings without a known year are excluded and counted.
  public init(_ readings: [FinishedBook], year: Int32?) {
    self.year = year
    all = year == nil ? readings : readings.filter { $0.year == year }
    undated = year == nil ? 0 : readings.reduce(0) { $0 + ($1.year == nil ? 1 : 0) }
  }

  /// The number of books.
  public var books: Figure<Int> {
    Figure(.books, value: all.count, count: all.count, excluded: [undatedExclusion])
  }

  /// The number of books per month from January; readings without a known month are excluded.
  public var byMonth: Figure<[Int]> {
    let months = (1...12).map { month in all.reduce(0) { $0 + ($1.month == month ? 1 : 0) } }
    let known = months.reduce(0, +)
    let excluded = [Exclusion.inexact(all.count - known), undatedExclusion]
    return Figure(.books, value: months, count: known, excluded: excluded)
  }

  /// The total page count.
  public var pages: Figure<Int64> {
    let known = all.compactMap { $0.pages }
    return Figure(
      .bookPages,
      value: known.isEmpty ? nil : known.reduce(0, +),
      count: known.count,
      excluded: [Exclusion("no page count", all.count - known.count), undatedExclusion]
    )
  }

  private var undatedExclusion: Exclusion { .undated(undated) }
}

extension FinishedBooks {
  /// The books at both ends of a measure.
  public struct Extremes: Sendable, Equatable {
    /// The book with the smallest value: the shortest or fastest.
    public let smallest: FinishedBook
    /// The book with the largest value: the longest or slowest.
    public let largest: FinishedBook
  }

  /// The shortest and the longest book by page count.
  public var length: Figure<Extremes> { ends(.length, "no page count") { $0.pages } }

  /// The fastest and the slowest book by days.
  public var speed: Figure<Extremes> {
    ends(.speed, "no start or finish date") { $0.days.map { Int64($0) } }
  }

  private func ends(
    _ insight: Insight,
    _ reason: String,
    _ measure: (FinishedBook) -> Int64?
  ) -> Figure<Extremes> {
    var known: [(book: FinishedBook, size: Int64)] = []
    for book in all { if let size = measure(book) { known.append((book, size)) } }
    var ends: (smallest: Int, largest: Int) = (0, 0)
    for index in known.indices {
      if known[index].size < known[ends.smallest].size { ends.smallest = index }
      if known[index].size > known[ends.largest].size { ends.largest = index }
    }
    let value =
      known.isEmpty
      ? nil : Extremes(smallest: known[ends.smallest].book, largest: known[ends.largest].book)
    let excluded = [Exclusion(reason, all.count - known.count), undatedExclusion]
    return Figure(insight, value: value, count: known.count, excluded: excluded)
  }

  /// A histogram of ratings.
  public struct Ratings: Sendable, Equatable {
    /// The number of books per star, from one star to five.
    public let stars: [Int]
    /// The mean in hundredths of a star, rounded down.
    public let averageHundredths: Int64
  }

  /// The ratings of the books.
  public var ratings: Figure<Ratings> {
    let known = all.compactMap { $0.rating }
    let sum = known.reduce(0, +)
    let stars = (1...5).map { (star: Int64) in
      known.reduce(0) { $0 + (max(1, ($1 + 2) / 4) == star ? 1 : 0) }
    }
    let average = ratio(sum, times: 25, by: Int64(max(1, known.count)))
    return Figure(
      .ratings,
      value: known.isEmpty ? nil : Ratings(stars: stars, averageHundredths: average),
      count: known.count,
      excluded: [Exclusion("no rating", all.count - known.count), undatedExclusion]
    )
  }
}
