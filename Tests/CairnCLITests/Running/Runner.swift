import Cairn
import CairnExchange
import CairnHTTP
import CairnStore
import CairnTestKit
import Foundation

@testable import CairnCLI
@testable import CairnServer

/// The kinds of a program that knows running.
let kindsWithRunning: [any SessionTable] = Log.kinds + [FieldTable<Running>()]

extension Person {
  /// Returns a person who runs the command of a program that knows running.
  static func runner(web: WebTransport? = nil) throws -> Person {
    var person = try Person(web: web)
    person.kinds = kindsWithRunning
    return person
  }
}

/// A server that knows running, on an empty log; it is 22:00 in Berlin.
struct RunningServer {
  let server: Server
  let scratch: ScratchLog

  static func run(_ body: (RunningServer) async throws -> Void) async throws {
    let now = Instant(milliseconds: 1_772_744_400_000)
    try await TestEngine.device.scratchLog(kinds: kindsWithRunning, at: now) { scratch in
      var dependencies = ServerDependencies(
        hosts: nil,
        zone: SystemZones.rules("Europe/Berlin") ?? .utc,
        now: scratch.environment.now,
        random: scratch.environment.random,
        freeBytes: { 1 << 40 },
        version: "1.2.3"
      )
      dependencies.modules = scratch.environment.modules
      let files = try Scratch()
      let directory = try DataDirectory(option: files.path, variable: { _ in nil })
      let folder = LogDirectory(directory: directory)
      let server = Server(scratch.log, in: folder, dependencies: dependencies)
      try await body(RunningServer(server: server, scratch: scratch))
    }
  }

  /// Sends JSON, or nothing.
  func ask(_ method: HTTPMethod, _ target: String, _ json: String = "") async throws -> Reply {
    try await ask(method, target, json, type: json.isEmpty ? nil : "application/json")
  }

  /// Submits a form as a browser does.
  func submit(_ target: String, _ form: String) async throws -> Reply {
    try await ask(.post, target, form, type: "application/x-www-form-urlencoded")
  }

  private func ask(
    _ method: HTTPMethod,
    _ target: String,
    _ body: String,
    type: String?
  ) async throws -> Reply {
    var request = HTTPRequest(method, target, body: Array(body.utf8))
    request.fields.append("host", "localhost:8080")
    request.fields.append("origin", "http://localhost:8080")
    request.fields.append("sec-fetch-site", "same-origin")
    if let type { request.fields.append("content-type", type) }
    let response = await server.respond(to: request)
    let (parts, making) = AsyncStream<[UInt8]>.makeStream()
    try await response.parts?.make { making.yield($0) }
    making.finish()
    let bytes = await parts.reduce(into: response.body) { $0 += $1 }
    return Reply(status: response.status.code, text: String(decoding: bytes, as: UTF8.self))
  }
}

/// What a server answered.
struct Reply {
  let status: Int
  let text: String

  /// The id of the answered session.
  var id: String { text.components(separatedBy: #""id":""#)[1].prefix(36).description }
}
