import Cairn
import CairnInsights

/// The totals of recent days and the streak, equal to those of the server for the same sessions.
struct DayFigures {
  /// The number of days included, with today.
  static let days: Int32 = 90

  private let today: LocalDay
  private let totals: [DayTotal]
  private let streak: Streak

  /// Computes the figures of ended sessions.
  init(_ log: OfflineLog, _ ended: [Session<NoDetail>], _ request: WasmRequest, _ today: LocalDay) {
    self.today = today
    let first = today - (Self.days - 1)
    var sums = DaySums(log)
    for session in ended { sums.add(session) }
    totals = sums.totals.filter { $0.day >= first }
    let earlier = request.snapshot.earlier.filter { $0.day < first }.map { row in
      DayTotal(
        day: row.day,
        time: row.time,
        amount: row.pages,
        sessions: Int(row.sessions),
        overlap: row.overlap
      )
    }
    streak = Streak(
      earlier + totals,
      rule: StreakRule(log),
      restDays: Set(log.all(RestDay.self).map { $0.day }),
      skipped: Set(log.zones.own.skippedDays),
      today: today
    )
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("streak")
    writer.beginObject()
    writer.member("current", Int64(streak.current))
    writer.member("longest", Int64(streak.longest))
    writer.key("open_today")
    writer.bool(streak.isOpen)
    writer.member("definition", streak.definition)
    writer.endObject()
    writer.key("today")
    write(Totals(totals, in: today...today), to: &writer)
    writer.key("all")
    write(Totals(totals, in: (today - (Self.days - 1))...today), to: &writer)
    writer.list("days", totals) { day, writer in
      writer.beginObject()
      writer.member("day", day.day.text)
      writer.member("name", CalendarText.day(day.day))
      writer.member("active_seconds", day.time.count / 1_000)
      writer.member("time", day.time.hoursAndMinutes)
      writer.member("pages", day.amount)
      writer.member("sessions", Int64(day.sessions))
      writer.endObject()
    }
    writer.endObject()
  }

  private func write(_ totals: Totals, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("active_seconds", totals.time.count / 1_000)
    writer.member("time", totals.time.hoursAndMinutes)
    writer.member("pages", totals.amount)
    writer.member("sessions", Int64(totals.sessions))
    writer.member("active_days", Int64(totals.activeDays))
    writer.endObject()
  }
}

extension StreakRule {
  /// Reads the streak rule from the settings.
  fileprivate init(_ log: OfflineLog) {
    self.init(
      cadence: Cadence(name: log.setting(.streakCadence)) ?? .daily,
      minimums: log.all(StreakMinimumSetting.self),
      weekStart: WeekStart(name: log.setting(.weekStart)) ?? .monday
    )
  }
}

/// Sums of sessions per day.
private struct DaySums {
  private let log: OfflineLog
  private var sums: [LocalDay: Sum] = [:]

  private struct Sum {
    var time = Milliseconds.zero
    var pages: Int64 = 0
    var sessions = 0
    var periods: [Range<Instant>] = []
  }

  init(_ log: OfflineLog) {
    self.log = log
  }

  mutating func add(_ session: Session<NoDetail>) {
    let zone = log.zones.rules(session.zone)
    let detail = log.reading(session)?.detail
    let hour = log.dayStart
    let shares = session.timeline.shares(zone: zone, dayStartHour: hour, amount: detail?.amount)
    for share in shares {
      sums[share.day, default: Sum()].time += share.time
      sums[share.day, default: Sum()].pages += share.amount
    }
    let first = zone.day(at: session.timeline.start, dayStartHour: hour)
    sums[first, default: Sum()].sessions += 1
    guard session.hasHours(log) else { return }
    for segment in session.timeline.segments { add(segment, zone, hour) }
  }

  private mutating func add(_ segment: Segment, _ zone: ZoneRules, _ hour: Int64) {
    guard let end = segment.end else { return }
    var start = segment.start
    var pieces: [(LocalDay, Range<Instant>)] = []
    zone.eachDay(from: start, to: end, dayStartHour: hour) { day, time in
      pieces.append((day, start..<start + time))
      start = start + time
    }
    for (day, piece) in pieces { sums[day, default: Sum()].periods.append(piece) }
  }

  /// One total per day, ascending.
  var totals: [DayTotal] {
    let totals = sums.map { day, sum in
      DayTotal(
        day: day,
        time: sum.time,
        amount: sum.pages,
        sessions: sum.sessions,
        overlap: NonOverlappingTime(sum.periods).overlap
      )
    }
    return totals.ordered { SortKey(Int64($0.day.number)) }
  }
}

extension Session where Detail == NoDetail {
  /// Returns whether the times of day are known; some listening sessions have only a day.
  func hasHours(_ log: OfflineLog) -> Bool {
    guard kind == Listening.kind else { return true }
    let listening = try? log.find(Session<Listening>.self, id.record)
    return !(listening?.detail.isDayOnly ?? false)
  }
}
