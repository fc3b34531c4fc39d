import Cairn
import CairnHTTP
import CairnServer
import CairnStore
import Synchronization
import Testing

@Suite struct `The metrics of a server` {
  private func ask(
    _ served: ServedAccounts,
    from address: String = "127.0.0.1",
    _ fields: [(String, String)] = []
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(.get, "/metrics", address: address)
    for (name, value) in fields + [("host", served.client.host)] {
      request.fields.append(name, value)
    }
    return await served.client.server.respond(to: request)
  }

  @Test func `count requests by route and class, and contain no names`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      _ = try await anna.submit("/start", "title=Dune")
      _ = try await anna.get("/books/0")
      _ = try await served.client.ask(.get, "/nowhere/Dune")
      let text = try await ask(served).text
      for line in [
        #"cairn_http_requests_total{method="POST",route="/sign-in",status="3xx"} 1"#,
        #"cairn_http_requests_total{method="POST",route="/start",status="3xx"} 1"#,
        #"cairn_http_requests_total{method="any",route="none",status="4xx"} 1"#,
        #"cairn_http_request_duration_seconds_bucket{method="POST",route="/start",le="+Inf"} 1"#,
        #"cairn_http_request_duration_seconds_count{method="GET",route="/books/{id}"} 1"#,
        "cairn_open_logs 1", "cairn_accounts 1", "cairn_password_queue 0",
        #"cairn_build_info{version="1.2.3"} 1"#,
      ] {
        #expect(text.contains(line + "\n"), "\(line)")
      }
      for word in ["anna", "Dune", served.client.host] { #expect(!text.contains(word)) }
    }
  }

  @Test func `count refused sign-ins by code`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var browser = Browser(client: served.client)
      for _ in 0..<11 { _ = try await browser.submit("/sign-in", "name=anna&password=wrong") }
      let (name, text) = ("cairn_sign_in_refusals_total", try await ask(served).text)
      #expect(text.contains("\(name){code=\"account.wrong_password\"} 10\n"))
      #expect(text.contains("\(name){code=\"account.rate_limited\"} 1\n"))
    }
  }

  @Test func `report response times in seconds`() async throws {
    let start = ContinuousClock.now
    let ticks = Ticks()
    try await ServedAccounts.run { dependencies in
      dependencies.tick = { start + .milliseconds(3 * ticks.next()) }
    } _: { served in
      _ = try await served.client.ask(.get, "/version")
      let name = "cairn_http_request_duration_seconds"
      let labels = #"method="GET",route="/version""#
      let text = try await ask(served).text
      #expect(text.contains("\(name)_bucket{\(labels),le=\"0.0025\"} 0\n"))
      #expect(text.contains("\(name)_bucket{\(labels),le=\"0.005\"} 1\n"))
      #expect(text.contains("\(name)_sum{\(labels)} 0.003\n"))
    }
  }

  @Test func `are for this machine only, not through a proxy`() async throws {
    try await ServedAccounts.run { served in
      #expect(try await ask(served).status == .ok)
      #expect(try await ask(served, from: "::1").status == .ok)
      let closed = try await ask(served, from: "192.0.2.7")
      #expect(closed.status == .forbidden)
      #expect(closed.text.contains("server.metrics_forbidden"))
      let forwarded = [("x-forwarded-for", "192.0.2.7")]
      #expect(try await ask(served, forwarded).status == .forbidden)
    }
  }

  @Test func `need the token when one is set`() async throws {
    try await ServedAccounts.run {
      $0.metricsToken = "open sesame"
    } _: { served in
      let plain = try await ask(served)
      #expect(plain.status == .forbidden)
      let wrong = [("authorization", "Bearer open")]
      #expect(try await ask(served, wrong).status == .forbidden)
      let right = [("authorization", "Bearer open sesame")]
      #expect(try await ask(served, from: "192.0.2.7", right).status == .ok)
    }
  }

  /// Checks the rules of the Prometheus text format 0.0.4.
  @Test func `are in the Prometheus format`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      _ = try await served.browser(of: "anna")
      let answer = try await ask(served)
      #expect(answer.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
      var (family, seen) = ("", Set<String>())
      for line in answer.text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if line.hasPrefix("# HELP ") {
          family = String(words[2])
          #expect(seen.insert(family).inserted, "\(family) comes twice")
        } else if line.hasPrefix("# TYPE ") {
          #expect(words[2] == family)
          let isCounter = family.hasSuffix("_total")
          #expect((words[3] == "counter") == isCounter)
        } else {
          let name = line.prefix { $0 != "{" && $0 != " " }
          let isOfFamily = name.hasPrefix(family)
          #expect(isOfFamily)
          #expect(Double(words[words.count - 1]) != nil, "\(line)")
        }
      }
      #expect(seen.count > 7)
    }
  }
}

/// A clock that counts its calls.
private final class Ticks: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
