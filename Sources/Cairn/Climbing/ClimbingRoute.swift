/// One logged climb of a route, from one session or day.
public struct LoggedClimb: Sendable {
  /// The climb.
  public let id: Identifier<Climb>
  /// The day it counts for.
  public let day: LocalDay
  /// The session and its start; nil for a climb that belongs to a day.
  public let session: (id: SessionID, start: Instant)?
  /// The position among the climbs of its session or day.
  public let position: Int64
  /// When it was logged, if known.
  public let at: Instant?
  /// The discipline, or nil.
  public let discipline: Discipline?
  /// The grade in lower case; empty without one.
  public let grade: String
  /// The name of the import it came from, or nil.
  public let source: String?
  /// The attempts, in any order.
  public var attempts: [Attempt] = []

  /// Creates a logged climb without attempts.
  public init(
    id: Identifier<Climb>,
    day: LocalDay,
    session: (id: SessionID, start: Instant)?,
    position: Int64,
    at: Instant?,
    discipline: Discipline?,
    grade: String,
    source: String?
  ) {
    (self.id, self.day, self.session, self.position) = (id, day, session, position)
    (self.at, self.discipline, self.grade, self.source) = (at, discipline, grade, source)
  }
}

/// The history of a route: all attempts in the order in which they were made.
///
/// The tick of a send follows from the attempts before it, in any logged climb and on any device, and
/// is stored in no record (spec/merge.md 4).
public struct ClimbingRoute: Sendable {
  /// The attempts in order, each with its tick.
  public private(set) var attempts: [RouteAttempt] = []

  /// Orders the attempts by day, then by known time, then by entry, and derives each tick.
  ///
  /// `before` is the state of the route after earlier days, whose climbs are not in `cards`.
  /// O(attempts × log attempts).
  public init(_ cards: [LoggedClimb], before: PriorState = .untried) {
    var earlier = EarlierAttempts(before: before)
    for entered in Self.inOrder(cards) {
      attempts.append(earlier.add(entered, on: cards[entered.card]))
    }
  }

  /// Groups climbs with the same name, discipline, place and angle into routes, one per grade.
  ///
  /// Climbs without a grade belong to the only grade there is. If there are several grades, they form
  /// a route of their own.
  public static func routes(_ cards: [LoggedClimb]) -> [[LoggedClimb]] {
    var byGrade: [String: [LoggedClimb]] = [:]
    for card in cards { byGrade[card.grade, default: []].append(card) }
    let grades = byGrade.count - (byGrade[""] == nil ? 0 : 1)
    return grades > 1 ? byGrade.values.map { $0 } : [cards]
  }
}

extension ClimbingRoute {
  /// The state of a route after earlier days.
  public enum PriorState: Sendable {
    /// No attempt is known.
    case untried
    /// It was attempted and not sent.
    case tried
    /// It was sent.
    case sent
  }

  /// The days with attempts, oldest first.
  public var days: [Day] {
    var days: [Day] = []
    for one in attempts {
      if days.last?.day != one.day { days.append(Day(day: one.day, climb: one.attempt.climb)) }
      days[days.count - 1].attempts += 1
      days[days.count - 1].sends += one.attempt.result == .sent ? 1 : 0
    }
    return days
  }

  /// The attempts on a route on one day.
  public struct Day: Sendable, Equatable {
    /// The day.
    public let day: LocalDay
    /// The logged climb with the first attempt of the day.
    public let climb: Identifier<Climb>
    /// The number of attempts.
    public fileprivate(set) var attempts: Int64 = 0
    /// The number of sends.
    public fileprivate(set) var sends: Int64 = 0
  }

  /// The number of attempts up to and including the first send; nil until the route is sent.
  ///
  /// Also nil if the tick of the first send contradicts the known attempts. A redpoint has earlier
  /// attempts, which a logbook may omit. A flash that is claimed after attempts on other days belongs
  /// to another climb with the same name.
  public var attemptsToSend: Int64? {
    guard let first = attempts.firstIndex(where: { $0.isFirstSend }) else { return nil }
    let isFirstAttempt = attempts[first].attempt.tick?.isFirstAttempt == true
    return isFirstAttempt == (first == 0) ? Int64(first) + 1 : nil
  }

  /// The day of the first send, or nil.
  public var sentOn: LocalDay? { attempts.first { $0.isFirstSend }?.day }

  /// The number of sends after the first one.
  public var repeats: Int64 {
    days.reduce(0) { $0 + $1.sends } - (sentOn == nil ? 0 : 1)
  }
}

/// An attempt in the history of its route.
public struct RouteAttempt: Sendable {
  /// The attempt with its tick.
  public let attempt: Attempt
  /// The day it counts for.
  public let day: LocalDay
  /// Whether it is the first send of the route.
  public let isFirstSend: Bool
}

extension ClimbingRoute {
  private static func inOrder(_ cards: [LoggedClimb]) -> [EnteredAttempt] {
    var entered: [EnteredAttempt] = []
    for index in cards.indices.sorted(by: { cards[$0].isEntered(before: cards[$1]) }) {
      entered += cards[index].entered(index, after: entered.last)
    }
    return entered.indices.sorted { entered[$0].isBefore(entered[$1], $0 < $1) }
      .map { entered[$0] }
  }
}

extension LoggedClimb {
  fileprivate func isEntered(before other: LoggedClimb) -> Bool {
    if day != other.day { return day < other.day }
    let (start, second) = (session?.start ?? .earliest, other.session?.start ?? .earliest)
    if start != second { return start < second }
    return position != other.position ? position < other.position : id < other.id
  }

  /// Returns its attempts in order of entry; without a time, an attempt comes after those entered
  /// before it in its session.
  fileprivate func entered(_ index: Int, after last: EnteredAttempt?) -> [EnteredAttempt] {
    let known = session.map { last?.session == $0.id ? last?.time ?? $0.start : $0.start }
    return Attempt.timed(attempts, after: at ?? known).map { attempt, time in
      EnteredAttempt(card: index, day: day, session: session?.id, attempt: attempt, time: time)
    }
  }
}

extension Attempt {
  /// Returns the attempts of one climb in the order in which they were made: by known time, then by entry.
  public static func inOrder(_ attempts: [Attempt]) -> [Attempt] {
    let timed = timed(attempts, after: nil)
    return timed.indices.sorted { first, second in
      guard let time = timed[first].time, let other = timed[second].time, time != other
      else { return first < second }
      return time < other
    }.map { timed[$0].attempt }
  }

  private func isEntered(before other: Attempt) -> Bool {
    number != other.number ? number < other.number : id < other.id
  }

  /// Returns the attempts of one climb in order of entry, each with a time if possible: a missing time
  /// is that of the next attempt with one, or else that of the previous attempt.
  fileprivate static func timed(
    _ attempts: [Attempt],
    after earlier: Instant?
  ) -> [(attempt: Attempt, time: Instant?)] {
    var timed = attempts.indices.sorted { attempts[$0].isEntered(before: attempts[$1]) }
      .map { (attempt: attempts[$0], time: attempts[$0].at) }
    for index in timed.indices.dropLast().reversed() where timed[index].time == nil {
      timed[index].time = timed[index + 1].time
    }
    for index in timed.indices where timed[index].time == nil {
      timed[index].time = index == 0 ? earlier : timed[index - 1].time
    }
    return timed
  }
}

/// An attempt, in the order in which those of a climb were entered.
private struct EnteredAttempt {
  /// The index of its logged climb.
  let card: Int
  let day: LocalDay
  let session: SessionID?
  let attempt: Attempt
  /// The time; nil on a day without known times.
  let time: Instant?

  /// Returns whether it was made before another; equal times are ordered by entry.
  func isBefore(_ other: EnteredAttempt, _ isEnteredBefore: Bool) -> Bool {
    if day != other.day { return day < other.day }
    switch (time, other.time) {
    case (let time?, let second?): return time != second ? time < second : isEnteredBefore
    case (nil, nil): return isEnteredBefore
    default: return time == nil
    }
  }
}

/// The attempts on a route before the current one.
private struct EarlierAttempts {
  private let before: ClimbingRoute.PriorState
  private var all = Counts()
  private var today = Counts()
  /// The attempts of the day without a time, which may have come later.
  private var unordered = Counts()
  private var todayBySource: [String: Int] = [:]
  private var day: LocalDay?
  private var isTimed = false

  private struct Counts {
    var tries = 0
    var sends = 0
  }

  init(before: ClimbingRoute.PriorState) { self.before = before }

  /// Derives the tick of an attempt and counts the attempt for the next ones.
  mutating func add(_ entered: EnteredAttempt, on card: LoggedClimb) -> RouteAttempt {
    begin(entered)
    var attempt = entered.attempt
    attempt.tick = tick(of: attempt, on: card)
    let isSend = attempt.result == .sent
    let isFirst = isSend && !isSent && attempt.tick != .repeated && all.sends == 0
    count(isSend, card.source)
    return RouteAttempt(attempt: attempt, day: card.day, isFirstSend: isFirst)
  }

  private mutating func begin(_ entered: EnteredAttempt) {
    let isSameDay = day == entered.day
    guard !isSameDay || isTimed != (entered.time != nil) else { return }
    unordered = isSameDay ? today : Counts()
    (day, isTimed) = (entered.day, entered.time != nil)
    (today, todayBySource) = (Counts(), [:])
  }

  private mutating func count(_ isSend: Bool, _ source: String?) {
    all.tries += 1
    today.tries += 1
    if isSend {
      all.sends += 1
      today.sends += 1
    }
    if let source { todayBySource[source, default: 0] += 1 }
  }

  private var isTried: Bool { before != .untried || all.tries > unordered.tries }
  private var isSent: Bool { before == .sent || all.sends > unordered.sends }

  /// Returns the entered tick, unless it is an onsight or flash after attempts on that day.
  ///
  /// Otherwise it is derived, except for imports: a logbook of another app has its own order and does
  /// not state how many attempts there were.
  private func tick(of attempt: Attempt, on card: LoggedClimb) -> Tick? {
    guard attempt.result == .sent else { return nil }
    guard let explicitTick = attempt.explicitTick else {
      return card.source == nil ? derived(card) : nil
    }
    let own = card.source.map { todayBySource[$0, default: 0] } ?? 0
    return explicitTick.isFirstAttempt && today.tries > own ? derived(card) : explicitTick
  }

  private func derived(_ card: LoggedClimb) -> Tick? {
    if isSent { return .repeated }
    return card.discipline.map { $0.tick(isFirstAttempt: !isTried) } ?? (isTried ? nil : .flash)
  }
}
