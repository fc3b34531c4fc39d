public import Cairn

/// The points that a person earned with answers.
///
/// Computed from the current answers, which have one row each in the log. Repeating or undoing an
/// answer, recomputing and syncing therefore never award points twice.
public struct Curator: Sendable, Equatable {
  /// One ledger row; there is one per dimension and author or book.
  public struct Row: Sendable, Equatable {
    /// The author or the work.
    public let subject: RecordID
    /// The author's name or the work's title.
    public let about: String
    /// The dimension of the answer; nil for the bonus.
    public let dimension: Dimension?
    /// The points now; 0 if the answer fills no owned book, was retracted, or corrects an imported
    /// value.
    public let points: Int64
    /// The number of books it fills beyond the first.
    public let further: Int64
    /// The time of the last answer or retraction.
    public let at: Instant
    /// Whether the answer was retracted.
    public let isRetracted: Bool
  }

  /// A level and the points it requires.
  public struct Level: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The minimum number of points.
    public let from: Int64
  }

  /// The ledger, latest first.
  public let ledger: [Row]

  /// Sums the points of answers; `completed` is the first time at which no answer was missing.
  public init(_ answers: [GivenAnswer], _ shelf: [DescribedBook], completed: Completion?) {
    let library = Self.bySubject(shelf)
    var rows = answers.compactMap { Self.row($0, library[$0.subject] ?? [], shelf) }
    if let completed {
      let none = RecordID(high: 0, low: 0)
      rows.append(
        Row(
          subject: none,
          about: DiversityText.nothingUnknown,
          dimension: nil,
          points: completed.isRetracted ? 0 : Self.bonus,
          further: 0,
          at: completed.at,
          isRetracted: completed.isRetracted
        )
      )
    }
    ledger = Self.latestFirst(rows)
  }

  /// Sorts indices rather than rows, of which there can be thousands.
  private static func latestFirst(_ rows: [Row]) -> [Row] {
    rows.indices.sorted { one, other in
      guard rows[one].at == rows[other].at else { return rows[one].at > rows[other].at }
      return (rows[one].about, rows[one].order) < (rows[other].about, rows[other].order)
    }.map { rows[$0] }
  }

  private static let (first, bonus): (Int64, Int64) = (5, 50)

  /// Indexes the shelf by author and work, so that each answer checks only its own books.
  private static func bySubject(_ shelf: [DescribedBook]) -> [RecordID: [Int]] {
    var books: [RecordID: [Int]] = [:]
    for index in shelf.indices where !shelf[index].isOnWishlist {
      books[shelf[index].work.record, default: []].append(index)
      for writer in shelf[index].writers { books[writer.id.record, default: []].append(index) }
    }
    return books
  }

  private static func row(
    _ answer: GivenAnswer,
    _ books: [Int],
    _ shelf: [DescribedBook]
  ) -> Row? {
    guard let dimension = Dimension.all.first(where: { $0.fact == answer.kind }),
      answer.fact == nil || answer.fact?.source == .me
    else { return nil }
    let filled = books.count { answer.fills(shelf[$0]) }
    // An author's answer keeps its first points even if every book overrides it.
    let applies = answer.isOfAuthor ? books.contains { answer.isAbout(shelf[$0]) } : filled > 0
    let isFilling = answer.fact != nil && !answer.wasPreset && applies
    let further = isFilling && answer.isOfAuthor ? Int64(max(0, filled - 1)) : 0
    return Row(
      subject: answer.subject,
      about: answer.about,
      dimension: dimension,
      points: isFilling ? first + further : 0,
      further: further,
      at: answer.at,
      isRetracted: answer.fact == nil
    )
  }

  /// The sum of all points.
  public var points: Int64 { ledger.reduce(0) { $0 + $1.points } }

  /// The number of answers that earn points.
  public var contributions: Int { ledger.count { $0.dimension != nil && $0.points > 0 } }

  /// The time of the latest of these answers; nil without any.
  public var latest: Instant? { ledger.first { $0.dimension != nil && $0.points > 0 }?.at }

  /// The current level.
  public var level: Level { Self.levels.last { $0.from <= points } ?? Self.levels[0] }

  /// The next level; nil on the highest.
  public var next: Level? { Self.levels.first { $0.from > points } }

  /// All levels.
  public static let levels = zip(DiversityText.levels, [0, 50, 200, 500, 1_000] as [Int64])
    .map { Level(name: $0, from: $1) }
}

extension Curator.Row {
  fileprivate var order: Int { Dimension.all.firstIndex { $0 == dimension } ?? -1 }
}

extension GivenAnswer {
  /// Whether the answer's author wrote the book.
  fileprivate func isAbout(_ book: DescribedBook) -> Bool {
    book.writers.contains { $0.id.record == subject && !$0.isAnonymous }
  }

  /// Whether the book takes its value from this answer: an author's answer unless the book has its
  /// own value, a book's answer unless every author of the book has one.
  fileprivate func fills(_ book: DescribedBook) -> Bool {
    guard isOfAuthor else {
      guard book.work.record == subject else { return false }
      return book.writers.isEmpty || book.writers.contains { $0.facts[kind] == nil }
    }
    return book.facts[kind] == nil && isAbout(book)
  }
}
