import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The page of a person's public climbing sessions, newest first.
package struct PersonPage {
  private let frame: PageFrame
  private let person: Person
  private let sessions: [PublicSession]
  private let next: String?
  private let zones: SessionZones

  /// Creates the page; `next` is the cursor of the next one.
  package init(
    frame: PageFrame,
    person: Person,
    sessions: [PublicSession],
    next: String?,
    zones: SessionZones
  ) {
    (self.frame, self.person, self.sessions) = (frame, person, sessions)
    (self.next, self.zones) = (next, zones)
  }

  package var html: HTML {
    frame.page(
      person.displayName,
      in: .settings,
      hue: .climbing,
      """
      <header class="head"><h1><bdi>\(person.displayName)</bdi></h1>
      <p class="quiet"><a href="/people">People</a>\
      \(person.id == frame.person?.id ? " · your public page" : "")</p></header>
      \(fragment: HTML(sessions.map(section)))
      \(fragment: next.map(older))
      """
    )
  }

  private func section(_ session: PublicSession) -> HTML {
    let name = "s-\(ShortID(session.id.record).text)"
    return """
      <section class="stack" aria-labelledby="\(name)"><h2 id="\(name)">\(CalendarText.day(session.day))</h2>
      <p class="quiet"><bdi>\(session.subject)</bdi><br>\(time(session)) · \(session.text)</p>
      \(fragment: session.climbs.isEmpty ? nil : PublicClimbList(climbs: session.climbs).html)
      </section>

      """
  }

  private func time(_ session: PublicSession) -> String {
    let (timeline, clock) = (session.timeline, zones.clock(session.zone, session.timeline.start))
    let length = timeline.active(until: frame.clock.now).length
    guard let end = timeline.end else { return "since \(clock.time(timeline.start)) · \(length)" }
    return "\(clock.timeRange(timeline.start, end, on: session.day)) · \(length)"
  }

  private func older(_ next: String) -> HTML {
    NextPage("Older", "\(person.publicPath)?before=\(PercentCoding.encoded(next))").html
  }
}

extension PublicSession {
  /// `bouldering · Boulder Hall · indoors`.
  fileprivate var subject: String {
    let kind = isOutdoor.map { $0 ? "outdoors" : "indoors" }
    return [discipline?.label ?? "climbing", place, kind].compactMap { $0 }
      .joined(separator: " · ")
  }

  /// `3 climbs, 2 sent`.
  fileprivate var text: String {
    climbs.isEmpty
      ? "no climbs" : "\(counted(climbs.count, "climb")), \(sends) sent"
  }
}

/// The public climbs of a session in order.
private struct PublicClimbList {
  let climbs: [PublicClimb]

  var html: HTML { "<ol class=\"climbs\">\(fragment: HTML(climbs.indices.map(card)))</ol>" }

  private func card(_ index: Int) -> HTML {
    let row = climbs[index]
    return """
      <li class="card climb"><h3><bdi>\(row.climb.name ?? "Climb \(index + 1)")</bdi>\
      \(fragment: row.climb.grade.map { " <span class=\"grade\">\($0.text)</span>" })</h3>
      \(fragment: row.send.map { "<p class=\"sent\">\($0.label)</p>" })
      \(fragment: row.attempts.isEmpty ? nil : AttemptMarks(attempts: row.attempts).html)
      \(fragment: row.marks.isEmpty ? nil : TagSummary(marks: row.marks).html)
      </li>

      """
  }
}
