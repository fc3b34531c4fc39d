package import CairnHTML

/// A section of the app, linked in the main navigation.
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
    "<path d=\"M12 7v5l3 2\"/><circle cx=\"12\" cy=\"12\" r=\"9\"/>"
  )
  package static let history = Section(
    "History",
    "/history",
    "h",
    "<rect x=\"4\" y=\"5\" width=\"16\" height=\"16\" rx=\"2\"/><path d=\"M4 10h16M9 3v4M15 3v4\"/>"
  )
  package static let shelf = Section(
    "Shelf",
    "/shelf",
    "b",
    "<path d=\"M5 4h4v16H5zM9 7h4v13H9zM14.5 8.5l3.5-1 3 12-3.500 .9z\"/>"
  )
  package static let listening = Section(
    "Listening",
    "/listening",
    "l",
    "<path d=\"M4 15v-2a8 8 0 0 1 16 0v2\"/><rect x=\"3\" y=\"14\" width=\"4\" height=\"6\" rx=\"1.500\"/><rect x=\"17\" y=\"14\" width=\"4\" height=\"6\" rx=\"1.500\"/>"
  )
  package static let insights = Section(
    "Insights",
    "/insights",
    "i",
    "<path d=\"M4 20h16M7 20v-6M12 20V6M17 20v-9\"/>"
  )
  package static let settings = Section(
    "Settings",
    "/settings",
    "s",
    "<path d=\"M4 7h9M17 7h3M4 17h3M11 17h9\"/><circle cx=\"15\" cy=\"7\" r=\"2\"/><circle cx=\"9\" cy=\"17\" r=\"2\"/>"
  )

  package static let all = [today, history, shelf, listening, insights, settings]
  /// The sections with pages that update live.
  package static let live = [today, history, shelf, listening]

  private init(_ name: String, _ path: String, _ letter: String, _ icon: HTML) {
    (self.name, self.path, self.letter, self.icon) = (name, path, letter, icon)
  }

  /// Returns the navigation link, marked if it is the current page.
  package func link(from current: Section?) -> HTML {
    """
    <li><a href="\(path)" data-letter="\(letter)" aria-current="\(current?.path == path ? "page" : "false")">\
    <svg viewBox="0 0 24 24" aria-hidden="true">\(fragment: icon)</svg>\(name)</a></li>
    """
  }
}
