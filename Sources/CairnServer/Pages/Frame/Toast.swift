import Cairn
import CairnHTTP
import CairnStore

/// A message about the last action with an undo button, shown on the next page.
///
/// The address of that page names the history entry, so the server stores no state in between.
struct Toast: Sendable {
  private let entry: HistoryRow
  private let path: String

  /// Reads the history entry named by the address; nil without one.
  init?(_ context: AuthenticatedContext) async throws {
    guard let id = context.target.query["done"].flatMap({ RecordID(text: $0) }),
      let entry = try await context.log.historyEntry(id)
    else { return nil }
    self.entry = entry
    path = ReturnPath.without("done", context.request.target)
  }

  private var canBeUndone: Bool { entry.isInEffect && entry.undoes == nil }

  var html: HTML {
    """
    <div class="toast" role="status"><p><bdi>\(entry.title)</bdi>\
    \(canBeUndone || entry.undoes != nil ? "" : " (undone)")</p>
    \(fragment: canBeUndone ? undo : nil)</div>
    """
  }

  private var undo: HTML {
    """
    <form method="post" action="/undo/\(entry.id.text)">
    <input type="hidden" name="back" value="\(path)">
    <input type="hidden" name="key" value="undo-\(entry.id.text)">
    <button>Undo</button></form>
    """
  }
}

/// Functions that add and remove query values of a page address.
enum ReturnPath {
  /// Returns an address without the named query value.
  static func without(_ name: String, _ target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1)
    let path = parts.first.map(String.init) ?? "/"
    let rest = (parts.dropFirst().first ?? "").split(separator: "&")
      .filter { !$0.hasPrefix(name + "=") }
    return rest.isEmpty ? path : path + "?" + rest.joined(separator: "&")
  }

  /// Returns an address with one more query value.
  static func with(_ name: String, _ value: String, _ path: String) -> String {
    path + (path.contains("?") ? "&" : "?") + "\(name)=\(value)"
  }
}

extension AuthenticatedContext {
  /// Redirects to a page that shows a toast with an undo button.
  func done(_ key: RequestKey?, at path: String) -> HTTPResponse {
    .seeOther(key.map { ReturnPath.with("done", $0.mutation.text, path) } ?? path)
  }
}
