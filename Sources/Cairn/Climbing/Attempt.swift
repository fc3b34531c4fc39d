/// One attempt at a climb.
public struct Attempt: Recorded {
  /// `attempt`.
  public static let recordKind = RecordKind("attempt")
  /// The ID.
  public let id: Identifier<Attempt>
  /// The climb.
  public let climb: Identifier<Climb>
  /// The position among the attempts of the climb, from 1.
  ///
  /// Two devices may use the same number; equal numbers are ordered by ID. Numbers need not be unique
  /// or contiguous (spec/climbing.md 5.3-1).
  public let number: Int64
  /// The result; nil if unknown.
  public private(set) var result: AttemptResult?
  /// The tick that the person entered; nil if it is not a send, or if none was entered.
  public private(set) var explicitTick: Tick?
  /// The tick as entered or derived from earlier attempts; nil if it is not a send, or if unknown.
  ///
  /// It is not stored in the record: ``ClimbingRoute`` derives it.
  public package(set) var tick: Tick?
  /// When it was made, if known.
  public var at: Instant?

  /// Creates an attempt; throws `attempt.tick_without_send`.
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

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads an attempt from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    climb = try fields.required("climb", fields.id("climb"))
    number = try fields.required("number", fields.integer("number", in: 1...Int64.max))
    result = try fields.named("result")
    // One device may set a tick while another changes the attempt to a fall; the fall wins.
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

  /// Sets the result and the entered tick; throws `attempt.tick_without_send` for a tick without a send.
  public mutating func set(_ result: AttemptResult?, _ tick: Tick?) throws(CairnError) {
    if let tick, result != .sent { throw tick.withoutSend }
    (self.result, explicitTick, self.tick) = (result, tick, tick)
  }

  /// The text for screen readers: `sent, flash`, `fell`.
  public var label: String {
    let result = result?.label ?? "result unknown"
    return tick.map { "\(result), \($0.name)" } ?? result
  }
}

extension Tick {
  /// The error for an attempt with this tick that was not sent.
  package var withoutSend: CairnError {
    CairnError(
      "attempt.tick_without_send",
      "Only a send can be marked as \(name).",
      hint: "Remove the \(name), or log a send."
    )
  }
}

extension Climb {
  /// The valid numbers of attempts to log at once.
  public static let attemptCounts: ClosedRange<Int64> = 0...999

  /// Throws `attempt.wrong_discipline` for a tick that the discipline does not have.
  public func check(_ tick: Tick) throws(CairnError) {
    guard let discipline, !discipline.ticks.contains(tick) else { return }
    throw CairnError(
      "attempt.wrong_discipline",
      "There is no \(tick.name) in \(discipline.label).",
      hint: "Choose one of \(discipline.ticks.map { $0.name }.joined(separator: ", "))."
    )
  }

  /// Returns `attempt.not_first` for an onsight or flash after an attempt on the same day.
  public func notFirstAttempt(_ tick: Tick) -> CairnError {
    CairnError(
      "attempt.not_first",
      "\(tick == .onsight ? "An" : "A") \(tick.name) is a send on the first attempt; "
        + "\(title) already has earlier attempts.",
      hint: "Log it as sent, or correct the earlier attempts."
    )
  }
}
