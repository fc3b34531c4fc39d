import Cairn
import CairnHTTP
import CairnStore

/// What whoever runs the server asks it.
enum CareHandlers {
  /// Whether the process answers; touches no disk.
  static let health: Handler = { _ in HTTPResponse(.ok, json: #"{"status":"ok"}"#) }

  /// Whether the log can be read, and whether the disk has room for what a person does.
  static let readiness: Handler = { visit in
    let isReadable = (try? await visit.log.dayStartHour()) != nil
    let hasRoom = visit.server.world.freeBytes().map { $0 >= 16 << 20 } ?? true
    let isReady = isReadable && hasRoom
    let json = JSON.members(
      ("status", .string(isReady ? "ok" : "failing")),
      ("checks", .members(("log", .bool(isReadable)), ("disk", .bool(hasRoom))))
    )
    return HTTPResponse(isReady ? .ok : .unavailable, json: json.text)
  }

  static let version: Handler = { visit in
    let json = JSON.members(
      ("name", .string("cairn")),
      ("version", .string(visit.server.world.version)),
      ("api", .string("v1"))
    )
    return HTTPResponse(.ok, json: json.text)
  }
}
