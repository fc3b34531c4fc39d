import Cairn
import CairnExchange
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

  /// As a table, a climb a row; a session without climbs has a row of its own.
  var table: [UInt8] {
    var writer = CSVWriter()
    writer.row(Self.columns)
    for one in sessions {
      let none = Array(repeating: "", count: Self.climbColumns)
      if one.climbs.isEmpty { writer.row(one.cells + none) }
      for climb in one.climbs { writer.row(one.cells + climb.cells) }
    }
    for day in days {
      for climb in day.climbs { writer.row(LoggedDay.cells(climb) + climb.cells) }
    }
    return writer.bytes
  }

  private static let columns =
    ("session_id day started ended active_seconds session_discipline place outdoor partners mental "
    + "physical rpe pump conditions temperature_tenths humidity session_notes "
    + "climb_id name grade scale discipline style pitches attempts sent tick helped hindered notes")
    .split(separator: " ").map(String.init)
  private static let climbColumns = 13
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

  fileprivate var cells: [String] {
    let before: [String?] = [
      row.id.record.text, row.day.text, row.startedAt.text, row.endedAt?.text,
      "\(row.active.count / 1_000)", detail.discipline?.name, row.sitting.place,
      detail.isOutdoor.map { $0 ? "yes" : "no" }, detail.partners.joined(separator: "; "),
    ]
    let felt = [ClimbingScale.mental, .physical, .exertion, .pump].map { detail.cell($0) }
    let after: [String?] = [
      detail.conditions, detail.cell(.temperature), detail.cell(.humidity), row.note,
    ]
    return (before + felt + after).map { $0 ?? "" }
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

  /// The cells of a session, of which day and place alone are known.
  fileprivate static func cells(_ climb: ClimbRow) -> [String] {
    let outdoor = climb.isOutdoor.map { $0 ? "yes" : "no" }
    return ["", climb.day.text, "", "", "", "", climb.place ?? "", outdoor ?? ""]
      + Array(repeating: "", count: 9)
  }
}

extension ClimbRow {
  fileprivate var cells: [String] {
    let cells: [String?] = [
      climb.id.record.text, climb.name, climb.grade?.text, climb.grade?.scale.name,
      climb.discipline?.name, climb.style?.name, climb.pitches.map { "\($0)" },
      "\(attempts.count)", send == nil ? "no" : "yes", send?.tick?.name,
      tags(.helped), tags(.hindered), climb.notes,
    ]
    return cells.map { $0 ?? "" }
  }

  private func tags(_ impact: TagImpact) -> String {
    marks.filter { $0.impact == impact }.map(\.tag.name).joined(separator: "; ")
  }
}

extension Climbing {
  fileprivate func cell(_ scale: ClimbingScale) -> String? { self[scale].map { "\($0)" } }
}
