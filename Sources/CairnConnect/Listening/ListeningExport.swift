import Cairn
import CairnAccounts
import CairnExchange
import CairnHTTP
import CairnJSON
import CairnStore

extension ListeningSessionHandlers {
  static let export = ConnectedEndpoint(
    "Export all listening sessions as JSON or CSV.",
    query: [SchemaField("format", .string, "json or csv; default json")],
    gives: ResponseSpec.files(["application/json", "text/csv"]).withSchema(.anything)
  ) { context in
    let format = ListeningQuery(context)["format"] ?? "json"
    guard ["json", "csv"].contains(format) else {
      throw DialectError.invalid("Invalid format parameter. Must be one of: json, csv")
    }
    let permit = try await context.permit("export", of: 2, or: .tooManyExports)
    let pages = ListeningSessionPages(log: context.log, user: context.userID)
    let parts = StreamedBody { send in
      if format == "csv" { try await pages.csv(send) } else { try await pages.json(send) }
      withExtendedLifetime(permit) {}
    }
    let type = format == "csv" ? "text/csv" : "application/json"
    var response = HTTPResponse(.ok, type: type, parts: parts)
    let name = "listening-\(context.zone.day(at: context.now).text).\(format)"
    response.fields.append("content-disposition", "attachment; filename=\"\(name)\"")
    return response
  }
}

/// All listening sessions, read page by page, so that only one page is in memory.
private struct ListeningSessionPages: Sendable {
  let log: Log
  let user: String

  private func each(_ body: ([ListeningSessionRow]) async throws -> Void) async throws {
    var filter = ListeningSessionFilter()
    filter.limit = 1_000
    while true {
      let sessions = try await log.listeningSessions(filter).sessions
      if sessions.isEmpty { return }
      try await body(sessions)
      filter.offset += sessions.count
    }
  }

  func json(_ send: StreamedBody.Send) async throws {
    try await send(Array("{\"data\":{\"sessions\":[".utf8))
    var isFirst = true
    try await each { sessions in
      let text = sessions.map { $0.report(of: user).json.text }.joined(separator: ",\n")
      try await send(Array(((isFirst ? "\n" : ",\n") + text).utf8))
      isFirst = false
    }
    try await send(Array("\n]}}\n".utf8))
  }

  func csv(_ send: StreamedBody.Send) async throws {
    var head = CSVWriter()
    head.row(["id", "storyId", "startedAt", "endedAt", "duration", "completed"])
    try await send(head.bytes)
    try await each { sessions in
      var rows = CSVWriter()
      for session in sessions { rows.row(session.cells) }
      try await send(rows.bytes)
    }
  }
}

extension ListeningSessionRow {
  fileprivate var cells: [String] {
    [
      id.record.text, storyPublicID, start.wholeSeconds, end?.wholeSeconds ?? "",
      seconds.map(String.init) ?? "", isCompleted ? "true" : "false",
    ]
  }
}
