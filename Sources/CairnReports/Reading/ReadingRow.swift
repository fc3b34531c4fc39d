public import Cairn

/// A read-through for lists.
public struct ReadingRow: Sendable, Equatable {
  /// The read-through.
  public let reading: ReadThrough
  /// Its 1-based number among the book's read-throughs; nil if deleted.
  public let number: Int?
  /// The totals of its sessions.
  public let totals: EntryTotals

  /// Creates the row from its columns.
  package init(reading: ReadThrough, number: Int?, totals: EntryTotals) {
    (self.reading, self.number, self.totals) = (reading, number, totals)
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(reading.id.record) }
}
