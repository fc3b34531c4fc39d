/// One go at a climb.
public struct Attempt: Recorded {
  /// `attempt`.
  public static let recordKind = RecordKind("attempt")
  /// The identity.
  public let id: Identifier<Attempt>
  /// The climb.
  public let climb: Identifier<Climb>
  /// Its place among the attempts of the climb, from 1 on.
  ///
  /// Two devices may give the same; equal ones are ordered by id, and nothing asks that they be
  /// unique or without gaps (spec/climbing.md 5.3-1).
  public let number: Int64
  /// What came of it; nil when that is not known.
  public private(set) var result: AttemptResult?
  /// How it was sent; nil for one that was not, or when that is not known.
  public private(set) var tick: Tick?
  /// When it was, as far as it is known.
  public var at: Instant?

  /// Makes an attempt; throws `attempt.tick_of_no_send`.
  public init(
    id: Identifier<Attempt>,
    climb: Identifier<Climb>,
    number: Int64,
    result: AttemptResult?,
    tick: Tick? = nil,
    at: Instant? = nil
  ) throws(CairnError) {
    (self.id, self.climb, self.number, self.at) = (id, climb, number, at)
    try set(result, tick)
  }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads an attempt; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    climb = try fields.required("climb", fields.id("climb"))
    number = try fields.required("number", fields.integer("number", in: 1...Int64.max))
    result = try fields.named("result")
    // Two devices can leave a tick on what the other made a fall; the fall stands.
    let stored: Tick? = try fields.named("tick")
    tick = result == .sent ? stored : nil
    at = try fields.instant("at")
  }

  /// Sets every field of an attempt.
  public func write(to fields: inout Fields) {
    fields.set("climb", climb)
    fields.set("number", number)
    fields.set("result", result?.name)
    fields.set("tick", tick?.name)
    fields.set("at", at)
  }

  /// Changes what came of it; throws `attempt.tick_of_no_send` for a tick without a send.
  mutating func set(_ result: AttemptResult?, _ tick: Tick?) throws(CairnError) {
    if let tick, result != .sent {
      throw CairnError(
        "attempt.tick_of_no_send",
        "Only a send can be called \(tick.name).",
        hint: "Leave the \(tick.name) out, or log a send."
      )
    }
    (self.result, self.tick) = (result, tick)
  }

  /// What a screen reader says: `sent, flash`, `fell`.
  public var words: String {
    let result = result?.label ?? "result unknown"
    return tick.map { "\(result), \($0.name)" } ?? result
  }
}

extension Climb {
  /// The most attempts one climb takes at once.
  public static let attemptCounts: ClosedRange<Int64> = 0...999

  /// What a send of this climb after some attempts may be called; throws `attempt.not_first_go` for
  /// an onsight or a flash after an attempt, and `attempt.other_discipline`.
  public func check(_ tick: Tick, after earlier: Int) throws(CairnError) {
    if tick.isFirstGo, earlier > 0 {
      throw CairnError(
        "attempt.not_first_go",
        "\(tick == .onsight ? "An" : "A") \(tick.name) is a send on the first attempt; "
          + "\(title) had \(earlier) before.",
        hint: "Call it a redpoint, or correct the attempts before."
      )
    }
    guard let discipline, !discipline.ticks.contains(tick) else { return }
    throw CairnError(
      "attempt.other_discipline",
      "There is no \(tick.name) in \(discipline.label).",
      hint: "It can be \(discipline.ticks.map { $0.name }.joined(separator: ", "))."
    )
  }

  /// The tick of a send, as given or as it follows from what was tried before.
  ///
  /// `isKnown` says that the climber has tried the same climb on an earlier occasion. Throws what
  /// ``check(_:after:)`` throws.
  public func tick(
    _ given: Tick?,
    after earlier: Int,
    isKnown: Bool
  ) throws(CairnError) -> Tick? {
    guard let given else {
      let isFirstGo = earlier == 0 && !isKnown
      return discipline.map { $0.tick(isFirstGo: isFirstGo) } ?? (isFirstGo ? .flash : nil)
    }
    try check(given, after: earlier)
    return given
  }
}

extension Attempt {
  /// Changes what came of it, under the rules of its climb.
  ///
  /// `earlier` is the number of attempts before it. Throws `attempt.tick_of_no_send` and what
  /// ``Climb/check(_:after:)`` throws; nothing is changed then.
  public mutating func set(
    _ result: AttemptResult?,
    _ tick: Tick?,
    of climb: Climb,
    after earlier: Int
  ) throws(CairnError) {
    if let tick { try climb.check(tick, after: earlier) }
    try set(result, tick)
  }
}

extension Attempt {
  /// Gives up an onsight or a flash that is no first go any more, for what a later send is called.
  ///
  /// `earlier` is the number of attempts that have come before it, as an undo brings them back.
  public mutating func follow(_ climb: Climb, after earlier: Int) {
    guard earlier > 0, let tick, tick.isFirstGo else { return }
    self.tick = climb.discipline?.tick(isFirstGo: false)
  }
}
