public import Cairn
import CairnSQL

/// The totals of a climbing session, for lists.
public struct ClimbingSums: Sendable, Equatable {
  /// The discipline; nil if mixed or unknown.
  public let discipline: Discipline?
  /// Whether the session is hidden from other people.
  public let isPrivate: Bool
  /// The number of climbs.
  public let climbs: Int64
  /// The number of attempts.
  public let attempts: Int64
  /// The number of climbs sent.
  public let sends: Int64

  /// Reads five columns; nil if the session is of another kind.
  init?(_ row: any SQLRow, from column: Int) throws {
    guard let isPrivate = try row.integerOrNil(column + 1) else { return nil }
    discipline = try row.textOrNil(column).flatMap { Discipline(name: $0) }
    self.isPrivate = isPrivate != 0
    climbs = try row.integer(column + 2)
    attempts = try row.integer(column + 3)
    sends = try row.integer(column + 4)
  }
}
