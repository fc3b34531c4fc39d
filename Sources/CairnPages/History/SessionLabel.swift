package import Cairn
import CairnHTML
import CairnReports

/// A tag or a place by which sessions are listed.
package enum SessionLabel: Sendable, Equatable {
  case tag(String)
  case place(String)

  /// The title of the page with its sessions.
  var title: String {
    switch self {
    case .tag(let name): "Sessions tagged +\(name)"
    case .place(let name): "Sessions at \(name)"
    }
  }

  /// The query of that page.
  var query: String {
    switch self {
    case .tag(let name): "tag=\(PercentCoding.encoded(name))"
    case .place(let name): "place=\(PercentCoding.encoded(name))"
    }
  }

  /// Returns whether a session has the tag or the place, ignoring case and accents.
  package func matches(_ context: SessionContext) -> Bool {
    switch self {
    case .tag(let name): context.tags.contains(name)
    case .place(let name): context.place.map { folded($0) == folded(name) } ?? false
    }
  }

  /// Returns links to the sessions with the same place and tags; nil for a session without.
  static func links(of row: SessionRow) -> HTML? {
    let context = row.sessionContext
    let all = context.place.map { [($0, SessionLabel.place($0))] } ?? []
    let links = all + context.tags.names.map { ("+\($0)", .tag($0)) }
    guard !links.isEmpty else { return nil }
    return """
      <nav class="chips" aria-label="Sessions like this">\(fragment: HTML(links.map { words, label in
        "<a href=\"/history?\(label.query)\"><bdi>\(words)</bdi></a>"
      }))</nav>
      """
  }
}
