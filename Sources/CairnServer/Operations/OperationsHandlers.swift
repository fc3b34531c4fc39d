import Cairn
import CairnHTTP
import CairnStore

/// What whoever runs the server asks it.
enum OperationsHandlers {
  /// Whether the process answers; touches no disk.
  static let health: OpenHandler = { _ in HTTPResponse(.ok, json: #"{"status":"ok"}"#) }

  /// Whether to send people here: the log can be read, the disk has room for what a person does,
  /// and the server is not about to end.
  static let readiness: OpenHandler = { context in
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

  /// The same in the words of listening apps (spec/listening.md 1.1).
  static let listeningHealth: OpenHandler = { context in
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

  /// Whether the process answers, with the clock it goes by in milliseconds since 1970.
  static let ping: OpenHandler = { context in
    let now = context.now.milliseconds
    return HTTPResponse(.members(("status", .string("ok")), ("timestamp", .integer(now))))
  }

  static let version: OpenHandler = { context in
    let json = JSON.members(
      ("name", .string("cairn")),
      ("version", .string(context.server.dependencies.version)),
      ("api", .string("v1"))
    )
    return HTTPResponse(.ok, json: json.text)
  }
}

extension Server {
  /// Whether what is served can be read.
  fileprivate func canRead() async -> Bool {
    guard dependencies.isInPlace() else { return false }
    do {
      switch tenancy {
      case .singleUser(let lease): _ = try await lease.log.dayStartHour()
      case .multiUser(let accountService):
        _ = try await accountService.accounts.named("-")
        try await accountService.kept.requireReady()
      }
      return true
    } catch {
      return false
    }
  }
}
