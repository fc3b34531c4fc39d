import Cairn
import CairnHTTP
import CairnStore

/// What whoever runs the server asks it.
enum CareHandlers {
  /// Whether the process answers; touches no disk.
  static let health: OpenHandler = { _ in HTTPResponse(.ok, json: #"{"status":"ok"}"#) }

  /// Whether the log can be read, and whether the disk has room for what a person does.
  static let readiness: OpenHandler = { knock in
    let isReadable = await knock.server.canRead()
    let hasRoom = knock.server.world.freeBytes().map { $0 >= 16 << 20 } ?? true
    let isReady = isReadable && hasRoom
    let json = JSON.members(
      ("status", .string(isReady ? "ok" : "failing")),
      ("checks", .members(("log", .bool(isReadable)), ("disk", .bool(hasRoom))))
    )
    return HTTPResponse(isReady ? .ok : .unavailable, json: json.text)
  }

  static let version: OpenHandler = { knock in
    let json = JSON.members(
      ("name", .string("cairn")),
      ("version", .string(knock.server.world.version)),
      ("api", .string("v1"))
    )
    return HTTPResponse(.ok, json: json.text)
  }
}

extension Server {
  /// Whether what is served can be read.
  fileprivate func canRead() async -> Bool {
    do {
      switch house {
      case .own(let lease): _ = try await lease.log.dayStartHour()
      case .household(let household): _ = try await household.accounts.named("-")
      }
      return true
    } catch {
      return false
    }
  }
}
