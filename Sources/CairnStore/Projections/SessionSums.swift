import Cairn
import CairnSQL

/// What one session that has ended adds to every table of sums.
struct SessionSums {
  private let session: Session<NoDetail>
  private let subject: SubjectKey?
  private let heard: ListeningContribution?
  private let hasClock: Bool
  /// The day under which it is listed.
  private let day: LocalDay
  private let amount: Int64
  private let shares: [DayShare]

  init(
    _ session: Session<NoDetail>,
    _ about: SessionAbout,
    _ day: LocalDay,
    _ shares: [DayShare]
  ) {
    (self.session, self.subject, self.day) = (session, about.subject, day)
    (amount, heard, self.shares) = (about.amount ?? 0, about.heard, shares)
    hasClock = about.hasClock
  }

  /// What a stored session has added; nil when it has no row.
  static func stored(
    _ session: Session<NoDetail>,
    _ about: SessionAbout,
    in connection: any SQLConnection
  ) throws -> SessionSums? {
    let query: SQL = "SELECT day, amount FROM session WHERE id = \(session.id)"
    let row = try connection.first(query) { (try $0.day(0), try $0.integerOrNil(1)) }
    guard let (day, amount) = row else { return nil }
    var stored = about
    stored.amount = amount
    let shares = try DayRows.all(of: session.id, in: connection)
    return SessionSums(session, stored, day, shares)
  }

  /// Adds it, with a sign of 1, or takes it away, with -1; an open session has no shares.
  func add(_ sign: Int64, to tally: inout SumDeltas, zone: ZoneRules, dayStartHour: Int64) {
    guard !shares.isEmpty else { return }
    for share in shares { addDay(share, sign, &tally) }
    tally.mixedDays.formUnion(shares.map(\.day))
    if let subject { tally.subjects.add(sums(active, amount, true, sign), to: subject) }
    if hasClock { addHours(sign, &tally, zone, dayStartHour) }
    addTags(sign, &tally)
    heard?.add(sign, on: shares, to: &tally)
  }

  private var kind: String { session.kind.name }

  private var active: Milliseconds { shares.reduce(.zero) { $0 + $1.time } }

  private func addDay(_ share: DayShare, _ sign: Int64, _ tally: inout SumDeltas) {
    let sums = sums(share.time, share.amount, share.day == day, sign)
    tally.days.add(sums, to: DayKey(kind: kind, day: share.day))
    guard let subject else { return }
    tally.subjectDays.add(sums, to: SubjectDayKey(subject: subject, day: share.day))
  }

  /// Time, amount, sessions, those with a pace and their time and amount, and sessions in the row.
  private func sums(
    _ time: Milliseconds,
    _ amount: Int64,
    _ listed: Bool,
    _ sign: Int64
  ) -> Sums {
    let isPaced = listed && self.amount > 0 && active > .zero
    let paced: (Int64, Int64, Int64) = isPaced ? (1, active.count, self.amount) : (0, 0, 0)
    let sums = Sums(time.count, amount, listed ? 1 : 0, paced.0, paced.1, paced.2, 1, 0)
    return sums &* sign
  }

  /// Time and amount go to the hours in which it ran; the session to the hour in which it began to.
  private func addHours(_ sign: Int64, _ tally: inout SumDeltas, _ zone: ZoneRules, _ edge: Int64) {
    let hours = hours(zone, edge)
    let amounts = apportion(amount, by: hours.map { $0.time.count })
    for (index, hour) in hours.enumerated() {
      let hourOfWeek = Int64(hour.day.weekday - 1) * 24 + hour.hour
      let key = HourKey(kind: kind, year: Int64(hour.day.year), hour: hourOfWeek)
      let sums = Sums(hour.time.count, amounts[index], index == 0 ? 1 : 0, 1, 0, 0, 0, 0)
      tally.hours.add(sums &* sign, to: key)
    }
  }

  private func hours(
    _ zone: ZoneRules,
    _ edge: Int64
  ) -> [(day: LocalDay, hour: Int64, time: Milliseconds)] {
    var hours: [(day: LocalDay, hour: Int64, time: Milliseconds)] = []
    for segment in session.timeline.segments {
      guard let end = segment.end else { continue }
      zone.eachHour(from: segment.start, to: end, dayStartHour: edge) { hours.append(($0, $1, $2)) }
    }
    return hours
  }

  private func addTags(_ sign: Int64, _ tally: inout SumDeltas) {
    let sessionContext = session.sessionContext
    if let place = sessionContext.place { add(active, "place", place, sign, &tally) }
    if sessionContext.moodBefore != nil || sessionContext.moodAfter != nil {
      add(active, "mood", MoodPair(sessionContext.moodBefore, sessionContext.moodAfter).text, sign, &tally)
    }
    for pause in session.pauses {
      add(pause.length ?? .zero, "pause", pause.reason ?? "", sign, &tally)
    }
  }

  private func add(
    _ time: Milliseconds,
    _ tag: String,
    _ value: String,
    _ sign: Int64,
    _ tally: inout SumDeltas
  ) {
    let key = DayTagKey(kind: kind, day: day, tag: tag, value: value)
    tally.tags.add(Sums(time.count, 1, 0, 0, 0, 0, 0, 0) &* sign, to: key)
  }
}
