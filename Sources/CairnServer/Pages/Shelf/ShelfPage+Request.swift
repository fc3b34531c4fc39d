import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension ShelfPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let (frame, log) = (try await PageFrame(context), context.log)
    let query = try ShelfQuery(context)
    self.init(
      frame: frame,
      query: query,
      found: try await log.books(query.filter),
      all: try await log.books(),
      hasDeleted: try await !log.deletedBooks().isEmpty,
      formError: formError
    )
  }
}

extension ShelfQuery {
  /// Parses the address; throws `request.field`.
  fileprivate init(_ context: AuthenticatedContext) throws(CairnError) {
    try context.allowQuery(["status", "q", "sort", "reverse", "shelf", "tag", "done"])
    let query = context.target.query
    var filter = ShelfFilter()
    filter.status = try query["status"].flatMap { $0.isEmpty ? nil : $0 }.map(Self.status)
    filter.words = try query.text("q")
    filter.shelf = try query.text("shelf")
    filter.tag = try query.text("tag")
    let order = try query["sort"].flatMap { $0.isEmpty ? nil : $0 }.map(Self.order)
    self.init(filter: filter, order: order, isReversed: query["reverse"] == "yes")
  }

  private static func status(_ name: String) throws(CairnError) -> ReadingStatus {
    guard let status = ReadingStatus(name: name) else {
      throw .field("status", "takes the status of a book")
    }
    return status
  }

  private static func order(_ name: String) throws(CairnError) -> ShelfOrder {
    guard let order = ShelfOrder.all.first(where: { $0.name == name }) else {
      throw .field("sort", "takes \(ShelfOrder.all.map { $0.name }.joined(separator: ", "))")
    }
    return order
  }
}
