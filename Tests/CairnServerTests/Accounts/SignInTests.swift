import Cairn
import CairnHTML
import CairnHTTP
import CairnServer
import CairnStore
import CairnTestKit
import Testing
import CairnAccounts

@Suite struct `Signing in` {
  @Test(arguments: TestTransport.allCases)
  func `opens the person's own log on the page, and signs out again`(
    way: TestTransport
  ) async throws {
    try await ServedAccounts.run(way) { served in
      try await served.add("anna")
      var browser = Browser(client: served.client)
      let sent = try await browser.get("/?day=today")
      #expect(sent.status == .seeOther)
      #expect(sent.fields["location"] == "/sign-in?next=%2F%3Fday%3Dtoday")
      #expect(try await browser.get("/sign-in").text.contains("type=\"password\""))
      let form = "name=Anna&password=correct+horse&next=/%3Fday=today"
      let answer = try await browser.submit("/sign-in", form)
      #expect(answer.status == .seeOther)
      #expect(answer.fields["location"] == "/?day=today")
      #expect(try await browser.get("/").status == .ok)
      #expect(try await browser.get("/sign-in").status == .seeOther)
      let kept = browser
      #expect(try await browser.submit("/sign-out", "").fields["location"] == "/sign-in")
      // The remaining cookie marks the browser as known at the next sign-in, but authenticates nobody.
      #expect(browser.cookies.keys.sorted() == ["cairn-device"])
      var thief = kept
      #expect(try await thief.get("/").status == .seeOther)
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `works for clients that keep cookies`(way: TestTransport) async throws {
    try await ServedAccounts.run(way) { served in
      let anna = try await served.add("anna")
      var browser = Browser(client: served.client)
      let refused = try await browser.get("/api/v1/account")
      #expect(refused.status == .unauthorized)
      #expect(refused.fields["www-authenticate"] == "Bearer")
      #expect(refused.text.contains("account.not_signed_in"))
      let json = #"{"name":"anna","password":"correct horse"}"#
      let answer = try await browser.post("/api/v1/sign-in", json)
      #expect(answer.status == .ok)
      #expect(answer.text.contains(anna.id.record.text))
      #expect(try await browser.get("/api/v1/account").text == answer.text)
      #expect(try await browser.post("/api/v1/sign-out").status == .ok)
      #expect(try await browser.get("/api/v1/account").status == .unauthorized)
    }
  }

  @Test(arguments: [
    ("anna", "correct horsf"), ("anna", ""), ("nobody", "correct horse"), ("", ""),
    ("anna", String(repeating: "x", count: 500)), ("' OR 1=1 --", "correct horse"),
  ])
  func `returns the same error for a wrong password and an unknown name`(
    name: String,
    password: String
  ) async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var browser = Browser(client: served.client)
      let json = #"{"name":"\#(name)","password":"\#(password)"}"#
      let answer = try await browser.post("/api/v1/sign-in", json)
      #expect(answer.status == .unauthorized)
      #expect(answer.text.contains("account.wrong_password"))
      #expect(answer.text.contains("The name or the password is wrong."))
      let form = "name=\(PercentCoding.encoded(name))&password=\(PercentCoding.encoded(password))"
      let page = try await browser.submit("/sign-in", form)
      #expect(page.status == .unauthorized)
      #expect(page.text.contains("The name or the password is wrong."))
      #expect(browser.cookies.isEmpty)
    }
  }

  @Test(arguments: [
    "//evil.example", "https://evil.example", "/\\evil.example", "evil", "", "/a b",
    "/%0d%0aset-cookie:a=b", "/api/v1/account",
  ])
  func `redirects to no other site`(next: String) async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var browser = Browser(client: served.client)
      let form = "name=anna&password=correct+horse&next=" + PercentCoding.encoded(next)
      let answer = try await browser.submit("/sign-in", form)
      #expect(answer.status == .seeOther)
      let place = answer.fields["location"]
      #expect(place == "/" || place == "/%0d%0aset-cookie:a=b")
    }
  }

  @Test func `sets a cookie that is hidden from scripts and other sites`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var browser = Browser(client: served.client)
      let form = "name=anna&password=correct+horse"
      let line = try await browser.submit("/sign-in", form).credentialCookie ?? ""
      #expect(line.hasPrefix("cairn="))
      #expect(line.hasSuffix("; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax"))
      let secret = try #require(browser.cookies["cairn"])
      #expect(try !served.accountsFile().contains(secret))
    }
  }

  @Test func `over TLS sets a cookie for TLS only`() async throws {
    try await ServedAccounts.run(isSecure: true) { served in
      try await served.add("anna")
      var browser = Browser(client: served.client, isSecure: true)
      let answer = try await browser.submit("/sign-in", "name=anna&password=correct+horse")
      #expect(answer.credentialCookie?.hasPrefix("__Host-cairn=") == true)
      #expect(answer.credentialCookie?.hasSuffix("; HttpOnly; SameSite=Lax; Secure") == true)
      #expect(answer.fields["strict-transport-security"] == "max-age=31536000; includeSubDomains")
      #expect(try await browser.get("/").status == .ok)
    }
  }

  @Test func `expires after two weeks without a request`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var browser = try await served.browser(of: "anna")
      for _ in 0..<3 {
        served.clock.advance(by: .hours(13 * 24))
        #expect(try await browser.get("/").status == .ok)
      }
      served.clock.advance(by: .hours(14 * 24))
      #expect(try await browser.get("/").status == .seeOther)
    }
  }

  @Test func `rejects a write with a cookie but without an origin`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      let browser = try await served.browser(of: "anna")
      let cookie = ("cookie", "cairn=\(browser.cookies["cairn"] ?? "")")
      let json = #"{"title":"Dune"}"#
      let refused = try await served.client.ask(
        .post,
        "/api/v1/sessions",
        json,
        type: "application/json",
        [cookie]
      )
      #expect(refused.status == .forbidden)
      #expect(refused.text.contains("request.origin"))
      #expect(try await served.client.ask(.get, "/api/v1/sessions", [cookie]).text.contains("[]"))
    }
  }

  @Test func `is not needed on a single-user server`() async throws {
    try await ServedLog.run { served in
      for target in ["/sign-in", "/api/v1/account"] {
        let answer = try await served.client.ask(.get, target)
        #expect(answer.status == .notFound)
        #expect(answer.text.contains("account.single_user"))
      }
    }
  }

  @Test(arguments: [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 "
        + "Mobile/15E148 Safari/604.1", "Safari on iPhone"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537 Chrome/130.0 Safari/537 Edg/130.0",
      "Edge on Windows"
    ),
    ("curl/8.1", "curl"), ("", "A program"),
  ])
  func `stores the browser's name`(agent: String, name: String) async throws {
    try await ServedAccounts.run { served in
      let anna = try await served.add("anna")
      let json = #"{"name":"anna","password":"correct horse"}"#
      let fields = [("user-agent", agent)]
      let type = "application/json"
      _ = try await served.client.ask(.post, "/api/v1/sign-in", json, type: type, fields)
      #expect(try await served.accounts.credentials(.browser, of: anna.id).map(\.name) == [name])
    }
  }
}

extension ServedAccounts {
  /// Returns the content of the accounts database as text.
  func accountsFile() throws -> String {
    String(decoding: try bytes(of: logs.folder + "/accounts.sqlite"), as: UTF8.self)
  }
}
