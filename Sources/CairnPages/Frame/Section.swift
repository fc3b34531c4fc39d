package import CairnHTML

/// A place of the app, linked on every page.
package struct Section: Sendable {
  package let name: String
  package let path: String
  /// The letter that opens it after `g`.
  package let letter: String
  package let icon: HTML

  package static let today = Section(
    "Today",
    "/",
    "t",
    """
    <rect x="9.2" y="4" width="5.6" height="3.8" rx="1.9"/><rect x="6.6" y="9.2" width="10.8" \
    height="4.2" rx="2.1"/><rect x="3.6" y="14.8" width="16.8" height="5" rx="2.5"/>
    """
  )
  package static let log = Section(
    "Log",
    "/history",
    "l",
    """
    <path d="M8 6h12M8 12h12M8 18h8"/><circle cx="4" cy="6" r=".9"/><circle cx="4" cy="12" r=".9"/>\
    <circle cx="4" cy="18" r=".9"/>
    """
  )
  /// Starting or adding anything.
  package static let add = Section("Log something", "/add", "a", "<path d=\"M12 5v14M5 12h14\"/>")
  /// Books, stories and climbs.
  package static let library = Section(
    "Library",
    "/shelf",
    "b",
    "<path d=\"M4.5 4.5h3.4v15H4.5zM7.9 7h3.6v12.5H7.9zM13.2 7.4l3.3-1 4 13-3.3 1z\"/>"
  )
  package static let insights = Section(
    "Insights",
    "/insights",
    "i",
    "<path d=\"M5 20v-7M10 20V6M15 20v-9.5M20 20V9\"/>"
  )
  /// Settings, and through it the account, imports, exports and the activity log.
  package static let settings = Section(
    "Settings",
    "/settings",
    "s",
    "<path d=\"M4 7h9M17 7h3M4 17h3M11 17h9\"/><circle cx=\"15\" cy=\"7\" r=\"2\"/><circle cx=\"9\" cy=\"17\" r=\"2\"/>"
  )

  /// The four places; the plus stands between them on a phone.
  package static let places = [today, log, library, insights]
  package static let all = places + [add, settings]
  /// The sections with pages that update live.
  package static let live = [today, log, library]

  private init(_ name: String, _ path: String, _ letter: String, _ icon: HTML) {
    (self.name, self.path, self.letter, self.icon) = (name, path, letter, icon)
  }

  /// Returns the navigation link, marked if it is the current page.
  package func link(from current: Section?) -> HTML {
    """
    <a href="\(path)" data-letter="\(letter)" aria-current="\(current?.path == path ? "page" : "false")">\
    <svg class="i" viewBox="0 0 24 24" aria-hidden="true">\(fragment: icon)</svg><span>\(name)</span></a>
    """
  }
}
