public import Cairn

/// A deleted climb and the day it counted for.
public struct DeletedClimbRow: Sendable, Equatable {
  /// The climb before it was deleted.
  public let climb: Climb
  /// The day of its session, or its own.
  public let day: LocalDay

  /// Creates the row from its columns.
  package init(climb: Climb, day: LocalDay) {
    (self.climb, self.day) = (climb, day)
  }

  /// The short id that a person can type: six characters.
  public var shortID: ShortID { ShortID(climb.id.record) }
}
