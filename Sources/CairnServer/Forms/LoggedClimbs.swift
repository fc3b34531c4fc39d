import Cairn
import CairnReports
import CairnStore

/// The rows selected in the logbook for export.
struct LoggedClimbs {
  /// Climbing sessions, oldest first.
  let sessions: [LoggedClimbing]
  /// Days of climbs without a session, oldest first.
  let days: [LoggedDay]

  /// Returns JSON in which each session and day contains its climbs.
  func list(at now: Instant) -> [UInt8] {
    let sessions = sessions.map { $0.json(at: now) }
    let members = JSON.members(
      ("sessions", .array(sessions)),
      ("days", .array(days.map(\.json)))
    )
    return Array(members.text.utf8)
  }

  /// A CSV table with one climb per row and the columns of the `climbs` export.
  ///
  /// It omits partners, as all tables do.
  var table: [UInt8] {
    var table = ExportTable.climbs
    for climb in sessions.flatMap(\.climbs) + days.flatMap(\.climbs) { table.add(climb) }
    return table.bytes
  }
}

/// A climbing session with its details and climbs.
struct LoggedClimbing {
  let row: SessionRow
  let detail: Climbing
  let climbs: [ClimbRow]

  fileprivate func json(at now: Instant) -> JSON {
    guard case .object(let members) = row.sessionJSON(detail, at: now) else { return .null }
    return .object(members + [.init("climbs", .array(climbs.map(\.json)))])
  }
}

/// A day's climbs at one location without a session.
struct LoggedDay {
  let day: LogbookDay
  let climbs: [ClimbRow]

  fileprivate var json: JSON {
    .members(
      ("day", .string(day.day.text)),
      ("place", day.place.map { .string($0) } ?? .null),
      ("climbs", .array(climbs.map(\.json)))
    )
  }
}
