import CairnHTML

/// Links to the views of a page, with the current one marked.
struct Tabs {
  /// A name and an address, and whether it is that of the page.
  typealias Link = (String, String, Bool)

  private let label: String
  private let links: [Link]
  private let isWide: Bool

  init(_ label: String, _ links: [Link], isWide: Bool = true) {
    (self.label, self.links, self.isWide) = (label, links, isWide)
  }

  /// Creates the links to pages, given by their addresses and names.
  init(_ label: String, _ pages: [(String, String)], at path: String, isWide: Bool = true) {
    self.init(label, pages.map { ($0.1, $0.0, $0.0 == path) }, isWide: isWide)
  }

  var html: HTML {
    """
    <nav class="tabs\(isWide ? " wide" : "")" aria-label="\(label)"><ul>\(fragment: HTML(links.map(item)))</ul></nav>
    """
  }

  private func item(_ words: String, _ path: String, _ isCurrent: Bool) -> HTML {
    """
    <li><a href="\(path)" aria-current="\(isCurrent ? "page" : "false")">\(words)</a></li>
    """
  }
}
