import Cairn
import CairnHTTP
import CairnStore

/// `/api/v1/shelf`.
enum ShelfHandlers {
  static let list: Handler = { visit in
    try visit.allowQuery(["status", "query"])
    let books = try await books(visit)
    return HTTPResponse(.ok, json: JSON.members(("books", .array(books.map(\.json)))).text)
  }

  private static func books(_ visit: Visit) async throws -> [EntryRow] {
    let status = try visit.target.query["status"].map { name throws(CairnError) in
      guard let status = ReadingStatus(name: name) else {
        throw .field("status", "takes the status of a book")
      }
      return status
    }
    guard let text = visit.target.query["query"] else { return try await visit.log.books(status) }
    return try await visit.log.books(matching: text).filter { status == nil || $0.status == status }
  }
}
