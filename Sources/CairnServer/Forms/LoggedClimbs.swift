import Cairn
import CairnJSON
import CairnPages
import CairnReports
import CairnStore
import CairnTransfer

/// The rows selected in the logbook for export.
struct LoggedClimbs {
  /// Climbing sessions, oldest first.
  let sessions: [LoggedClimbing]
  /// Days of climbs without a session, oldest first.
  let days: [LoggedDay]

  /// Returns JSON in which each session and day contains its climbs.
  func list(at now: Instant) -> [UInt8] {
    Array(Self.fields.json((self, now)).text.utf8)
  }

  private static let fields: JSONFields<(logged: LoggedClimbs, now: Instant)> = [
    .list(
      "sessions",
      { all in all.logged.sessions.map { (session: $0, now: all.now) } },
      LoggedClimbing.fields
    ),
    .init("days") { $0.logged.days },
  ]

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

  fileprivate static let fields = JSONFields<(session: LoggedClimbing, now: Instant)>(
    SessionReport.fields.flattened { $0.session.row.report($0.session.detail, at: $0.now) },
    [.init("climbs") { $0.session.climbs }]
  )
}

/// A day's climbs at one location without a session.
struct LoggedDay: JSONModel {
  let day: LogbookDay
  let climbs: [ClimbRow]

  static let fields: JSONFields<LoggedDay> = [
    .init("day", \.day.day),
    .init("place", \.day.place),
    .init("climbs", \.climbs),
  ]
}
