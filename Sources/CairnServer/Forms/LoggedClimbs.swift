import Cairn
import CairnStore

/// What was chosen in the logbook, to be given out.
struct LoggedClimbs {
  /// Climbing sessions, the first one first.
  let sessions: [LoggedClimbing]
  /// Days whose climbs belong to no session, the first one first.
  let days: [LoggedDay]

  /// As JSON, each with its climbs.
  func list(at now: Instant) -> [UInt8] {
    let sessions = sessions.map { $0.json(at: now) }
    let members = JSON.members(
      ("sessions", .array(sessions)),
      ("days", .array(days.map(\.json)))
    )
    return Array(members.text.utf8)
  }

  /// As a table, a climb a row, with the columns of the export `climbs`.
  ///
  /// Who came along is not in it, as in any table.
  var table: [UInt8] {
    var table = ExportTable.climbs
    for climb in sessions.flatMap(\.climbs) + days.flatMap(\.climbs) { table.add(climb) }
    return table.bytes
  }
}

/// A climbing session with everything in it.
struct LoggedClimbing {
  let row: SessionRow
  let detail: Climbing
  let climbs: [ClimbRow]

  fileprivate func json(at now: Instant) -> JSON {
    guard case .object(let members) = row.sheet(detail, at: now) else { return .null }
    return .object(members + [.init("climbs", .array(climbs.map(\.json)))])
  }
}

/// The climbs of a day at one place that belong to no session.
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
