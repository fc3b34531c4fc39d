import Cairn
import CairnInsights

/// The sessions that ended in the last 90 days, under the day they began on.
struct History {
  let days: [Day]

  /// One day, its sessions in the order they began.
  struct Day {
    let day: LocalDay
    var rows: [Row] = []
  }

  /// One session as a list shows it.
  struct Row {
    let kind: String
    let title: String
    let stretch: String
    let active: Milliseconds
    /// What was done in it, in a few words; nil where that is not known.
    let done: String?
  }

  init(_ desk: OfflineLog, _ sessions: [Session<NoDetail>], _ today: LocalDay) {
    var days: [Day] = []
    let doings = SessionSummaries(desk)
    for session in sessions {
      let day = desk.day(at: session.timeline.start, zone: session.zone)
      guard day > today - DayFigures.days else { continue }
      if days.last?.day != day { days.append(Day(day: day)) }
      days[days.count - 1].rows.append(Row(session, day, doings, desk))
    }
    self.days = days
  }
}

extension History.Row {
  fileprivate init(
    _ session: Session<NoDetail>,
    _ day: LocalDay,
    _ doings: SessionSummaries,
    _ desk: OfflineLog
  ) {
    let clock = WallClock(zone: desk.zones.rules(session.zone), now: desk.now)
    kind = session.kind.name
    let reading = desk.reading(session)
    title = reading.flatMap { desk.title(of: $0.detail.entry) } ?? desk.subject(of: session)
    let start = session.timeline.start
    stretch =
      session.hasHours(desk)
      ? clock.stretch(start, session.timeline.end ?? start, on: day) : "no time of day known"
    active = session.timeline.active(until: desk.now)
    done = doings.words(session, reading)
  }
}

extension History.Day {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("day", day.text)
    writer.member("name", CalendarText.day(day))
    writer.list("sessions", rows) { row, writer in
      writer.beginObject()
      writer.member("kind", row.kind)
      writer.member("title", row.title)
      writer.member("stretch", row.stretch)
      writer.member("active", row.active.length)
      if let done = row.done { writer.member("done", done) }
      writer.endObject()
    }
    writer.endObject()
  }
}
