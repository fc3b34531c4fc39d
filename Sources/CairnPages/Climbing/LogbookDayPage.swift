package import Cairn
package import CairnHTML
package import CairnReports

/// The page of a day's climbs without a session, grouped by location.
package struct LogbookDayPage {
  private let frame: PageFrame
  private let day: LocalDay
  private let places: [(place: String?, climbs: [ClimbRow])]

  /// Creates the page of the day's climbs.
  package init(frame: PageFrame, day: LocalDay, climbs: [ClimbRow]) {
    (self.frame, self.day, places) = (frame, day, Self.places(climbs))
  }

  /// Returns the climbs grouped by location, in order of first appearance.
  private static func places(_ climbs: [ClimbRow]) -> [(place: String?, climbs: [ClimbRow])] {
    var places: [(place: String?, climbs: [ClimbRow])] = []
    for climb in climbs {
      if let index = places.firstIndex(where: { $0.place == climb.place }) {
        places[index].climbs.append(climb)
      } else {
        places.append((climb.place, [climb]))
      }
    }
    return places
  }

  package var html: HTML {
    frame.page(
      CalendarText.day(day),
      in: .library,
      hue: .climbing,
      """
      <header class="head"><h1>\(CalendarText.day(day))</h1>
      <p class="quiet"><a href="/logbook">Logbook</a> · <a href="/history?day=\(day.text)">Full day</a></p>
      </header>
      \(fragment: places.isEmpty ? empty : HTML(places.enumerated().map { section($0, $1) }))
      """
    )
  }

  private var empty: HTML {
    EmptyState("No extra climbs this day.", "", ("Logbook", "/logbook")).html
  }

  private func section(_ number: Int, _ place: (place: String?, climbs: [ClimbRow])) -> HTML {
    let outdoor = Set(place.climbs.map { $0.isOutdoor })
    let kind = outdoor.count == 1 ? outdoor.first?.map { $0 ? "outdoors" : "indoors" } : nil
    let words = ["time unknown", kind].compactMap { $0 }.joined(separator: " · ")
    return """
      <section class="stack" aria-labelledby="p\(number)"><h2 id="p\(number)"><bdi>\
      \(place.place ?? "Unknown place")</bdi></h2>
      <p class="quiet">\(words)</p>
      \(fragment: ClimbList(climbs: place.climbs, frame: frame).html)
      </section>

      """
  }
}
