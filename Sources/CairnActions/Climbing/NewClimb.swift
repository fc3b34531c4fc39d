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
  public var attempts: Int?
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
