public import Cairn

/// What a person's answers have earned.
///
/// Computed from the answers as they stand, each of which has one place in the log: saying it again,
/// undoing it, computing it anew and meeting another device cannot earn anything twice.
public struct Curator: Sendable, Equatable {
  /// One line of the ledger, of which there is one for each author or book and dimension.
  public struct Row: Sendable, Equatable {
    /// The author or the work it is about.
    public let subject: RecordID
    /// Their name or its title.
    public let about: String
    /// What was answered; nil for the bonus.
    public let dimension: Dimension?
    /// What it earns now; 0 for an answer that fills no book that counts, corrects what a file or a
    /// program had said, or was taken back.
    public let points: Int64
    /// How many books it fills beside the first.
    public let further: Int64
    /// When it was last said, or taken back.
    public let at: Instant
    /// Whether it was taken back.
    public let isTakenBack: Bool
  }

  /// A step, and the points from which it is reached.
  public struct Level: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// The points from which on it is reached.
    public let from: Int64
  }

  /// The ledger, the latest first.
  public let ledger: [Row]

  /// Adds up answers; `completed` is what became of the first time that nothing was unknown.
  public init(_ answers: [GivenAnswer], _ shelf: [DescribedBook], completed: Completion?) {
    let library = Self.bySubject(shelf)
    var rows = answers.compactMap { Self.row($0, library[$0.subject] ?? [], shelf) }
    if let completed {
      let none = RecordID(high: 0, low: 0)
      rows.append(
        Row(
          subject: none,
          about: DiversityWords.allKnown,
          dimension: nil,
          points: completed.isTakenBack ? 0 : Self.bonus,
          further: 0,
          at: completed.at,
          isTakenBack: completed.isTakenBack
        )
      )
    }
    ledger = Self.latestFirst(rows)
  }

  /// Sorts places and not rows, of which there can be thousands.
  private static func latestFirst(_ rows: [Row]) -> [Row] {
    rows.indices.sorted { one, other in
      guard rows[one].at == rows[other].at else { return rows[one].at > rows[other].at }
      return (rows[one].about, rows[one].order) < (rows[other].about, rows[other].order)
    }.map { rows[$0] }
  }

  private static let (first, bonus): (Int64, Int64) = (5, 50)

  /// The places of the books that an answer about an author or a work can fill: a few of the shelf,
  /// not all of it.
  private static func bySubject(_ shelf: [DescribedBook]) -> [RecordID: [Int]] {
    var books: [RecordID: [Int]] = [:]
    for place in shelf.indices where !shelf[place].isWished {
      books[shelf[place].work.record, default: []].append(place)
      for writer in shelf[place].writers { books[writer.id.record, default: []].append(place) }
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
    // Where all books of an author overrule it, the answer about them still is the first.
    let reaches = answer.isOfAuthor ? books.contains { answer.isAbout(shelf[$0]) } : filled > 0
    let isFilling = answer.fact != nil && !answer.wasTold && reaches
    let further = isFilling && answer.isOfAuthor ? Int64(max(0, filled - 1)) : 0
    return Row(
      subject: answer.subject,
      about: answer.about,
      dimension: dimension,
      points: isFilling ? first + further : 0,
      further: further,
      at: answer.at,
      isTakenBack: answer.fact == nil
    )
  }

  /// All points.
  public var points: Int64 { ledger.reduce(0) { $0 + $1.points } }

  /// How many answers earn something.
  public var contributions: Int { ledger.count { $0.dimension != nil && $0.points > 0 } }

  /// When the latest of them was said; nil when there is none.
  public var latest: Instant? { ledger.first { $0.dimension != nil && $0.points > 0 }?.at }

  /// The step that is reached.
  public var level: Level { Self.levels.last { $0.from <= points } ?? Self.levels[0] }

  /// The step that comes next; nil on the last.
  public var next: Level? { Self.levels.first { $0.from > points } }

  /// All steps.
  public static let levels = zip(DiversityWords.levels, [0, 50, 200, 500, 1_000] as [Int64])
    .map { Level(name: $0, from: $1) }
}

extension Curator.Row {
  fileprivate var order: Int { Dimension.all.firstIndex { $0 == dimension } ?? -1 }
}

extension GivenAnswer {
  /// Whether a book is by whom it is about.
  fileprivate func isAbout(_ book: DescribedBook) -> Bool {
    book.writers.contains { $0.id.record == subject && !$0.isAnonymous }
  }

  /// Whether a book has it from here: of an author each of theirs that does not overrule it; of a
  /// book itself, where its authors do not say it all.
  fileprivate func fills(_ book: DescribedBook) -> Bool {
    guard isOfAuthor else {
      guard book.work.record == subject else { return false }
      return book.writers.isEmpty || book.writers.contains { $0.facts[kind] == nil }
    }
    return book.facts[kind] == nil && isAbout(book)
  }
}
