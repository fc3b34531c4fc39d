/// One card of a route: what was climbed of it on one occasion.
public struct RouteCard: Sendable {
  /// The climb.
  public let id: Identifier<Climb>
  /// The day it counts for.
  public let day: LocalDay
  /// The session it was in and when that started; nil for a climb of a day without hours.
  public let session: (id: SessionID, start: Instant)?
  /// Its place among the climbs of its occasion.
  public let position: Int64
  /// When it was logged, as far as it is known.
  public let at: Instant?
  /// What kind of climbing it is, or nil.
  public let discipline: Discipline?
  /// Its grade in lower case, empty without one.
  public let grade: String
  /// The import it came from, or nil.
  public let source: String?
  /// Its attempts, in any order.
  public var attempts: [Attempt] = []

  /// Makes a card without attempts.
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

/// The history of a route: every attempt at it in the order they were made in.
///
/// How a send was made follows from what was tried before it, on whichever card and device, and is
/// stored in no record (spec/merge.md 4).
public struct ClimbingRoute: Sendable {
  /// The attempts in order, each with its tick.
  public private(set) var attempts: [RouteAttempt] = []

  /// Orders the attempts by day, then by known time, then as they were entered, and derives each tick.
  ///
  /// `before` says what became of the route on days before, on cards that are not known here.
  /// O(attempts × log attempts).
  public init(_ cards: [RouteCard], before: Before = .untried) {
    var earlier = EarlierAttempts(before: before)
    for go in Self.inOrder(cards) { attempts.append(earlier.add(go, on: cards[go.card])) }
  }

  /// Groups cards of one name, discipline, place and angle into routes: one for each grade.
  ///
  /// Cards without a grade belong to the only grade there is; where there are several they are a route of
  /// their own.
  public static func routes(_ cards: [RouteCard]) -> [[RouteCard]] {
    var byGrade: [String: [RouteCard]] = [:]
    for card in cards { byGrade[card.grade, default: []].append(card) }
    let grades = byGrade.count - (byGrade[""] == nil ? 0 : 1)
    return grades > 1 ? byGrade.values.map { $0 } : [cards]
  }
}

extension ClimbingRoute {
  /// What became of a route on days before.
  public enum Before: Sendable {
    /// Nothing that is known.
    case untried
    /// It was tried and not sent.
    case tried
    /// It was sent.
    case sent
  }

  /// The days it was tried on, the first one first.
  public var days: [Day] {
    var days: [Day] = []
    for one in attempts {
      if days.last?.day != one.day { days.append(Day(day: one.day, climb: one.attempt.climb)) }
      days[days.count - 1].attempts += 1
      days[days.count - 1].sends += one.attempt.result == .sent ? 1 : 0
    }
    return days
  }

  /// One day on a route.
  public struct Day: Sendable, Equatable {
    /// The day.
    public let day: LocalDay
    /// The card with the first attempt of the day.
    public let climb: Identifier<Climb>
    /// How many attempts there were.
    public fileprivate(set) var attempts: Int64 = 0
    /// How many of them were sends.
    public fileprivate(set) var sends: Int64 = 0
  }

  /// How many attempts it took to send it, that one among them; nil until it is sent, and where what is
  /// said of the first send does not go with the attempts that are known.
  ///
  /// A redpoint has attempts before it, which a logbook may not tell; a flash that somebody claims after
  /// attempts of other days is of another climb under an old name.
  public var attemptsToSend: Int64? {
    guard let first = attempts.firstIndex(where: { $0.isFirstSend }) else { return nil }
    let isFirstGo = attempts[first].attempt.tick?.isFirstGo == true
    return isFirstGo == (first == 0) ? Int64(first) + 1 : nil
  }

  /// The day of the first send, or nil.
  public var sentOn: LocalDay? { attempts.first { $0.isFirstSend }?.day }

  /// How many sends there were after the first.
  public var repeats: Int64 {
    days.reduce(0) { $0 + $1.sends } - (sentOn == nil ? 0 : 1)
  }
}

/// An attempt where it stands in the history of its route.
public struct RouteAttempt: Sendable {
  /// The attempt with its tick.
  public let attempt: Attempt
  /// The day it counts for.
  public let day: LocalDay
  /// Whether it is the first send of the route.
  public let isFirstSend: Bool
}

extension ClimbingRoute {
  private static func inOrder(_ cards: [RouteCard]) -> [EnteredAttempt] {
    var entered: [EnteredAttempt] = []
    for place in cards.indices.sorted(by: { cards[$0].isEntered(before: cards[$1]) }) {
      entered += cards[place].entered(place, after: entered.last)
    }
    return entered.indices.sorted { entered[$0].isBefore(entered[$1], $0 < $1) }
      .map { entered[$0] }
  }
}

extension RouteCard {
  fileprivate func isEntered(before other: RouteCard) -> Bool {
    if day != other.day { return day < other.day }
    let (start, second) = (session?.start ?? .earliest, other.session?.start ?? .earliest)
    if start != second { return start < second }
    return position != other.position ? position < other.position : id < other.id
  }

  /// Its attempts as they were entered; one without a time was after those entered before it in its
  /// session.
  fileprivate func entered(_ place: Int, after last: EnteredAttempt?) -> [EnteredAttempt] {
    let known = session.map { last?.session == $0.id ? last?.time ?? $0.start : $0.start }
    return Attempt.timed(attempts, after: at ?? known).map { attempt, time in
      EnteredAttempt(card: place, day: day, session: session?.id, attempt: attempt, time: time)
    }
  }
}

extension Attempt {
  /// Attempts on one card in the order they were made in: by known time, then as they were entered.
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

  /// Attempts on one card as they were entered, each with its time as far as that can be told: one
  /// without a time was before the next that has one, or else after the last.
  fileprivate static func timed(
    _ attempts: [Attempt],
    after earlier: Instant?
  ) -> [(attempt: Attempt, time: Instant?)] {
    var timed = attempts.indices.sorted { attempts[$0].isEntered(before: attempts[$1]) }
      .map { (attempt: attempts[$0], time: attempts[$0].at) }
    for place in timed.indices.dropLast().reversed() where timed[place].time == nil {
      timed[place].time = timed[place + 1].time
    }
    for place in timed.indices where timed[place].time == nil {
      timed[place].time = place == 0 ? earlier : timed[place - 1].time
    }
    return timed
  }
}

/// An attempt as it was entered on a card.
private struct EnteredAttempt {
  /// The place of its card among the cards.
  let card: Int
  let day: LocalDay
  let session: SessionID?
  let attempt: Attempt
  /// When it was; nil on a day without hours.
  let time: Instant?

  /// Whether it was made before another, which was entered later or, else, earlier.
  func isBefore(_ other: EnteredAttempt, _ isEnteredBefore: Bool) -> Bool {
    if day != other.day { return day < other.day }
    switch (time, other.time) {
    case (let time?, let second?): return time != second ? time < second : isEnteredBefore
    case (nil, nil): return isEnteredBefore
    default: return time == nil
    }
  }
}

/// What was tried on a route before an attempt.
private struct EarlierAttempts {
  private let before: ClimbingRoute.Before
  private var all = Counts()
  private var today = Counts()
  /// The attempts of the day that have no time, so that nobody knows whether they came before.
  private var unordered = Counts()
  private var todayBySource: [String: Int] = [:]
  private var day: LocalDay?
  private var isTimed = false

  private struct Counts {
    var tries = 0
    var sends = 0
  }

  init(before: ClimbingRoute.Before) { self.before = before }

  /// Derives how an attempt was made, which is earlier than the next from then on.
  mutating func add(_ entered: EnteredAttempt, on card: RouteCard) -> RouteAttempt {
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

  /// What was said, but for an onsight or a flash after attempts of the same day; what follows from the
  /// attempts before where nothing was said.
  ///
  /// A logbook of another app knows its own order, and does not say how many attempts there were.
  private func tick(of attempt: Attempt, on card: RouteCard) -> Tick? {
    guard attempt.result == .sent else { return nil }
    guard let said = attempt.explicitTick else { return card.source == nil ? derived(card) : nil }
    let own = card.source.map { todayBySource[$0, default: 0] } ?? 0
    return said.isFirstGo && today.tries > own ? derived(card) : said
  }

  private func derived(_ card: RouteCard) -> Tick? {
    if isSent { return .repeated }
    return card.discipline.map { $0.tick(isFirstGo: !isTried) } ?? (isTried ? nil : .flash)
  }
}
