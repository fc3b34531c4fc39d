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

  /// Reads the totals; nil if the session is of another kind.
  init?(_ row: any SQLRow) throws {
    guard let isPrivate: Bool = try row["is_private"] else { return nil }
    discipline = try row.decode("discipline", Discipline.init(name:))
    self.isPrivate = isPrivate
    (climbs, attempts, sends) = try (row["climbs"], row["attempts"], row["sends"])
  }
}
