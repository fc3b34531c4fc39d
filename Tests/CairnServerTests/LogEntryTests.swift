import Cairn
import CairnAccounts
import CairnHTTP
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `The server log` {
  /// Returns the log lines written while the closure sends requests.
  private func logger(
    _ level: LogLevel = .info,
    _ form: LogFormat = .logfmt,
    logsAddresses: Bool = false,
    _ ask: (ServedAccounts) async throws -> Void
  ) async throws -> [String] {
    let (lines, said) = AsyncStream<String>.makeStream()
    let start = ContinuousClock.now
    try await ServedAccounts.run { dependencies in
      dependencies.tick = { start }
      dependencies.logger = Logger(level, form, logsAddresses: logsAddresses, now: dependencies.now)
      {
        said.yield($0)
      }
    } _: { served in
      try await served.add("anna")
      try await ask(served)
    }
    said.finish()
    return await lines.reduce(into: []) { $0.append($1) }
  }

  @Test func `has one line per request, with the route and never the path`() async throws {
    let lines = try await logger { served in
      let answer = try await served.client.ask(.get, "/api/v1/books/Dune?q=Emma")
      let id = answer.fields["x-request-id"] ?? ""
      #expect(id.utf8.count == 16)
      _ = try await served.client.ask(.get, "/no/such/Dune")
    }
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("time=2026-"))
    #expect(
      lines[0].contains(" level=info message=request id=")
        && lines[0].contains(" method=GET route=/api/v1/books/{id} status=401 micros=0 bytes=")
        && lines[0].hasSuffix(" code=account.not_signed_in")
    )
    #expect(lines[1].contains(" method=any route=none status=404 "))
  }

  @Test func `can be written as JSON`() async throws {
    let lines = try await logger(.info, .json) { served in
      _ = try await served.client.ask(.get, "/sign-in")
    }
    let json = try JSON(parsing: Array(lines[0].utf8))
    #expect(json["level"] == .string("info"))
    #expect(json["message"] == .string("request"))
    #expect(json["route"] == .string("/sign-in"))
    #expect(json["status"] == .integer(200))
  }

  @Test func `contains neither names nor recorded data`() async throws {
    let lines = try await logger(.trace) { served in
      var anna = try await served.browser(of: "anna")
      _ = try await anna.submit("/start", "title=Dune")
      _ = try await anna.get("/shelf?q=Dune")
      _ = try await anna.get("/books/Dune")
      _ = try await anna.submit("/sign-in", "name=ben&password=sesame")
      _ = try await anna.get("/setup/Zebra")
      _ = try await anna.post("/api/v1/sessions", #"{"title":"Emma"}"#)
      var request = HTTPRequest(.get, "/history", address: "192.0.2.7")
      request.fields.append("host", served.client.host)
      request.fields.append("user-agent", "Lynx")
      _ = await served.client.server.respond(to: request)
    }
    #expect(lines.count == 8)
    let words = ["anna", "ben", "Dune", "Emma", "Zebra", "sesame", "horse", "192.0", "Lynx"]
    for word in words { #expect(!lines.joined().contains(word), "\(word)") }
  }

  @Test func `contains the client address on request`() async throws {
    let lines = try await logger(logsAddresses: true) { served in
      var request = HTTPRequest(.get, "/sign-in", address: "192.0.2.7")
      request.fields.append("host", served.client.host)
      _ = await served.client.server.respond(to: request)
    }
    #expect(lines[0].hasSuffix(" address=192.0.2.7"))
  }

  @Test func `contains the client address that a trusted proxy reports`() async throws {
    let lines = try await logger(logsAddresses: true) { served in
      for proxy in ["127.0.0.1", "192.0.2.8"] {
        var request = HTTPRequest(.get, "/sign-in", address: proxy)
        request.fields.append("host", served.client.host)
        request.fields.append("x-forwarded-for", "198.51.100.1, 192.0.2.7")
        _ = await served.client.server.respond(to: request)
      }
    }
    #expect(lines.map { $0.suffix(9) } == ["192.0.2.7", "192.0.2.8"])
  }

  @Test func `omits entries below its level`() async throws {
    for (level, count) in [(LogLevel.debug, 2), (.info, 1), (.notice, 0)] {
      let lines = try await logger(level) { served in
        _ = try await served.client.ask(.get, "/healthz")
        _ = try await served.client.ask(.get, "/sign-in")
      }
      #expect(lines.count == count)
    }
  }

  @Test func `contains the request ID set by a trusted proxy`() async throws {
    let name = "0123456789abcdef0123456789abcdef"
    let lines = try await logger { served in
      for (address, id) in [("127.0.0.1", name), ("192.0.2.7", name), ("127.0.0.1", "anna x=1")] {
        var request = HTTPRequest(.get, "/sign-in", address: address)
        request.fields.append("host", served.client.host)
        request.fields.append("x-request-id", id)
        _ = await served.client.server.respond(to: request)
      }
    }
    #expect(lines.map { $0.contains("id=\(name) ") } == [true, false, false])
    #expect(lines.allSatisfy { !$0.contains("anna") })
  }

  @Test(arguments: [("", "\"\""), ("a b", "\"a b\""), ("a=b", "\"a=b\""), ("ab", "ab")])
  func `quotes values that are not a single word`(text: String, written: String) {
    let remark = LogEntry(level: .info, message: "m", fields: [("x", .text(text))])
    let line = remark.line(.logfmt, at: Instant(milliseconds: 0))
    #expect(line == "time=1970-01-01T00:00:00Z level=info message=m x=\(written)")
  }

  @Test func `has the levels of swift-log, in their order`() {
    let names = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
    #expect(LogLevel.all.map(\.name) == names)
    #expect(LogLevel.error.isAtLeast(.warning) && !LogLevel.info.isAtLeast(.notice))
  }
}
