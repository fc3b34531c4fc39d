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

extension RouteCard {
  /// Whether two cards can be one route by their grades: the same one, or none on one of them.
  public func isSameGrade(as other: RouteCard) -> Bool {
    grade.isEmpty || other.grade.isEmpty || grade == other.grade
  }
}

/// The history of a route: every attempt on the cards with one name, discipline and place, in the
/// order they were made in.
///
/// How a send was made follows from what was tried before it, on whichever card and device, and is
/// stored nowhere else (spec/merge.md 6). Cards of two different grades are two routes.
public struct ClimbingRoute: Sendable {
  /// The attempts in order, each with its tick.
  public private(set) var attempts: [RouteAttempt] = []

  /// Orders the attempts by day, then by known time, then as they were entered, and derives each tick.
  ///
  /// `before` says what became of it on days before, on cards that are not known here.
  /// O(attempts × log attempts).
  public init(_ cards: [RouteCard], before: Before = .untried) {
    var earlier = EarlierAttempts(before: before)
    for go in Self.inOrder(cards) { attempts.append(earlier.add(go, on: cards[go.card])) }
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

  /// How many attempts it took to send it, that one among them; nil until it is sent, and where a
  /// logbook that says nothing of attempts before has the first.
  public var attemptsToSend: Int64? {
    guard let first = attempts.firstIndex(where: { $0.isFirstSend }) else { return nil }
    return first == 0 && attempts[0].attempt.tick == nil ? nil : Int64(first) + 1
  }

  /// The day of the first send, or nil.
  public var sentOn: LocalDay? { attempts.first { $0.isFirstSend }?.day }

  /// How many sends there were after the first.
  public var repeats: Int64 { max(0, days.reduce(0) { $0 + $1.sends } - 1) }
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
      entered += cards[place].entered(place, after: entered.last, cards)
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
  fileprivate func entered(
    _ place: Int,
    after last: EnteredAttempt?,
    _ cards: [RouteCard]
  ) -> [EnteredAttempt] {
    let isSame = last.map { cards[$0.card].session?.id == session?.id } ?? false
    let known = session.map { isSame ? last?.time ?? $0.start : $0.start }
    return Attempt.timed(attempts, after: at ?? known).map { attempt, time in
      EnteredAttempt(card: place, day: day, attempt: attempt, time: time)
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

/// How often a route was tried so far, by what its cards say of the grade.
private struct Tries {
  private var all = 0
  private var byGrade: [String: Int] = [:]

  mutating func add(_ grade: String) {
    all += 1
    byGrade[grade, default: 0] += 1
  }

  /// Those on cards of the same grade, or without one; all where the card has none.
  func count(_ grade: String) -> Int {
    grade.isEmpty ? all : byGrade[grade, default: 0] + byGrade["", default: 0]
  }
}

/// What was tried on a route before an attempt.
private struct EarlierAttempts {
  private let before: ClimbingRoute.Before
  private var tries = Tries()
  private var sends = Tries()
  private var day: LocalDay?
  /// Whether those of the day have a time: of one without nobody knows whether it was before.
  private var isTimed = false
  private var today = Tries()
  private var todayBySource: [String: Tries] = [:]

  init(before: ClimbingRoute.Before) { self.before = before }

  /// Derives how an attempt was made, which is earlier than the next from then on.
  mutating func add(_ entered: EnteredAttempt, on card: RouteCard) -> RouteAttempt {
    begin(entered)
    var attempt = entered.attempt
    attempt.tick = tick(of: attempt, on: card)
    let isSend = attempt.result == .sent
    let isFirst = isSend && !isSent(card)
    tries.add(card.grade)
    if isSend { sends.add(card.grade) }
    today.add(card.grade)
    if let source = card.source { todayBySource[source, default: Tries()].add(card.grade) }
    return RouteAttempt(attempt: attempt, day: card.day, isFirstSend: isFirst)
  }

  private mutating func begin(_ entered: EnteredAttempt) {
    guard day != entered.day || isTimed != (entered.time != nil) else { return }
    (day, isTimed) = (entered.day, entered.time != nil)
    (today, todayBySource) = (Tries(), [:])
  }

  /// What was said, but for an onsight or a flash after attempts of the same day; what follows from the
  /// attempts before where nothing was said.
  ///
  /// A logbook of another app knows its own order, and does not say how many attempts there were.
  private func tick(of attempt: Attempt, on card: RouteCard) -> Tick? {
    guard attempt.result == .sent else { return nil }
    guard let said = attempt.explicitTick else {
      let isFirst = before == .untried && tries.count(card.grade) == 0
      return card.source == nil ? derived(card, isFirst: isFirst) : nil
    }
    return said.isFirstGo && isTriedToday(card) ? derived(card, isFirst: false) : said
  }

  private func isTriedToday(_ card: RouteCard) -> Bool {
    let own = card.source.flatMap { todayBySource[$0] } ?? Tries()
    return today.count(card.grade) > own.count(card.grade)
  }

  private func isSent(_ card: RouteCard) -> Bool {
    before == .sent || sends.count(card.grade) > 0
  }

  private func derived(_ card: RouteCard, isFirst: Bool) -> Tick? {
    if isSent(card) { return .repeated }
    return card.discipline.map { $0.tick(isFirstGo: isFirst) } ?? (isFirst ? .flash : nil)
  }
}
