import Cairn
import CairnHTML
package import CairnReports

/// The query of the Shelf page: filters and sort order.
package struct ShelfQuery {
  package let filter: ShelfFilter
  package let order: ShelfOrder?
  private let isReversed: Bool

  /// Creates the query.
  package init(filter: ShelfFilter, order: ShelfOrder?, isReversed: Bool) {
    (self.filter, self.order, self.isReversed) = (filter, order, isReversed)
  }

  /// Whether the query has no filter.
  var isPlain: Bool {
    filter.words == nil && filter.status == nil && filter.shelf == nil && filter.tag == nil
  }

  /// Whether the books are grouped by status.
  package var isInSections: Bool { order == nil && filter.words == nil }

  /// Returns the found books in the chosen order, else by relevance for a search, else by status.
  package func sorted(_ found: [EntryRow]) -> [EntryRow] {
    if let order { return order.sorted(found, reversed: isReversed) }
    guard isInSections else { return found }
    return ReadingStatus.all.flatMap { status in found.filter { $0.status == status } }
  }

  /// Returns the address of the same query with another status.
  func path(_ status: ReadingStatus?) -> String {
    let values: [(String, String?)] = [
      ("status", status?.name), ("q", filter.words), ("sort", order?.name),
      ("reverse", isReversed ? "yes" : nil), ("shelf", filter.shelf), ("tag", filter.tag),
    ]
    return values.reduce("/shelf") { path, value in
      value.1.map { ReturnPath.with(value.0, PercentCoding.encoded($0), path) } ?? path
    }
  }
}
