import Cairn
import CairnConnect
import CairnHTTP
import CairnListener
import Testing

@testable import CairnServer
import CairnReports
import CairnJSON

/// The transport between a test and its server.
enum TestTransport: String, CaseIterable {
  /// A direct function call.
  case memory
  /// A TCP connection.
  case socket
}

/// A client of a server in a test.
struct TestClient: Sendable {
  let server: Server
  /// The server's host name with its port.
  let host: String
  /// The port of the listener; nil without one.
  let port: Int?

  /// Runs a body with a client of a server, created with its host name.
  static func run(
    _ way: TestTransport,
    limits: ListenerLimits = .patient,
    _ make: (_ host: String) -> Server,
    _ body: (TestClient) async throws -> Void
  ) async throws {
    guard way == .socket else {
      let host = "127.0.0.1:8080"
      return try await body(TestClient(server: make(host), host: host, port: nil))
    }
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    let host = "127.0.0.1:\(socket.port)"
    let server = make(host)
    var limits = limits
    limits.filePaths = Server.filePaths
    let listener = try Listener(
      socket,
      limits: limits,
      refuse: server.refusal,
      admit: server.admit
    ) {
      await server.respond(to: $0)
    }
    do {
      try await body(TestClient(server: server, host: host, port: socket.port))
    } catch {
      await listener.stop()
      throw error
    }
    await listener.stop()
  }

  /// Sends a request as a local program does, optionally with other header fields.
  func ask(
    _ method: HTTPMethod = .get,
    _ target: String,
    _ body: String = "",
    type: String? = nil,
    _ fields: [(String, String)] = []
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(method, target, body: Array(body.utf8))
    request.fields.append("host", host)
    if let type { request.fields.append("content-type", type) }
    for (name, value) in fields { request.fields.append(name, value) }
    return try await ask(request)
  }

  func ask(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response =
      if let port { try await RawClient(port: port).ask(request) } else {
        try await server.respond(to: request).collected()
      }
    expectDescribed(response, to: request)
    return response
  }

  /// Checks every API response against the OpenAPI description.
  private func expectDescribed(_ response: HTTPResponse, to request: HTTPRequest) {
    guard let target = HTTPTarget(request.target),
      case .found(let route, _) = Server.routes.match(request.method, target.segments),
      let operation = route.handler.operation
    else { return }
    let isDone = operation.response.statuses.map(\.rawValue).contains(response.status.code)
    let refusal = APIDialect(target.segments).refusal
    let (path, code) = (request.target, response.status.code)
    #expect(isDone || code == 304 || OpenAPI.refusals(route).contains(code), "\(path): \(code)")
    guard code != 304, response.fields["content-type"]?.hasPrefix("text/csv") != true,
      let schema = isDone ? operation.response.schema : refusal
    else { return }
    guard let json = try? JSON(parsing: response.body) else {
      Issue.record("\(path) answers no JSON: \(response.text)")
      return
    }
    let flaw = schema.violation(in: json)
    #expect(flaw == nil, "\(request.method.name) \(path) answers what \(flaw ?? "")")
  }

  /// Sends JSON with POST.
  func post(
    _ target: String,
    _ json: String = "",
    key: String? = nil
  ) async throws -> HTTPResponse {
    let fields = key.map { [("idempotency-key", $0)] } ?? []
    return try await ask(.post, target, json, type: json.isEmpty ? nil : "application/json", fields)
  }

  /// Sends JSON with another method.
  func send(
    _ method: HTTPMethod,
    _ target: String,
    _ json: String = "",
    _ fields: [(String, String)] = []
  ) async throws -> HTTPResponse {
    try await ask(method, target, json, type: json.isEmpty ? nil : "application/json", fields)
  }

  /// Submits a form as a browser does.
  func submit(_ target: String, _ form: String) async throws -> HTTPResponse {
    try await ask(
      .post,
      target,
      form,
      type: "application/x-www-form-urlencoded",
      [("origin", "http://" + host), ("sec-fetch-site", "same-origin")]
    )
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns the response with its parts combined in the body.
  func collected() async throws -> HTTPResponse {
    guard let parts else { return self }
    let (made, making) = AsyncStream<[UInt8]>.makeStream()
    try await parts.make { making.yield($0) }
    making.finish()
    var whole = self
    whole.parts = nil
    for await part in made { whole.body += part }
    return whole
  }
}
