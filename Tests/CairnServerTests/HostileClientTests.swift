import Cairn
import CairnHTTP
import CairnListener
import CairnServer
import CairnTestKit
import Foundation
import Testing

@Suite struct `A hostile client` {
  private static let json = "content-type: application/json\r\n"
  private static let chunked = json + "transfer-encoding: chunked\r\n"
  private static let many = String(repeating: "x: a\r\n", count: 150)
  private static let long = String(repeating: "a", count: 20_000)

  /// The request line, the rest of the request after `Host`, and the expected status.
  static let requests: [(first: String, rest: String, status: Int)] = [
    ("POST /api/v1/sessions", json + "content-length: 2\r\ncontent-length: 3\r\n\r\n{} ", 400),
    ("POST /api/v1/sessions", json + "content-length: 2\r\ncontent-length: 2\r\n\r\n{}", 400),
    ("POST /api/v1/sessions", chunked + "content-length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400),
    ("POST /api/v1/sessions", json + "transfer-encoding: gzip\r\n\r\n", 400),
    ("POST /api/v1/sessions", chunked + "\r\nZZ\r\n{}\r\n0\r\n\r\n", 400),
    ("POST /api/v1/sessions", chunked + "\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n", 413),
    ("POST /api/v1/sessions", json + "content-length: -2\r\n\r\n{}", 400),
    ("POST /api/v1/sessions", json + "content-length: 0x2\r\n\r\n{}", 400),
    ("POST /api/v1/sessions", json + "content-length: 99999999\r\n\r\n{}", 413),
    ("POST /api/v1/sessions", json + "content-length: 99999999999999999999\r\n\r\n{}", 413),
    ("POST /api/v1/sessions", json + "content-length : 2\r\n\r\n{}", 400),
    (
      "POST /api/v1/sessions",
      json + "content-length:\r\n 28\r\n\r\nGET /x HTTP/1.1\r\nhost: x\r\n\r\n", 400
    ),
    ("POST /api/v1/sessions", json + "transfer-encoding:\r\n\tchunked\r\n\r\n0\r\n\r\n", 400),
    ("POST /api/v1/sessions", json + "idempotency-key:\r\n a\r\ncontent-length: 2\r\n\r\n{}", 400),
    ("GET /healthz", "x: a\r\nauthorization:\r\n b\r\n\r\n", 400),
    ("GET /healthz", "x-forwarded-host:\r\n b\r\n\r\n", 400),
    ("GET /healthz", "host: 127.0.0.1:1\r\n\r\n", 400),
    ("GET /healthz", "x: a\rb\r\n\r\n", 400),
    ("GET /healthz", "x\0y: a\r\n\r\n", 400),
    ("GET /healthz", "x: \u{1}\r\n\r\n", 400),
    ("GET /healthz", "x: \(long)\r\n\r\n", 431),
    ("GET /healthz", many + "\r\n", 431),
    ("GET /\(long)", "\r\n", 414),
    ("BREW /healthz", "\r\n", 405),
    ("GE\0T /healthz", "connection: close\r\n\r\n", 405),
    ("get /healthz", "\r\n", 405),
    ("POST /healthz", "content-length: 0\r\n\r\n", 405),
    ("GET healthz", "\r\n", 400), ("GET /%00", "\r\n", 400), ("GET /%FF", "\r\n", 400),
    ("OPTIONS *", "\r\n", 400), ("CONNECT other:443", "\r\n", 400),
  ]

  @Test(arguments: requests.indices)
  func `is rejected, and only its own connection is affected`(index: Int) async throws {
    let (first, rest, status) = Self.requests[index]
    try await ServedLog.run(.socket, limits: .brief) { served in
      let wire = RawClient(port: try #require(served.client.port))
      let head = "\(first) HTTP/1.1\r\nhost: \(served.client.host)\r\n"
      let answer = try await wire.send(head + rest)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(200))")
      #expect(try await served.client.ask(.get, "/healthz").status == .ok)
      #expect(try await served.contents() == "")
    }
  }

  @Test(arguments: [Array(0...255), [0x16, 3, 1, 2, 0, 1], Array("\r\n\r\n\r\n".utf8), []])
  func `that speaks another protocol is disconnected`(bytes: [UInt8]) async throws {
    try await ServedLog.run(.socket, limits: .brief) { served in
      let answer = try await RawClient(port: try #require(served.client.port)).send(bytes)
      #expect(answer.isEmpty || answer.starts(with: Array("HTTP/1.1 400 ".utf8)))
      #expect(try await served.client.ask(.get, "/healthz").status == .ok)
    }
  }

  /// Uses short timeouts, so that the test does not wait for the real ones.
  @Test(arguments: [
    "", "GET /healthz HTTP/1.1\r\nhost: x\r\n",
    "POST /api/v1/sessions HTTP/1.1\r\nhost: HOST\r\n"
      + "content-type: application/json\r\ncontent-length: 9\r\n\r\n{",
    "GET /healthz HTTP/1.1\r\nhost: HOST\r\n\r\nGET /hea",
  ])
  func `that is too slow is disconnected at the deadline, whatever it sends`(
    start: String
  ) async throws {
    try await ServedLog.run(.socket, limits: .brief) { served in
      let wire = RawClient(port: try #require(served.client.port))
      let text = start.replacing("HOST", with: served.client.host)
      // The client does not half-close, so it would wait forever if the server did not close either.
      _ = try await wire.send(Array(text.utf8), half: false)
      #expect(try await served.contents() == "")
    }
  }

  @Test func `may send one large file at a time, and short ones in parallel`() async throws {
    try await ServedLog.run(.socket) { served in
      let wire = RawClient(port: try #require(served.client.port))
      let head = "POST /api/v1/sync/push HTTP/1.1\r\nhost: \(served.client.host)\r\n"
      let long = head + "content-length: 2000000\r\nexpect: 100-continue\r\n\r\n"
      let first = try await wire.open(long)
      #expect(try await first.read(to: "\r\n\r\n").contains("100 Continue"))
      let second = try await wire.open(long)
      #expect(try await second.read(to: "\r\n\r\n").contains("503"))
      let short = try await served.client.post("/api/v1/sync/push", "{}")
      #expect(short.text.contains("sync.epoch_mismatch"))
      first.disconnect()
      second.disconnect()
    }
  }

  @Test func `that opens too many connections is rejected`() async throws {
    var limits = ListenerLimits()
    limits.connectionsPerAddress = 2
    limits.headTime = .milliseconds(500)
    try await ServedLog.run(.socket, limits: limits) { served in
      let wire = RawClient(port: try #require(served.client.port))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 { group.addTask { _ = try await wire.send([], half: false) } }
        try await group.waitForAll()
      }
      #expect(try await served.client.ask(.get, "/healthz").status == .ok)
    }
  }

  @Test func `gets 413 for a chunked body while it is still sending`() async throws {
    try await ServedLog.run(.socket) { served in
      let wire = RawClient(port: try #require(served.client.port))
      let head = "POST /api/v1/sessions HTTP/1.1\r\nhost: \(served.client.host)\r\n" + Self.chunked
      let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536)
      let part = chunk + Array("\r\n".utf8)
      let two = Array((head + "\r\n").utf8) + (0..<32).flatMap { _ in part }
      let answer = try await wire.send(two + Array("0\r\n\r\n".utf8))
      #expect(answer.starts(with: Array("HTTP/1.1 413 ".utf8)))
      let ten = Array((head + "\r\n").utf8) + (0..<160).flatMap { _ in part }
      #expect(try await wire.send(ten).isEmpty)
    }
  }
}

@Suite struct `One connection` {
  @Test func `carries many requests, answered in order`() async throws {
    try await ServedLog.run(.socket) { served in
      let host = "host: \(served.client.host)\r\n"
      let post =
        "POST /api/v1/sessions HTTP/1.1\r\n\(host)content-type: application/json\r\n"
        + "content-length: 16\r\n\r\n{\"title\":\"Dune\"}"
      let last = "GET /version HTTP/1.1\r\n\(host)connection: close\r\n\r\n"
      let get = "GET /healthz HTTP/1.1\r\n\(host)\r\n"
      let wire = RawClient(port: try #require(served.client.port))
      let all = Array((get + post + post + get + last).utf8)
      let responses = RawClient.responses(try await wire.send(all, half: false))
      #expect(responses.map(\.status.code) == [200, 201, 409, 200, 200])
      #expect(responses[4].text.contains("\"version\""))
    }
  }

  @Test(arguments: ["7;x=y\r\n", "7;x\n"])
  func `closes after a chunked body, so that nothing can be smuggled behind it`(
    chunk: String
  ) async throws {
    try await ServedLog.run(.socket) { served in
      let wire = RawClient(port: try #require(served.client.port))
      let head =
        "POST /api/v1/sessions HTTP/1.1\r\nhost: \(served.client.host)\r\ncontent-type: application/json\r\n"
        + "transfer-encoding: chunked\r\n\r\n9\r\n{\"title\":\r\n\(chunk)\"Dune\"}\r\n0\r\n\r\n"
      let hidden = "GET /version HTTP/1.1\r\nhost: \(served.client.host)\r\n\r\n"
      let responses = RawClient.responses(
        try await wire.send(Array((head + hidden).utf8), half: false)
      )
      #expect(responses.map(\.status.code) == [201])
    }
  }

  @Test func `of an older client closes after the response`() async throws {
    try await ServedLog.run(.socket) { served in
      let wire = RawClient(port: try #require(served.client.port))
      let request = "GET /healthz HTTP/1.0\r\nhost: \(served.client.host)\r\n\r\n"
      let answer = try await wire.send(Array(request.utf8), half: false)
      #expect(RawClient.responses(answer).map(\.status.code) == [200])
    }
  }

  @Test func `sends 100 Continue before the body`() async throws {
    try await ServedLog.run(.socket) { served in
      let wire = RawClient(port: try #require(served.client.port))
      let head =
        "POST /api/v1/sessions HTTP/1.1\r\nhost: \(served.client.host)\r\nconnection: close\r\n"
        + "content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 16\r\n\r\n"
      let answer = try await wire.send(head + "{\"title\":\"Dune\"}", half: false)
      #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n"))
      #expect(answer.contains("HTTP/1.1 201 Created\r\n"))
    }
  }
}

extension ListenerLimits {
  /// Limits with short timeouts, so that a test does not wait for the real ones.
  static var brief: ListenerLimits {
    var limits = ListenerLimits()
    limits.headTime = .milliseconds(400)
    limits.keepAliveTime = .milliseconds(200)
    limits.bodyTime = .milliseconds(400)
    return limits
  }
}
