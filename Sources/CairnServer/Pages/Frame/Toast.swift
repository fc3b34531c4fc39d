import Cairn
import CairnHTTP
import CairnStore

/// What was just done, said on the next page together with the way to take it back.
///
/// The address of that page names the line of history, so nothing has to be remembered between.
struct Toast: Sendable {
  private let line: HistoryRow
  private let path: String

  /// The line that the address of a page names; nil when it names none.
  init?(_ context: AuthenticatedContext) async throws {
    guard let id = context.target.query["done"].flatMap({ RecordID(text: $0) }),
      let line = try await context.log.line(id)
    else { return nil }
    self.line = line
    path = ReturnPath.without("done", context.request.target)
  }

  private var canBeUndone: Bool { line.stands && line.undoes == nil }

  var html: HTML {
    """
    <div class="toast" role="status"><p><bdi>\(line.title)</bdi>\
    \(canBeUndone || line.undoes != nil ? "" : " (undone)")</p>
    \(fragment: canBeUndone ? undo : nil)</div>
    """
  }

  private var undo: HTML {
    """
    <form method="post" action="/undo/\(line.id.text)">
    <input type="hidden" name="back" value="\(path)">
    <input type="hidden" name="key" value="undo-\(line.id.text)">
    <button>Undo</button></form>
    """
  }
}

/// Addresses of pages, with and without values in them.
enum ReturnPath {
  /// An address without one of the values in it.
  static func without(_ name: String, _ target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1)
    let path = parts.first.map(String.init) ?? "/"
    let rest = (parts.dropFirst().first ?? "").split(separator: "&")
      .filter { !$0.hasPrefix(name + "=") }
    return rest.isEmpty ? path : path + "?" + rest.joined(separator: "&")
  }

  /// An address with one more value in it.
  static func with(_ name: String, _ value: String, _ path: String) -> String {
    path + (path.contains("?") ? "&" : "?") + "\(name)=\(value)"
  }
}

extension AuthenticatedContext {
  /// Leads to a page that says what was done, with the way to take it back.
  func done(_ key: RequestKey?, at place: String) -> HTTPResponse {
    .seeOther(key.map { ReturnPath.with("done", $0.mutation.text, place) } ?? place)
  }
}
