public import Cairn

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

  /// Creates the totals.
  package init(
    discipline: Discipline?,
    isPrivate: Bool,
    climbs: Int64,
    attempts: Int64,
    sends: Int64
  ) {
    (self.discipline, self.isPrivate, self.climbs) = (discipline, isPrivate, climbs)
    (self.attempts, self.sends) = (attempts, sends)
  }
}
