import CairnHTML

/// The navigation between books, stories and climbs.
enum LibraryTabs {
  private static let pages = [
    ("/shelf", "Books"), ("/stories", "Stories"), ("/logbook", "Climbs"),
  ]

  static func html(at path: String) -> HTML {
    Tabs("Library", pages, at: path, isWide: false).html
  }
}
