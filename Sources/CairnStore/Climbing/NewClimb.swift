public import Cairn

/// A climb to add, with what was tried on it and what it asked for; all but its occasion optional.
public struct NewClimb: Sendable {
  /// Its name.
  public var name: String?
  /// Its grade.
  public var grade: WrittenGrade?
  /// What kind of climbing it was, if not that of its session.
  public var discipline: Discipline?
  /// The climber's end of the rope.
  public var style: RopeStyle?
  /// Its number of pitches.
  public var pitches: Int64?
  /// The angle of its board, in degrees.
  public var angle: Int64?
  /// A note.
  public var notes: String?
  /// How many attempts there were, the send included; nil for that send alone, or for none.
  public var attempts: Int?
  /// Whether the last of them was a send.
  public var isSent = false
  /// How it was sent; nil for what follows from the attempts.
  public var tick: Tick?
  /// When it was, and its last attempt; nil for now while its session runs, and else not known, as
  /// the inner nil says it.
  public var at: Instant??
  /// Its tags.
  public var marks: [ClimbTag: TagImpact] = [:]

  /// A climb of which nothing is known yet.
  public init() {}
}
