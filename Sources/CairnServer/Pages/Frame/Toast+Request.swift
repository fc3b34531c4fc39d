import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension Toast {
  /// Reads the history entry named by the address; nil without one.
  init?(_ context: AuthenticatedContext) async throws {
    guard let id = context.target.query["done"].flatMap({ RecordID(text: $0) }),
      let entry = try await context.log.historyEntry(id)
    else { return nil }
    self.init(entry: entry, path: ReturnPath.without("done", context.request.target))
  }
}

extension AuthenticatedContext {
  /// Redirects to a page that shows a toast with an undo button.
  func done(_ key: RequestKey?, at path: String) -> HTTPResponse {
    .seeOther(key.map { ReturnPath.with("done", $0.mutation.text, path) } ?? path)
  }
}
