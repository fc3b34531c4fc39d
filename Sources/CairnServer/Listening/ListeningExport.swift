import Cairn
import CairnExchange
import CairnHTTP
import CairnStore

extension SessionTelling {
  static let export = Endpoint(
    "Give all sessions of listening out, as JSON or as a table.",
    query: [Member("format", .words, "json or csv; json unless given")],
    gives: Answer.files(["application/json", "text/csv"]).shaped(.anything)
  ) { visit in
    let format = ListeningQuery(visit)["format"] ?? "json"
    guard ["json", "csv"].contains(format) else {
      throw Refusal.invalid("Invalid format parameter. Must be one of: json, csv")
    }
    let seat = try await visit.seat("export", of: 2, or: .tooManyExports)
    let pages = HeardPages(log: visit.log, user: visit.userID)
    let parts = HTTPParts { send in
      if format == "csv" { try await pages.csv(send) } else { try await pages.json(send) }
      withExtendedLifetime(seat) {}
    }
    let type = format == "csv" ? "text/csv" : "application/json"
    var response = HTTPResponse(.ok, type: type, parts: parts)
    let name = "listening-\(visit.zone.day(at: visit.now).text).\(format)"
    response.fields.append("content-disposition", "attachment; filename=\"\(name)\"")
    return response
  }
}

/// All sessions of listening, read page by page, so that no more than one is in memory.
private struct HeardPages: Sendable {
  let log: Log
  let user: String

  private func each(_ body: ([HeardSession]) async throws -> Void) async throws {
    var filter = HeardFilter()
    filter.limit = 1_000
    while true {
      let sessions = try await log.heardSessions(filter).sessions
      if sessions.isEmpty { return }
      try await body(sessions)
      filter.offset += sessions.count
    }
  }

  func json(_ send: HTTPParts.Send) async throws {
    try await send(Array("{\"data\":{\"sessions\":[".utf8))
    var isFirst = true
    try await each { sessions in
      let text = sessions.map { $0.json(of: user).text }.joined(separator: ",\n")
      try await send(Array(((isFirst ? "\n" : ",\n") + text).utf8))
      isFirst = false
    }
    try await send(Array("\n]}}\n".utf8))
  }

  func csv(_ send: HTTPParts.Send) async throws {
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

extension HeardSession {
  fileprivate var cells: [String] {
    [
      id.record.text, storyPublicID, start.wholeSeconds, end?.wholeSeconds ?? "",
      seconds.map(String.init) ?? "", isCompleted ? "true" : "false",
    ]
  }
}
