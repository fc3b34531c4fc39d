package import Cairn
package import CairnReports

/// The results of a search.
package struct SearchResults: JSONModel {
  package let books: [EntryRow]
  package let stories: [StoryRow]
  package let sessions: [SessionRow]
  package let climbs: [ClimbRow]
  /// The time until which open sessions are active.
  let now: Instant

  /// Creates the results.
  package init(
    books: [EntryRow],
    stories: [StoryRow],
    sessions: [SessionRow],
    climbs: [ClimbRow],
    now: Instant
  ) {
    (self.books, self.stories, self.sessions) = (books, stories, sessions)
    (self.climbs, self.now) = (climbs, now)
  }

  /// Whether nothing was found.
  package var isEmpty: Bool {
    books.isEmpty && stories.isEmpty && sessions.isEmpty && climbs.isEmpty
  }

  package static let fields: JSONFields<SearchResults> = [
    .init("books", \.books),
    .init("stories", \.stories),
    .init("sessions") { found in found.sessions.map { $0.report(at: found.now) } },
    .init("climbs", \.climbs),
  ]
}
