import Cairn
import CairnInsights

/// The sessions that ended in the last 90 days, grouped by the day they began.
struct History {
  let days: [Day]

  /// One day with its sessions, newest first.
  struct Day {
    let day: LocalDay
    var rows: [Row] = []
  }

  /// A session as a row of a list.
  struct Row {
    let kind: String
    let title: String
    let timeRange: String
    let active: Milliseconds
    /// A summary of the session; nil if it is unknown.
    let done: String?
  }

  init(_ log: OfflineLog, _ sessions: [Session<NoDetail>], _ today: LocalDay) {
    var days: [Day] = []
    let summaries = SessionSummaries(log)
    for session in sessions {
      let day = log.localDay(at: session.timeline.start, zone: session.zone)
      guard day > today - DayFigures.days else { continue }
      if days.last?.day != day { days.append(Day(day: day)) }
      days[days.count - 1].rows.append(Row(session, day, summaries, log))
    }
    self.days = days
  }
}

extension History.Row {
  fileprivate init(
    _ session: Session<NoDetail>,
    _ day: LocalDay,
    _ summaries: SessionSummaries,
    _ log: OfflineLog
  ) {
    let clock = log.clock(session)
    kind = session.kind.name
    let reading = log.reading(session)
    title = reading.flatMap { log.title(of: $0.detail.entry) } ?? log.subject(of: session)
    let start = session.timeline.start
    timeRange =
      session.hasHours(log)
      ? clock.timeRange(start, session.timeline.end ?? start, on: day) : "time of day unknown"
    active = session.timeline.active(until: log.now)
    done = summaries.summary(session, reading)
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
      writer.member("time_range", row.timeRange)
      writer.member("active", row.active.length)
      if let done = row.done { writer.member("done", done) }
      writer.endObject()
    }
    writer.endObject()
  }
}
