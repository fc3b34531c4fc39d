import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Guessing passwords` {
  private func guess(_ name: String, _ password: String, _ client: TestClient) async throws
    -> HTTPResponse
  {
    var browser = Browser(client: client)
    let json = #"{"name":"\#(name)","password":"\#(password)"}"#
    return try await browser.post("/api/v1/sign-in", json)
  }

  @Test(arguments: ["anna", "nobody"])
  func `is limited for existing and unknown names alike`(name: String) async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      for _ in 0..<10 {
        #expect(try await guess(name, "wrong horse", served.client).status == .unauthorized)
      }
      let refused = try await guess(name, "correct horse", served.client)
      #expect(refused.status == .tooManyRequests)
      #expect(refused.fields["retry-after"] == "90")
      #expect(refused.text.contains("account.rate_limited"))
      var browser = Browser(client: served.client)
      let page = try await browser.submit("/sign-in", "name=\(name)&password=correct+horse")
      #expect(page.status == .tooManyRequests)
      #expect(page.fields["retry-after"] == "90")
      served.clock.advance(by: .seconds(90))
      let wanted: HTTPStatus = name == "anna" ? .ok : .unauthorized
      #expect(try await guess(name, "correct horse", served.client).status == wanted)
    }
  }

  @Test func `for many people from one address is limited too`() async throws {
    try await ServedAccounts.run { served in
      for number in 0..<31 {
        let answer = try await guess("person\(number)", "correct horse", served.client)
        #expect(answer.status == (number < 30 ? .unauthorized : .tooManyRequests))
      }
    }
  }

  /// Guesses from an address, optionally with a browser's cookies, which the response updates.
  private func guess(
    _ name: String,
    _ password: String,
    from address: String,
    _ served: ServedAccounts,
    cookies: String = ""
  ) async -> HTTPResponse {
    let form = Array("name=\(name)&password=\(PercentCoding.encoded(password))".utf8)
    var request = HTTPRequest(.post, "/sign-in", body: form, address: address)
    request.fields.append("host", served.client.host)
    request.fields.append("origin", "http://" + served.client.host)
    request.fields.append("content-type", "application/x-www-form-urlencoded")
    if !cookies.isEmpty { request.fields.append("cookie", cookies) }
    return await served.client.server.respond(to: request)
  }

  @Test func `from one address does not lock the person out at another`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      for _ in 0..<40 { _ = await guess("anna", "wrong horse", from: "192.0.2.7", served) }
      let away = await guess("anna", "correct horse", from: "192.0.2.7", served)
      #expect(away.status == .tooManyRequests)
      let home = await guess("anna", "correct horse", from: "198.51.100.1", served)
      #expect(home.status == .seeOther)
    }
  }

  @Test func `from many addresses does not lock known browsers out`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      try await served.add("ben")
      var browser = Browser(client: served.client)
      for name in ["anna", "ben"] {
        _ = try await browser.submit("/sign-in", "name=\(name)&password=correct+horse")
      }
      let device = "cairn-device=" + (try #require(browser.cookies["cairn-device"]))
      for number in 0..<300 {
        _ = await guess("anna", "wrong horse", from: "192.0.2.\(number % 250)", served)
      }
      let new = await guess("anna", "correct horse", from: "198.51.100.1", served)
      #expect(new.status == .tooManyRequests)
      for name in ["anna", "ben"] {
        let known = await guess(name, "correct horse", from: "192.0.2.7", served, cookies: device)
        #expect(known.status == .seeOther)
      }
    }
  }

  @Test func `in a known browser is limited too, and a password change resets that trust`()
    async throws
  {
    try await ServedAccounts.run { served in
      let anna = try await served.add("anna")
      var browser = Browser(client: served.client)
      _ = try await browser.submit("/sign-in", "name=anna&password=correct+horse")
      let device = "cairn-device=" + (try #require(browser.cookies["cairn-device"]))
      var statuses: [HTTPStatus] = []
      for _ in 0..<11 {
        let answer = await guess("anna", "wrong horse", from: "192.0.2.7", served, cookies: device)
        statuses.append(answer.status)
      }
      #expect(statuses == Array(repeating: .unauthorized, count: 10) + [.tooManyRequests])
      try await served.accountService.setPassword("battery staple", of: anna)
      let after = await guess("anna", "wrong horse", from: "192.0.2.7", served, cookies: device)
      #expect(after.status == .unauthorized)
    }
  }

  /// Many sign-ins as in spec/security.md H1, beyond the limiter's capacity of 100,000 keys.
  @Test func `with a flood of names and addresses locks nobody out`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var idle = try await served.browser(of: "anna")
      let limits = served.accountService.limits
      for number in 0..<120_000 {
        for kind in [AccountLimits.Kind.address, .site, .name, .unknownName, .signUp] {
          try limits.consume([.init(kind, "\(number)")], at: served.clock.now, or: .tooManyTries)
        }
      }
      let new = await guess("anna", "correct horse", from: "198.51.100.1", served)
      #expect(new.status == .seeOther)
      #expect(try await idle.get("/").status == .ok)
    }
  }

  @Test func `from a blocked address counts for nothing else`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      for number in 0..<200 {
        _ = await guess("name\(number % 3)", "wrong horse", from: "192.0.2.7", served)
      }
      for _ in 0..<200 { _ = await guess("anna", "wrong horse", from: "192.0.2.7", served) }
      let home = await guess("anna", "correct horse", from: "198.51.100.1", served)
      #expect(home.status == .seeOther)
    }
  }

  @Test func `does not count correct passwords`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      for _ in 0..<40 {
        #expect(try await guess("anna", "correct horse", served.client).status == .ok)
      }
    }
  }

  @Test func `in a signed-in browser is limited too`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var browser = try await served.browser(of: "anna")
      let form = "current=wrong+horse&new=battery+staple"
      for _ in 0..<10 {
        #expect(try await browser.submit("/account/password", form).status == .unauthorized)
      }
      #expect(try await browser.submit("/account/password", form).status == .tooManyRequests)
    }
  }

  @Test func `and every other request is rate-limited per account`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      try await served.add("ben")
      var anna = try await served.browser(of: "anna")
      var codes: Set<Int> = []
      for _ in 0..<302 { codes.insert(try await anna.get("/api/v1/shelf").status.code) }
      #expect(codes == [200, 429])
      #expect(try await anna.get("/").fields["retry-after"] == "1")
      var ben = try await served.browser(of: "ben")
      #expect(try await ben.get("/api/v1/shelf").status == .ok)
      served.clock.advance(by: .seconds(1))
      #expect(try await anna.get("/api/v1/shelf").status == .ok)
    }
  }

  static let limits: [(RateLimit?, Set<Int>)] = [
    (nil, [200]), (.requests(perSecond: 2), [200, 429]),
  ]

  @Test(arguments: Self.limits)
  func `and every other request follow the configured limit`(
    limit: RateLimit?,
    wanted: Set<Int>
  ) async throws {
    try await ServedAccounts.run(.memory, { $0.requests = limit }) { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      var codes: Set<Int> = []
      for _ in 0..<40 { codes.insert(try await anna.get("/api/v1/shelf").status.code) }
      #expect(codes == wanted)
    }
  }
}
