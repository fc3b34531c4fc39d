import Cairn
import CairnHTML
package import CairnReports

/// The search for climbs by name, with its results.
package struct LogbookSearch {
  /// The search text; nil without a search.
  private let words: String?
  private let climbs: [ClimbRow]

  /// Creates the search with the climbs that it found.
  package init(words: String?, climbs: [ClimbRow]) {
    (self.words, self.climbs) = (words, climbs)
  }

  /// Whether the address contains a search.
  var isActive: Bool { words != nil }

  var field: HTML {
    """
    <form class="search" role="search" action="/logbook">
    <label class="hidden" for="q">Search climbs</label>
    <input id="q" name="q" type="search" data-key="/" placeholder="Climb name" \
    value="\(words ?? "")">
    <button>Search</button></form>
    """
  }

  /// The matching climbs, newest first.
  var found: HTML {
    guard !climbs.isEmpty else {
      return EmptyState("No climbs found.", "", ("All climbs", "/logbook")).html
    }
    return """
      <ul class="rows card">\(fragment: HTML(climbs.map(row)))</ul>
      <p class="more"><a class="button" href="/logbook">All climbs</a></p>
      """
  }

  private func row(_ row: ClimbRow) -> HTML {
    let place = row.place.map { " · \($0)" } ?? ""
    let attempt = row.send ?? row.attempts.last
    return """
      <li class="row"><div><a class="whole" href="\(row.path)"><strong><bdi>\(row.climb.name ?? "")</bdi></strong></a>
      <span class="quiet"><bdi>\(CalendarText.day(row.day))\(place)</bdi></span>
      <span class="quiet">\(attempt?.label ?? "no attempts yet")</span></div>
      <span class="figure">\(row.climb.grade?.text ?? "")</span></li>

      """
  }
}
