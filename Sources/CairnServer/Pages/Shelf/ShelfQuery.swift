import Cairn
import CairnHTTP
import CairnStore

/// What the page Shelf was asked for: which books, in which order.
struct ShelfQuery: Sendable {
  var filter = ShelfFilter()
  let order: ShelfOrder?
  let isReversed: Bool

  /// Reads the address; throws `request.field`.
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

  /// Whether nothing is asked for in particular.
  var isPlain: Bool {
    filter.words == nil && filter.status == nil && filter.shelf == nil && filter.tag == nil
  }

  /// Whether books stand under the headings of their status.
  var isInSections: Bool { order == nil && filter.words == nil }

  /// The books: as sorted, else by what a search says, else by status.
  func books(_ log: Log) async throws -> [EntryRow] {
    let found = try await log.books(filter)
    if let order { return order.sorted(found, reversed: isReversed) }
    guard isInSections else { return found }
    return ReadingStatus.all.flatMap { status in found.filter { $0.status == status } }
  }

  /// The address of the same books of another status.
  func path(_ status: ReadingStatus?) -> String {
    let values: [(String, String?)] = [
      ("status", status?.name), ("q", filter.words), ("sort", order?.name),
      ("reverse", isReversed ? "yes" : nil), ("shelf", filter.shelf), ("tag", filter.tag),
    ]
    return values.reduce("/shelf") { path, value in
      value.1.map { ReturnPath.with(value.0, HTTPTarget.encoded($0), path) } ?? path
    }
  }
}
