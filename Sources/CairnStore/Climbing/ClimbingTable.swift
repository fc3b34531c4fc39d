public import Cairn
public import CairnSQL

/// The table `climbing`: the details of climbing sessions.
public struct ClimbingTable: SessionTable {
  /// Creates the projection.
  public init() {}

  /// The names and units of the kind.
  public var module: KindModule { .climbing }

  /// `climbing`.
  public var tables: [SQLTable] { [.climbing] }

  /// Inserts the row of a climbing session.
  public func insert(_ session: Session<Climbing>, in connection: any SQLConnection) throws {
    let detail = session.detail
    try connection.run(
      """
      INSERT INTO climbing (session, discipline, mental, physical, rpe, pump, is_private,
        is_outdoor, partners, conditions, temperature, humidity)
      VALUES (\(session.id), \(detail.discipline?.name), \(detail.mental), \(detail.physical),
        \(detail.exertion), \(detail.pump), \(detail.isPrivate), \(detail.isOutdoor),
        \(detail.partners.isEmpty ? nil : detail.partners.joined(separator: "\n")),
        \(detail.conditions), \(detail.temperature), \(detail.humidity))
      """
    )
  }

  /// Deletes the row of a climbing session.
  public func remove(_ id: SessionID, in connection: any SQLConnection) throws {
    try connection.run("DELETE FROM climbing WHERE session = \(id)")
  }
}
