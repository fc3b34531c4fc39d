import CairnTestKit
import Testing

@testable import Cairn

/// A card with attempts as text: `x` fell, `s` sent, `s:flash` entered as a flash, `?` unknown, `@` time.
private struct Card {
  var day: Int32 = 0
  var session: Int64? = 0
  var start: Int64 = 0
  var position: Int64 = 1
  var discipline: Discipline? = .sport
  var grade = "7a"
  var source: String?
  let attempts: String
}

@Suite struct `A route` {
  private func attempt(_ word: Substring, _ number: Int64, _ climb: Identifier<Climb>) throws
    -> Attempt
  {
    let parts = word.split(separator: "@")
    let said = parts[0].split(separator: ":")
    let result: AttemptResult? = said[0] == "?" ? nil : said[0] == "s" ? .sent : .fell
    return try Attempt(
      id: Identifier(RecordID(high: climb.record.low, low: UInt64(number))),
      climb: climb,
      number: number,
      result: result,
      tick: said.count > 1 ? Tick(name: String(said[1])) : nil,
      at: parts.count > 1
        ? Int64(parts[1]).map { Instant(milliseconds: 1_000_000_000_000 + $0) } : nil
    )
  }

  private func route(_ cards: [Card], before: ClimbingRoute.PriorState = .untried) throws
    -> ClimbingRoute
  {
    ClimbingRoute(try made(cards), before: before)
  }

  private func made(_ cards: [Card]) throws -> [LoggedClimb] {
    try cards.enumerated().map { index, card in
      let id = Identifier<Climb>(RecordID(high: 0, low: UInt64(index + 1)))
      var made = LoggedClimb(
        id: id,
        day: LocalDay(number: card.day),
        session: card.session.map {
          (
            id: SessionID(RecordID(high: 1, low: UInt64($0))),
            start: Instant(milliseconds: 1_000_000_000_000 + card.start)
          )
        },
        position: card.position,
        at: nil,
        discipline: card.discipline,
        grade: card.grade,
        source: card.source
      )
      made.attempts = try card.attempts.split(separator: " ").enumerated()
        .map { try attempt($1, Int64($0 + 1), id) }
      return made
    }
  }

  /// Returns the results of the attempts in order: `x`, `?`, `sent`, or the tick.
  private func results(_ cards: [Card], before: ClimbingRoute.PriorState = .untried) throws
    -> String
  {
    try route(cards, before: before).attempts.map(\.attempt).map { attempt in
      attempt.result == .sent ? attempt.tick?.name ?? "sent" : attempt.result == nil ? "?" : "x"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    (Discipline.bouldering as Discipline?, "s", "flash"), (.bouldering, "x s", "x redpoint"),
    (.sport, "s", "flash"), (.sport, "x x s", "x x redpoint"), (.trad, "? s", "? redpoint"),
    (.topRope, "s", "flash"), (.topRope, "x s", "x sent"), (nil, "s", "flash"),
    (nil, "x s", "x sent"),
    (.sport, "s s", "flash repeat"), (.topRope, "x s s", "x sent repeat"),
  ])
  func `derives the tick from earlier attempts`(
    discipline: Discipline?,
    attempts: String,
    expected: String
  ) throws {
    #expect(try results([Card(discipline: discipline, attempts: attempts)]) == expected)
  }

  @Test(arguments: [
    ("s:onsight", "onsight"), ("x s:pinkpoint", "x pinkpoint"), ("x s:flash", "x redpoint"),
    ("x s:onsight s:redpoint", "x redpoint redpoint"), ("s s:flash", "flash repeat"),
    ("s:redpoint", "redpoint"),
  ])
  func `keeps an entered tick, except a first attempt after another one`(
    attempts: String,
    expected: String
  ) throws {
    #expect(try results([Card(attempts: attempts)]) == expected)
  }

  @Test func `orders by known time before order of entry`() throws {
    #expect(try results([Card(attempts: "s@200 x@100")]) == "x redpoint")
    #expect(try results([Card(attempts: "x x@200 s@100")]) == "flash x x")
    let first = Card(position: 1, attempts: "s@300")
    let second = Card(position: 2, attempts: "x s@100")
    #expect(try results([first, second]) == "x redpoint repeat")
  }

  @Test func `places an attempt without a time after the previous or before the next one`()
    throws
  {
    let first = Card(position: 1, attempts: "s@100")
    let second = Card(position: 2, attempts: "x")
    #expect(try results([second, first]) == "flash x")
    #expect(
      try results([Card(attempts: "x s@50"), Card(position: 2, attempts: "x s@20")])
        == "x redpoint x repeat"
    )
  }

  @Test func `continues over sessions and days`() throws {
    let early = Card(day: 1, session: 1, attempts: "x")
    let late = Card(day: 2, session: 2, start: 90, attempts: "s")
    let later = Card(day: 2, session: 3, start: 95, attempts: "s")
    #expect(try results([later, late, early]) == "x redpoint repeat")
    #expect(try results([late], before: .tried) == "redpoint")
    #expect(try results([late], before: .sent) == "repeat")
    #expect(try route([later, late, early]).attempts.map(\.isFirstSend) == [false, true, false])
  }

  @Test func `has days, attempts to send and repeats`() throws {
    let early = Card(day: 1, session: 1, attempts: "x x")
    let late = Card(day: 4, session: 2, attempts: "x s s")
    let route = try route([early, late])
    #expect(route.days.map(\.attempts) == [2, 3] && route.days.map(\.sends) == [0, 2])
    #expect(route.attemptsToSend == 4 && route.sentOn == LocalDay(number: 4) && route.repeats == 1)
    let unsent = try self.route([early])
    #expect(unsent.attemptsToSend == nil && unsent.sentOn == nil && unsent.repeats == 0)
    let logbook = try self.route([Card(source: "8a", attempts: "s"), late])
    #expect(logbook.attemptsToSend == nil && logbook.repeats == 2)
    let redpoint = try self.route([Card(source: "8a", attempts: "s:redpoint")])
    #expect(redpoint.attemptsToSend == nil && redpoint.sentOn != nil)
    let claimed = try self.route([early, Card(day: 4, session: 2, attempts: "s:flash")])
    #expect(claimed.attemptsToSend == nil && claimed.sentOn == LocalDay(number: 4))
    let again = try self.route([Card(attempts: "s:repeat s")])
    #expect(again.sentOn == nil && again.repeats == 2)
  }

  @Test func `accepts a flash after attempts on other days only`() throws {
    let early = Card(day: 1, session: 1, attempts: "x")
    #expect(try results([early, Card(day: 2, session: 2, attempts: "s:flash")]) == "x flash")
  }

  @Test(arguments: [
    (["6c", "7a"], 2), (["6c", "6c"], 1), (["6c", ""], 1), (["", ""], 1), (["6c", "7a", ""], 3),
  ])
  func `is one per grade, and includes ungraded cards if there is only one grade`(
    grades: [String],
    count: Int
  ) throws {
    let cards = try made(grades.map { Card(grade: $0, attempts: "x") })
    let routes = ClimbingRoute.routes(cards)
    #expect(routes.count == count && routes.reduce(0) { $0 + $1.count } == grades.count)
  }

  @Test func `trusts a logbook and derives nothing for it`() throws {
    let one = Card(position: 1, source: "8a", attempts: "x")
    let two = Card(position: 2, source: "8a", attempts: "s:flash s")
    #expect(try results([one, two]) == "x flash sent")
    #expect(try results([Card(position: 1, attempts: "x"), two]) == "x redpoint sent")
  }

  @Test func `keeps a first attempt despite untimed attempts of the same day`() throws {
    let noted = Card(session: nil, attempts: "x s")
    #expect(try results([noted, Card(attempts: "s:flash")]) == "x redpoint flash")
    #expect(try results([noted, Card(attempts: "s s")]) == "x redpoint flash repeat")
    #expect(try results([noted, Card(day: 1, session: 1, attempts: "s")]) == "x redpoint repeat")
  }

  @Test(arguments: SeededGenerator.seeds)
  func `is independent of the order of cards and attempts`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let cards = try made(
        (0..<Int.random(in: 1...5, using: &random)).map { Self.card($0, &random) }
      )
      let route = ClimbingRoute(cards)
      var shuffled = cards.shuffled(using: &random)
      for place in shuffled.indices { shuffled[place].attempts.shuffle(using: &random) }
      #expect(results(ClimbingRoute(shuffled)) == results(route), "seed \(seed)")
      let sends = route.attempts.filter { $0.attempt.result == .sent }
      #expect(sends.count { $0.isFirstSend } == min(1, sends.count), "seed \(seed)")
    }
  }

  /// Returns each attempt with all derived values.
  private func results(_ route: ClimbingRoute) -> [String] {
    route.attempts.map {
      "\($0.attempt.id.record.text) \($0.attempt.tick?.name ?? "-") \($0.isFirstSend)"
    }
  }

  private static func card(_ place: Int, _ random: inout SeededGenerator) -> Card {
    let words = ["x", "s", "?", "s:flash", "x@\(Int.random(in: 0...9, using: &random))", "s@3"]
    let day = Int32.random(in: 0...2, using: &random)
    let attempts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      words[Int.random(in: words.indices, using: &random)]
    }
    return Card(
      day: day,
      session: Bool.random(using: &random) ? Int64(day) : nil,
      position: Int64(place),
      grade: Bool.random(using: &random) ? "7a" : "",
      attempts: attempts.joined(separator: " ")
    )
  }
}
