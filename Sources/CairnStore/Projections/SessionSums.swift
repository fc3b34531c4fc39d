import Cairn
import CairnSQL

/// The contributions of one ended session to all sum tables.
struct SessionSums {
  private let session: Session<NoDetail>
  private let subject: SubjectKey?
  private let contribution: ListeningContribution?
  private let hasClock: Bool
  /// The day under which it is listed.
  private let day: LocalDay
  private let amount: Int64
  private let shares: [DayShare]

  init(
    _ session: Session<NoDetail>,
    _ about: SessionContribution,
    _ day: LocalDay,
    _ shares: [DayShare]
  ) {
    (self.session, self.subject, self.day) = (session, about.subject, day)
    (amount, contribution, self.shares) = (about.amount ?? 0, about.contribution, shares)
    hasClock = about.hasClock
  }

  /// Returns the contributions of a stored session; nil if it has no row.
  static func stored(
    _ session: Session<NoDetail>,
    _ about: SessionContribution,
    in connection: any SQLConnection
  ) throws -> SessionSums? {
    let query: SQL = "SELECT day, amount FROM session WHERE id = \(session.id)"
    let row = try connection.first(query) { try ($0["day"] as LocalDay, $0["amount"] as Int64?) }
    guard let (day, amount) = row else { return nil }
    var stored = about
    stored.amount = amount
    let shares = try DayRows.all(of: session.id, in: connection)
    return SessionSums(session, stored, day, shares)
  }

  /// Adds the contributions for a sign of 1, or removes them for -1; an open session has none.
  func add(_ sign: Int64, to sumDeltas: inout SumDeltas, zone: ZoneRules, dayStartHour: Int64) {
    guard !shares.isEmpty else { return }
    addAmounts(sign, to: &sumDeltas)
    sumDeltas.changedDays.formUnion(shares.map(\.day))
    if let subject { sumDeltas.subjects.add(sums(active, amount, true, sign), to: subject) }
    if hasClock { addHours(sign, &sumDeltas, zone, dayStartHour) }
    contribution?.add(sign, on: shares, to: &sumDeltas)
  }

  /// Adds what it contributes to days: time, amount and tags.
  func addAmounts(_ sign: Int64, to sumDeltas: inout SumDeltas) {
    guard !shares.isEmpty else { return }
    for share in shares { addDay(share, sign, &sumDeltas) }
    addTags(sign, &sumDeltas)
  }

  private var kind: String { session.kind.name }

  private var active: Milliseconds { shares.reduce(.zero) { $0 + $1.time } }

  private func addDay(_ share: DayShare, _ sign: Int64, _ sumDeltas: inout SumDeltas) {
    let sums = sums(share.time, share.amount, share.day == day, sign)
    sumDeltas.days.add(sums, to: DayKey(kind: kind, day: share.day))
    guard let subject else { return }
    sumDeltas.subjectDays.add(sums, to: SubjectDayKey(subject: subject, day: share.day))
  }

  /// Time, amount, sessions; sessions with a pace, their time and amount; all sessions in the row.
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

  /// Adds time and amount to the hours of its segments, and the session to its first hour.
  private func addHours(
    _ sign: Int64,
    _ sumDeltas: inout SumDeltas,
    _ zone: ZoneRules,
    _ dayStartHour: Int64
  ) {
    let hours = session.timeline.hours(in: zone, dayStartHour: dayStartHour)
    let amounts = apportion(amount, by: hours.map { $0.time.count })
    for (index, hour) in hours.enumerated() {
      let hourOfWeek = Int64(hour.day.weekday - 1) * 24 + hour.hour
      let key = HourKey(kind: kind, year: Int64(hour.day.year), hour: hourOfWeek)
      let sums = Sums(hour.time.count, amounts[index], index == 0 ? 1 : 0, 1, 0, 0, 0, 0)
      sumDeltas.hours.add(sums &* sign, to: key)
    }
  }

  private func addTags(_ sign: Int64, _ sumDeltas: inout SumDeltas) {
    let sessionContext = session.sessionContext
    if let place = sessionContext.place { add(active, "place", place, sign, &sumDeltas) }
    for name in sessionContext.tags.names { add(active, "tag", name, sign, &sumDeltas) }
    if sessionContext.moodBefore != nil || sessionContext.moodAfter != nil {
      add(
        active,
        "mood",
        MoodPair(sessionContext.moodBefore, sessionContext.moodAfter).text,
        sign,
        &sumDeltas
      )
    }
    for pause in session.pauses {
      add(pause.length ?? .zero, "pause", pause.reason ?? "", sign, &sumDeltas)
    }
  }

  private func add(
    _ time: Milliseconds,
    _ tag: String,
    _ value: String,
    _ sign: Int64,
    _ sumDeltas: inout SumDeltas
  ) {
    let key = DayTagKey(kind: kind, day: day, tag: tag, value: value)
    sumDeltas.tags.add(Sums(time.count, 1, 0, 0, 0, 0, 0, 0) &* sign, to: key)
  }
}
