import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

/// The handlers of the Logbook page and of actions on selected rows.
enum LogbookForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await LogbookPage(context).html)
  }

  static let day: Handler = { context in
    HTTPResponse(.ok, page: try await LogbookDayPage(context).html)
  }

  static let apply: Handler = { context in
    let form = try context.form()
    do {
      let choice = try chosen(form)
      switch form["do"] {
      case "csv", "json": return try await context.logbook(choice, isTable: form["do"] == "csv")
      case "delete":
        let key = context.key(in: form)
        try await context.apply(key) { try choice.deletion.run(in: $0) }
        return context.done(key, at: "/logbook")
      default: throw CairnError.field("do", "takes csv, json or delete")
      }
    } catch let error as CairnError {
      let formError = FormError(context, formID: .logbook, error: error, typed: form)
      return HTTPResponse(
        Problem(error).status,
        page: try await LogbookPage(context, formError).html
      )
    }
  }

  private static func chosen(_ form: FormValues) throws(CairnError) -> LogbookSelection {
    var choice = LogbookSelection()
    for name in form.names.sorted() {
      let rest = name.dropFirst(2)
      if name.hasPrefix("s-"), let id = RecordID(text: String(rest)) {
        choice.sessions.append(SessionID(id))
      } else if name.hasPrefix("d-"), let day = LogbookDay(name: rest) {
        choice.days.append(day)
      }
    }
    guard !choice.isEmpty else {
      throw CairnError("request.field", "Nothing is selected.", hint: "Select at least one entry.")
    }
    return choice
  }
}

extension AuthenticatedContext {
  /// Returns the selected sessions and days with their climbs as a file, oldest first.
  fileprivate func logbook(_ choice: LogbookSelection, isTable: Bool) async throws -> HTTPResponse {
    var pages: [LoggedClimbing] = []
    for id in choice.sessions {
      guard let row = try await log.session(id) else { throw CairnError.noSession(id) }
      try row.requireClimbing()
      guard let detail = try await log.climbing(row) else { throw CairnError.noSession(row.id) }
      pages.append(LoggedClimbing(row: row, detail: detail, climbs: try await log.climbs(of: id)))
    }
    pages.sort { ($0.row.startedAt, $0.row.id) < ($1.row.startedAt, $1.row.id) }
    var days: [LoggedDay] = []
    for day in choice.days.sorted(by: { ($0.day, $0.place ?? "") < ($1.day, $1.place ?? "") }) {
      let climbs = try await log.climbs(on: day.day).filter { $0.place == day.place }
      days.append(LoggedDay(day: day, climbs: climbs))
    }
    return file(LoggedClimbs(sessions: pages, days: days), isTable: isTable)
  }

  private func file(_ climbs: LoggedClimbs, isTable: Bool) -> HTTPResponse {
    let (type, ending) = isTable ? ("text/csv; charset=utf-8", "csv") : ("application/json", "json")
    let body = isTable ? climbs.table : climbs.list(at: now)
    var response = HTTPResponse(.ok, type: type, body: body)
    let name = "cairn-logbook-\(zone.day(at: now).text).\(ending)"
    response.fields.append("content-disposition", "attachment; filename=\"\(name)\"")
    return response
  }
}
