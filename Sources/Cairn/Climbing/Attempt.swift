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
  /// How the person says it was sent; nil for one that was not, or when nobody said.
  public private(set) var explicitTick: Tick?
  /// How it was sent, as said or as it follows from the attempts before; nil for one that was not, or
  /// when that is not known.
  ///
  /// It is no field of the record: ``ClimbingRoute`` derives it.
  public package(set) var tick: Tick?
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
    explicitTick = result == .sent ? stored : nil
    tick = explicitTick
    at = try fields.instant("at")
  }

  /// Sets every field of an attempt.
  public func write(to fields: inout Fields) {
    fields.set("climb", climb)
    fields.set("number", number)
    fields.set("result", result?.name)
    fields.set("tick", explicitTick?.name)
    fields.set("at", at)
  }

  /// Changes what came of it and how the person says it was sent; throws `attempt.tick_of_no_send` for a tick without a send.
  public mutating func set(_ result: AttemptResult?, _ tick: Tick?) throws(CairnError) {
    if let tick, result != .sent {
      throw CairnError(
        "attempt.tick_of_no_send",
        "Only a send can be called \(tick.name).",
        hint: "Leave the \(tick.name) out, or log a send."
      )
    }
    (self.result, explicitTick, self.tick) = (result, tick, tick)
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

  /// Throws `attempt.other_discipline` for what no send of its discipline is called.
  public func check(_ tick: Tick) throws(CairnError) {
    guard let discipline, !discipline.ticks.contains(tick) else { return }
    throw CairnError(
      "attempt.other_discipline",
      "There is no \(tick.name) in \(discipline.label).",
      hint: "It can be \(discipline.ticks.map { $0.name }.joined(separator: ", "))."
    )
  }

  /// `attempt.not_first_go`, of an onsight or a flash after an attempt of the same day.
  public func notFirstGo(_ tick: Tick) -> CairnError {
    CairnError(
      "attempt.not_first_go",
      "\(tick == .onsight ? "An" : "A") \(tick.name) is a send on the first attempt; "
        + "\(title) was tried before.",
      hint: "Log it as sent, or correct the attempts before."
    )
  }
}
