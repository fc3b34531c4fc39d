import Cairn
package import CairnHTML
package import CairnReports

/// A message about the last action with an undo button, shown on the next page.
///
/// The address of that page names the history entry, so the server stores no state in between.
package struct Toast: Sendable {
  private let entry: HistoryRow
  private let path: String

  /// Creates the toast.
  package init(entry: HistoryRow, path: String) {
    (self.entry, self.path) = (entry, path)
  }

  private var canBeUndone: Bool { entry.isInEffect && entry.undoes == nil }

  package var html: HTML {
    """
    <div class="toast" role="status"><p><bdi>\(entry.title)</bdi>\
    \(canBeUndone || entry.undoes != nil ? "" : " (undone)")</p>
    \(fragment: canBeUndone ? undo : nil)\
    <button type="button" class="plain" data-close aria-label="Dismiss" hidden>✕</button></div>
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
package enum ReturnPath {
  /// Returns an address without the named query value.
  package static func without(_ name: String, _ target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1)
    let path = parts.first.map(String.init) ?? "/"
    let rest = (parts.dropFirst().first ?? "").split(separator: "&")
      .filter { !$0.hasPrefix(name + "=") }
    return rest.isEmpty ? path : path + "?" + rest.joined(separator: "&")
  }

  /// Returns an address with one more query value.
  package static func with(_ name: String, _ value: String, _ path: String) -> String {
    path + (path.contains("?") ? "&" : "?") + "\(name)=\(value)"
  }
}
