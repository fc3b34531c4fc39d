import Cairn

/// Two books with the same title that were added on different devices.
public struct DuplicateBooks: Sendable, Equatable {
  /// The book that was added first.
  public let first: EntryRow
  /// The book that was added second.
  public let second: EntryRow

  /// Creates the pair.
  package init(first: EntryRow, second: EntryRow) {
    (self.first, self.second) = (first, second)
  }
}

/// Possible duplicates, recorded on different devices and counted twice.
public struct PossibleDuplicates: Sendable, Equatable {
  /// Sessions of the same kind that overlap.
  public var overlaps: [SessionOverlap] = []
  /// Books with the same title.
  public var books: [DuplicateBooks] = []

  /// Creates the result of a search.
  package init(overlaps: [SessionOverlap] = [], books: [DuplicateBooks] = []) {
    (self.overlaps, self.books) = (overlaps, books)
  }

  /// The empty result.
  public static let none = Self()

  /// Whether there are no duplicates.
  public var isEmpty: Bool { self == .none }
}
