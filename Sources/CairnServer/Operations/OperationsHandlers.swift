import Cairn
import CairnConnect
import CairnHTTP
import CairnStore
import CairnAccounts

/// The handlers of health checks, readiness and version.
enum OperationsHandlers {
  /// Liveness: reports that the process responds; does not access the disk.
  static let health: UnauthenticatedHandler = { _ in HTTPResponse(.ok, json: #"{"status":"ok"}"#) }

  /// Readiness: the log is readable, the disk has enough free space, and no shutdown is in progress.
  static let readiness: UnauthenticatedHandler = { context in
    let dependencies = context.server.dependencies
    let checks = [
      ("log", await context.server.canRead()),
      ("disk", dependencies.freeBytes().map { $0 >= 16 << 20 } ?? true),
      ("running", !dependencies.process.isStopping()),
    ]
    let isReady = checks.allSatisfy(\.1)
    let json = JSON.members(
      ("status", .string(isReady ? "ok" : "failing")),
      ("checks", .object(checks.map { JSON.Member($0, .bool($1)) }))
    )
    return HTTPResponse(isReady ? .ok : .unavailable, json: json.text)
  }

  /// Readiness in the dialect of listening apps (spec/listening.md 1.1).
  static let listeningHealth: UnauthenticatedHandler = { context in
    guard await context.server.canRead() else {
      let problem = Problem(.unavailable, "storage.busy", "The log cannot be read")
      return APIDialect.listening.response(problem)
    }
    return HTTPResponse(
      data: .members(
        ("status", .string("healthy")),
        ("timestamp", .string(context.now.wholeSeconds)),
        ("database", .string("connected")),
        ("version", .string(context.server.dependencies.version))
      )
    )
  }

  /// Liveness with the server's clock, in milliseconds since 1970.
  static let ping: UnauthenticatedHandler = { context in
    let now = context.now.milliseconds
    return HTTPResponse(.members(("status", .string("ok")), ("timestamp", .integer(now))))
  }

  static let version: UnauthenticatedHandler = { context in
    let json = JSON.members(
      ("name", .string("cairn")),
      ("version", .string(context.server.dependencies.version)),
      ("api", .string("v1"))
    )
    return HTTPResponse(.ok, json: json.text)
  }
}

extension Server {
  /// Whether the logs can be read.
  fileprivate func canRead() async -> Bool {
    guard dependencies.databaseExists() else { return false }
    do {
      switch tenancy {
      case .singleUser(let lease): _ = try await lease.log.dayStartHour()
      case .multiUser(let accountService):
        _ = try await accountService.accounts.named("-")
        try await accountService.backing.requireReady()
      }
      return true
    } catch {
      return false
    }
  }
}
