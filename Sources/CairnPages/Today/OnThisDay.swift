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

  /// Nil without events.
  package var html: HTML? {
    guard !years.isEmpty else { return nil }
    return """
      <section aria-labelledby="remembered"><h2 id="remembered">On this day</h2>
      <ul class="rows card">\(fragment: HTML(years.flatMap(rows)))</ul></section>
      """
  }

  private func rows(_ year: OnThisDayYear) -> [HTML] {
    let events = year.events.map { row(year, Self.text($0), $0.title ?? "") }
    let sessions = year.sessions.map { part in
      let verb = modules[part.session.kind]?.past ?? part.session.kind.name
      let words = "\(verb) \(part.time.length), \(zones.timeRange(part.session))"
      return row(year, words, part.session.subject)
    }
    return events + sessions + [more(year)].compactMap { $0 }
  }

  /// A link to the excluded sessions.
  private func more(_ year: OnThisDayYear) -> HTML? {
    guard year.more > 0, let day = year.sessions.last?.day else { return nil }
    return """
      <li class="row"><div><a class="whole" href="/history?day=\(day.text)">\
      \(counted(year.more, "more session"))</a></div><span class="figure">\(year.year)</span></li>
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
