public import Cairn

/// A deleted book that can be restored.
public struct DeletedBookRow: Sendable, Equatable {
  /// The id of the book.
  public let id: Identifier<Entry>
  /// The title without its series.
  public let title: String
  /// The totals of its sessions.
  public let totals: EntryTotals
  /// The book it was merged into, or nil.
  package let mergedInto: Identifier<Entry>?

  /// Creates the row from its columns.
  package init(
    id: Identifier<Entry>,
    title: String,
    totals: EntryTotals,
    mergedInto: Identifier<Entry>?
  ) {
    (self.id, self.title, self.totals) = (id, title, totals)
    self.mergedInto = mergedInto
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(id.record) }
}
