import Cairn
import CairnHTTP
import CairnPages
import CairnReports
import CairnTestKit
import Testing

@testable import CairnServer
import CairnJSON

@Suite struct `Random input` {
  @Test(arguments: SeededGenerator.seeds)
  func `changes nothing when it is rejected, and never causes a server error`(
    seed: UInt64
  ) async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Emma", pages: 300)
      let session = try await served.person.start(book)
      served.scratch.clock.advance(by: .minutes(5))
      var nonsense = Nonsense(seed: seed, known: session.id.record.text)
      var before = try await served.contents()
      for number in 0..<1_000 {
        let request = nonsense.request(served.client.host)
        let response = await served.client.server.respond(to: request)
        #expect(response.status.code < 500, "seed \(seed), request \(number): \(request)")
        let after = try await served.contents()
        if response.status.code >= 400 || request.method.isSafe {
          #expect(after == before, "seed \(seed), request \(number): \(request)")
        }
        before = after
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `does not crash the server over a socket`(seed: UInt64) async throws {
    try await ServedLog.run(.socket, limits: .brief) { served in
      let wire = RawClient(port: try #require(served.client.port))
      var nonsense = Nonsense(seed: seed, known: "x")
      for _ in 0..<60 {
        let sent = nonsense.bytes(served.client.host)
        // A mutated version such as `HTTP/3.1` correctly causes 505 (RFC 9110, 15.6.6).
        let faults = RawClient.responses(try await wire.send(sent)).map(\.status.code).filter {
          $0 >= 500 && $0 != 505
        }
        #expect(faults.isEmpty, "\(String(decoding: sent, as: UTF8.self))")
      }
      #expect(try await served.client.ask(.get, "/healthz").status == .ok)
    }
  }
}

/// A generator of nearly valid and invalid requests.
private struct Nonsense {
  private var generator: SeededGenerator
  private let known: String

  init(seed: UInt64, known: String) {
    generator = SeededGenerator(seed: seed)
    self.known = known
  }

  private static let methods = [
    "GET", "HEAD", "POST", "POST", "PUT", "DELETE", "PATCH", "PATCH", "OPTIONS", "X", "",
  ]
  private static let types = [
    "application/json", "application/x-www-form-urlencoded", "text/plain", "", "application/json;",
  ]
  /// All parameter names of the API, and some of forms.
  private static let names: [String] = {
    let operations = Server.routes.routes.compactMap(\.handler.operation)
    let declared = operations.flatMap { ($0.query + $0.body).map(\.name) }
    let typed = [
      "key", "theme", "colour", "q", "sort", "tab", "started", "finished", "clear", "rating",
      "isbn",
      "day", "month", "done", "from", "position", "other", "back", "amount", "cadence", "end",
    ]
    return Set(declared + typed).sorted()
  }()

  /// All routes, and paths without one.
  private static let patterns =
    Server.routes.routes.map(\.pattern) + ["/nowhere", "//", "*", "", "/assets/app.css"]

  private static let texts = [
    "<script>alert(1)</script>", "\" onload=\"x", "' OR 1=1 --", "\u{202E}evil", "%00", "\0", "",
    "../../etc/passwd", "{{7*7}}", "9223372036854775808", "-1", "0", "1e309", "null", "[[[[", "é",
    "2026-01-05T18:00:00Z", "9999-12-31T23:59:59Z", "\u{FEFF}", "\r\nset-cookie: a=b", "🙂",
  ]

  private mutating func one<T>(_ all: [T]) -> T {
    all[Int.random(in: all.indices, using: &generator)]
  }

  private mutating func text() -> String {
    let text = one(Self.texts + [known])
    return Int.random(in: 0..<40, using: &generator) == 0
      ? String(repeating: text, count: 3_000) : text
  }

  private mutating func value() -> String {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: "\(Int64.random(in: .min ... .max, using: &generator))"
    case 1: one(["null", "true", "1.5", "[]", "{}", "1e400", "-0", "01", "\"\\ud800\"", "[1,[2"])
    case 2: String(repeating: "[", count: 200)
    default: JSON.string(text()).text
    }
  }

  private mutating func target() -> String {
    var target = one(Self.patterns).split(separator: "{").enumerated().map { index, part in
      let id = Bool.random(using: &generator) ? known : one(Self.texts)
      return index == 0 ? String(part) : id + part.drop { $0 != "}" }.dropFirst()
    }.joined()
    if Int.random(in: 0..<3, using: &generator) == 0 { target += "?\(one(Self.names))=\(text())" }
    return target
  }

  private mutating func body(_ type: String) -> [UInt8] {
    let count = Int.random(in: 0..<5, using: &generator)
    let isForm = type.contains("form")
    let pairs = (0..<count).map { _ in
      isForm ? "\(one(Self.names))=\(text())" : "\"\(one(Self.names))\":\(value())"
    }
    var bytes = Array(
      (isForm ? pairs.joined(separator: "&") : "{\(pairs.joined(separator: ","))}").utf8
    )
    if Int.random(in: 0..<6, using: &generator) == 0, !bytes.isEmpty {
      bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
        in: 0...255,
        using: &generator
      )
    }
    return bytes
  }

  mutating func request(_ host: String) -> HTTPRequest {
    let type = one(Self.types)
    var request = HTTPRequest(HTTPMethod(one(Self.methods)), target(), body: body(type))
    let isStranger = Int.random(in: 0..<10, using: &generator) == 0
    request.fields.append("host", isStranger ? text() : host)
    request.fields.append("content-type", type)
    if Bool.random(using: &generator) { request.fields.append("origin", "http://\(host)") }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      request.fields.append(
        one(["idempotency-key", "if-none-match", "if-match", "cookie"]),
        text()
      )
    }
    return request
  }

  /// Returns a request with some bytes changed, removed or duplicated.
  mutating func bytes(_ host: String) -> [UInt8] {
    let request = request(host)
    var bytes = Array("\(request.method.name) \(request.target) HTTP/1.1\r\n".utf8)
    for line in request.fields.lines { bytes += "\(line.name): \(line.value)\r\n".utf8 }
    bytes += "content-length: \(request.body.count)\r\n\r\n".utf8
    bytes += request.body
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      let place = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: place)
      default: bytes.insert(bytes[place], at: place)
      }
    }
    return bytes
  }
}
