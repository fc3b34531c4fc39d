import Cairn
import CairnHTTP
import CairnListener
import CairnStore
import Testing

@testable import CairnServer
import CairnAccounts

/// See spec/security.md H4.
@Suite struct `A large body` {
  /// A request without authentication, and its status before the body arrives.
  @Test(arguments: [
    ("POST /api/v1/sessions", "content-length: 1000000", 401),
    ("POST /api/v1/sessions", "transfer-encoding: chunked", 401),
    ("PUT /api/v1/account/log", "content-length: 60000000", 401),
    ("POST /import", "content-length: 60000000", 303),
    ("POST /api/v1/sign-in", "content-length: 8193", 413),
    ("POST /sign-in", "content-length: 1000000", 413),
    ("POST /nowhere", "content-length: 1000000", 404),
    ("POST /healthz", "content-length: 1000000", 405),
  ])
  func `from an anonymous client is rejected before it arrives`(
    line: String,
    length: String,
    status: Int
  ) async throws {
    try await ServedAccounts.run(.socket) { served in
      let answer = try await served.send(line, length)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(200))")
      #expect(answer.lowercased().contains("connection: close"))
    }
  }

  @Test func `from an anonymous client may be chunked up to the size of a small one`() async throws
  {
    try await ServedAccounts.run(.socket) { served in
      let type = "content-type: application/json\r\ntransfer-encoding: chunked"
      let long = String(repeating: "x", count: 9_000)
      let body = "2328\r\n\(long)\r\n0\r\n\r\n"
      let answer = try await served.send("POST /api/v1/sign-in", type, body)
      #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer.prefix(200))")
    }
  }

  @Test func `from a signed-in client is accepted, also with a token`() async throws {
    try await ServedAccounts.run(.socket) { served in
      let anna = try await served.add("anna")
      let credential = try await served.accounts.issue(.app, named: "a", to: anna.id)
      let field = ("authorization", "Bearer " + credential.secret)
      let note = String(repeating: "x", count: 20_000)
      let body = #"{"title":"Dune","note":"\#(note)"}"#
      let answer = try await served.client.ask(
        .post,
        "/api/v1/sessions",
        body,
        type: "application/json",
        [field]
      )
      #expect(answer.status == .created)
      let read = try await served.accounts.issue(.app, named: "b", scopes: [.read], to: anna.id)
      let refused = try await served.client.ask(
        .post,
        "/api/v1/sessions",
        body,
        type: "application/json",
        [("authorization", "Bearer " + read.secret)]
      )
      #expect(refused.status == .forbidden)
    }
  }

  @Test func `waits for memory that other bodies hold`() async throws {
    var limits = ListenerLimits.patient
    limits.bytesInFlight = 3_000_000
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    let listener = try Listener(socket, limits: limits) { _ in HTTPResponse(.ok) }
    let wire = RawClient(port: socket.port)
    let head =
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\nexpect: 100-continue\r\n\r\n"
    var open: [RawConnection] = []
    for _ in 0..<3 {
      let one = try await wire.open(head)
      #expect(try await one.read(to: "\r\n\r\n").contains("100 Continue"))
      open.append(one)
    }
    let another = try await wire.open(head)
    #expect(try await another.read(to: "\r\n\r\n").contains("503"))
    for one in open + [another] { one.disconnect() }
    await listener.stop()
  }
}

extension ServedAccounts {
  /// Sends a same-origin request over the network; returns everything received.
  fileprivate func send(_ line: String, _ fields: String, _ body: String = "") async throws
    -> String
  {
    let own = "host: \(client.host)\r\norigin: http://\(client.host)\r\n"
    let wire = RawClient(port: try #require(client.port))
    return try await wire.send("\(line) HTTP/1.1\r\n\(own)\(fields)\r\n\r\n\(body)")
  }
}
