import Cairn
import CairnExchange
import CairnHTTP
import CairnStore

/// The page Logbook, and what is done with the sessions that are chosen on it.
enum LogbookForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await LogbookPage(visit).html)
  }

  static let act: Handler = { visit in
    let form = try visit.form()
    do {
      let ids = try chosen(form)
      switch form["do"] {
      case "csv", "json": return try await visit.logbook(ids, isTable: form["do"] == "csv")
      case "delete":
        let key = visit.key(in: form)
        _ = try await SessionsDelete(ids: ids).run(visit, once: key)
        return visit.done(key, at: "/logbook")
      default: throw CairnError.field("do", "takes csv, json or delete")
      }
    } catch let error as CairnError {
      let mishap = Mishap(place: .logbook, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await LogbookPage(visit, mishap).html)
    }
  }

  private static func chosen(_ form: FormValues) throws(CairnError) -> [SessionID] {
    let named = form.names.filter { $0.hasPrefix("s-") }.map { $0.dropFirst(2) }.sorted()
    let ids = named.compactMap { RecordID(text: String($0)) }.map(SessionID.init)
    guard !ids.isEmpty else {
      throw CairnError("request.field", "No session is chosen.", hint: "Choose some first.")
    }
    return ids
  }
}

extension Visit {
  /// Climbing sessions with their climbs as a file, the first one first.
  fileprivate func logbook(_ ids: [SessionID], isTable: Bool) async throws -> HTTPResponse {
    var pages: [LoggedClimbing] = []
    for id in ids {
      guard let row = try await log.session(id) else { throw CairnError.noSession(id.record.text) }
      guard let detail = try await log.climbing(row) else { throw CairnError.noClimbing(row) }
      pages.append(LoggedClimbing(row: row, detail: detail, climbs: try await log.climbs(of: id)))
    }
    pages.sort { ($0.row.startedAt, $0.row.id) < ($1.row.startedAt, $1.row.id) }
    let (type, ending) = isTable ? ("text/csv; charset=utf-8", "csv") : ("application/json", "json")
    let body = isTable ? LoggedClimbing.table(pages) : LoggedClimbing.list(pages, at: now)
    var response = HTTPResponse(.ok, type: type, body: body)
    let name = "cairn-logbook-\(zone.day(at: now).text).\(ending)"
    response.fields.append("content-disposition", "attachment; filename=\"\(name)\"")
    return response
  }
}

/// A climbing session with everything in it, to be given out.
struct LoggedClimbing {
  let row: SessionRow
  let detail: Climbing
  let climbs: [ClimbRow]

  /// As JSON, each with its climbs.
  static func list(_ all: [LoggedClimbing], at now: Instant) -> [UInt8] {
    let sessions = all.map { one in
      guard case .object(let members) = one.row.sheet(one.detail, at: now) else { return JSON.null }
      return JSON.object(members + [.init("climbs", .array(one.climbs.map(\.json)))])
    }
    return Array(JSON.members(("sessions", .array(sessions))).text.utf8)
  }

  /// As a table, a climb a row; a session without climbs has a row of its own.
  static func table(_ all: [LoggedClimbing]) -> [UInt8] {
    var writer = CSVWriter()
    writer.row(columns)
    for one in all {
      if one.climbs.isEmpty { writer.row(one.cells + Array(repeating: "", count: climbColumns)) }
      for climb in one.climbs { writer.row(one.cells + cells(climb)) }
    }
    return writer.bytes
  }

  private static let columns =
    ("session_id day started ended active_seconds session_discipline place outdoor partners mental "
    + "physical rpe pump conditions temperature_tenths humidity session_notes "
    + "climb_id name grade scale discipline style pitches attempts sent tick helped hindered notes")
    .split(separator: " ").map(String.init)
  private static let climbColumns = 13

  private var cells: [String] {
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

  private static func cells(_ row: ClimbRow) -> [String] {
    let climb = row.climb
    let cells: [String?] = [
      climb.id.record.text, climb.name, climb.grade?.text, climb.grade?.scale.name,
      climb.discipline?.name, climb.style?.name, climb.pitches.map { "\($0)" },
      "\(row.attempts.count)", row.send == nil ? "no" : "yes", row.send?.tick?.name,
      row.tags(.helped), row.tags(.hindered), climb.notes,
    ]
    return cells.map { $0 ?? "" }
  }
}

extension Climbing {
  fileprivate func cell(_ scale: ClimbingScale) -> String? { self[scale].map { "\($0)" } }
}

extension ClimbRow {
  fileprivate func tags(_ impact: TagImpact) -> String {
    marks.filter { $0.impact == impact }.map(\.tag.name).joined(separator: "; ")
  }
}
