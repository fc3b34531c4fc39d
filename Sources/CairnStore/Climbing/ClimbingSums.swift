public import Cairn
import CairnSQL

/// What a climbing session adds up to, as lists show it.
public struct ClimbingSums: Sendable, Equatable {
  /// What was climbed; nil when mixed or not said.
  public let discipline: Discipline?
  /// Whether others must not see it.
  public let isPrivate: Bool
  /// How many climbs it has.
  public let climbs: Int64
  /// How many attempts there were at them.
  public let attempts: Int64
  /// How many of the climbs were sent.
  public let sends: Int64

  /// Reads five columns; nil for a session of another kind.
  init?(_ row: any SQLRow, from column: Int) throws {
    guard let isPrivate = try row.integerOrNil(column + 1) else { return nil }
    discipline = try row.textOrNil(column).flatMap { Discipline(name: $0) }
    self.isPrivate = isPrivate != 0
    climbs = try row.integer(column + 2)
    attempts = try row.integer(column + 3)
    sends = try row.integer(column + 4)
  }
}
