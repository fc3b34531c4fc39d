import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

/// The query of the Shelf page: filters and sort order.
struct ShelfQuery: Sendable {
  var filter = ShelfFilter()
  let order: ShelfOrder?
  let isReversed: Bool

  /// Parses the address; throws `request.field`.
  init(_ context: AuthenticatedContext) throws(CairnError) {
    try context.allowQuery(["status", "q", "sort", "reverse", "shelf", "tag", "done"])
    let query = context.target.query
    filter.status = try query["status"].flatMap { $0.isEmpty ? nil : $0 }.map(Self.status)
    filter.words = try query.text("q")
    filter.shelf = try query.text("shelf")
    filter.tag = try query.text("tag")
    order = try query["sort"].flatMap { $0.isEmpty ? nil : $0 }.map(Self.order)
    isReversed = query["reverse"] == "yes"
  }

  private static func status(_ name: String) throws(CairnError) -> ReadingStatus {
    guard let status = ReadingStatus(name: name) else {
      throw .field("status", "takes the status of a book")
    }
    return status
  }

  private static func order(_ name: String) throws(CairnError) -> ShelfOrder {
    guard let order = ShelfOrder.all.first(where: { $0.name == name }) else {
      throw .field("sort", "takes \(ShelfOrder.all.map(\.name).joined(separator: ", "))")
    }
    return order
  }

  /// Whether the query has no filter.
  var isPlain: Bool {
    filter.words == nil && filter.status == nil && filter.shelf == nil && filter.tag == nil
  }

  /// Whether the books are grouped by status.
  var isInSections: Bool { order == nil && filter.words == nil }

  /// Returns the books in the chosen order, else by relevance for a search, else by status.
  func books(_ log: Log) async throws -> [EntryRow] {
    let found = try await log.books(filter)
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
