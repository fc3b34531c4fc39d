package import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The events and sessions of this calendar day in earlier years.
package struct OnThisDay {
  package let years: [OnThisDayYear]
  package let zones: SessionZones
  package let modules: [KindModule]

  /// Creates the day.
  package init(years: [OnThisDayYear], zones: SessionZones, modules: [KindModule]) {
    (self.years, self.zones, self.modules) = (years, zones, modules)
  }

  /// Today is a page about today.
  private static let most = 3

  /// Nil without events.
  package var html: HTML? {
    guard !years.isEmpty else { return nil }
    return """
      <section class="remembered" aria-labelledby="remembered"><h2 id="remembered">On this day</h2>
      <ul class="rows card">\(fragment: HTML(shown))</ul></section>
      """
  }

  /// The first events and sessions, and one link to further sessions.
  private var shown: [HTML] {
    var (rows, link): ([HTML], HTML?) = ([], nil)
    for year in years {
      let events = year.events.prefix(Self.most - rows.count)
      rows += events.map { row(year, Self.text($0), $0.title ?? "") }
      let sessions = year.sessions.prefix(Self.most - rows.count)
      rows += sessions.map { row(year, words($0), $0.session.subject) }
      link = link ?? more(year.sessions.count - sessions.count + year.more, year)
    }
    return rows + [link].compactMap { $0 }
  }

  private func words(_ part: SessionOnDay) -> String {
    let verb = modules[part.session.kind]?.past ?? part.session.kind.name
    return "\(verb) \(part.time.length), \(zones.timeRange(part.session))"
  }

  /// A link to the sessions that are not shown; nil without any.
  private func more(_ count: Int, _ year: OnThisDayYear) -> HTML? {
    guard count > 0, let day = year.sessions.last?.day else { return nil }
    return """
      <li class="row"><div><a class="whole" href="/history?day=\(day.text)">\
      \(counted(count, "more session"))</a></div><span class="figure">\(year.year)</span></li>
      """
  }

  private func row(_ year: OnThisDayYear, _ words: String, _ title: String) -> HTML {
    """
    <li class="row"><div><strong><bdi>\(title)</bdi></strong>
    <span class="quiet">\(words)</span></div><span class="figure">\(year.year)</span></li>
    """
  }

  /// Returns `finished in 17 days`, `started` or `did not finish`.
  private static func text(_ event: BookEvent) -> String {
    switch event.kind {
    case .finished:
      guard let days = event.number else { return "finished" }
      return days == 0 ? "finished in one day" : "finished in \(counted(days, "day"))"
    case .gaveUp: return "did not finish"
    case .putBack: return "reset"
    default: return event.kind.name
    }
  }
}
