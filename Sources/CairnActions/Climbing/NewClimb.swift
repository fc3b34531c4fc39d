public import Cairn

/// The input for adding a climb with its attempts and tags; everything is optional.
public struct NewClimb: Sendable {
  /// Its name.
  public var name: String?
  /// Its grade.
  public var grade: GradeInput?
  /// Its discipline; nil for the session's.
  public var discipline: Discipline?
  /// Whether the climber led or followed.
  public var style: RopeStyle?
  /// Its number of pitches.
  public var pitches: Int64?
  /// The board angle, in degrees.
  public var angle: Int64?
  /// A note.
  public var notes: String?
  /// The number of attempts including the send; nil for one if it was sent, else none.
  public var attempts: Int64?
  /// Whether the last attempt was a send.
  public var isSent = false
  /// The tick of the send; nil derives it from the attempts.
  public var tick: Tick?
  /// The time of the climb and its last attempt; nil for now while the session runs, else unknown.
  ///
  /// An inner nil means unknown.
  public var at: Instant??
  /// Its tags.
  public var marks: [ClimbTag: TagImpact] = [:]

  /// Creates an empty climb.
  public init() {}
}

extension NewClimb {
  /// Sets the outcome of a form, `sent`, `fell` or the tick of a send, with the number of attempts; one by default.
  ///
  /// Without an outcome the climb has no attempts. Throws `climb.invalid_attempts` for an outcome without an attempt,
  /// and for several attempts without an outcome.
  package mutating func setOutcome(_ outcome: String?, attempts count: Int64?) throws(CairnError) {
    let count = count ?? 1
    tick = outcome.flatMap { Tick(name: $0) }
    isSent = outcome == "sent" || tick != nil
    let isTried = isSent || outcome == "fell"
    guard isTried ? count > 0 : count <= 1 else {
      throw CairnError(
        "climb.invalid_attempts",
        isTried
          ? "A climb with an outcome has at least 1 attempt, not \(count)."
          : "The last of \(count) attempts has no outcome.",
        hint: isTried ? "Count the last attempt as well." : "Choose sent or fell."
      )
    }
    attempts = isTried ? count : 0
  }
}
