import Cairn
import CairnHTTP
import CairnStore

/// What whoever runs the server asks it.
enum CareHandlers {
  /// Whether the process answers; touches no disk.
  static let health: OpenHandler = { _ in HTTPResponse(.ok, json: #"{"status":"ok"}"#) }

  /// Whether to send people here: the log can be read, the disk has room for what a person does,
  /// and the server is not about to end.
  static let readiness: OpenHandler = { knock in
    let world = knock.server.world
    let checks = [
      ("log", await knock.server.canRead()),
      ("disk", world.freeBytes().map { $0 >= 16 << 20 } ?? true),
      ("running", !world.process.isStopping()),
    ]
    let isReady = checks.allSatisfy(\.1)
    let json = JSON.members(
      ("status", .string(isReady ? "ok" : "failing")),
      ("checks", .object(checks.map { JSON.Member($0, .bool($1)) }))
    )
    return HTTPResponse(isReady ? .ok : .unavailable, json: json.text)
  }

  /// The same in the words of listening apps (spec/listening.md 1.1).
  static let listeningHealth: OpenHandler = { knock in
    guard await knock.server.canRead() else {
      let problem = Problem(.unavailable, "storage.busy", "The log cannot be read")
      return Surface.listening.response(problem)
    }
    return HTTPResponse(
      data: .members(
        ("status", .string("healthy")),
        ("timestamp", .string(knock.now.wholeSeconds)),
        ("database", .string("connected")),
        ("version", .string(knock.server.world.version))
      )
    )
  }

  /// Whether the process answers, with the clock it goes by in milliseconds since 1970.
  static let ping: OpenHandler = { knock in
    let now = knock.now.milliseconds
    return HTTPResponse(.members(("status", .string("ok")), ("timestamp", .integer(now))))
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
    guard world.isInPlace() else { return false }
    do {
      switch house {
      case .own(let lease): _ = try await lease.log.dayStartHour()
      case .household(let household):
        _ = try await household.accounts.named("-")
        try await household.kept.requireReady()
      }
      return true
    } catch {
      return false
    }
  }
}
