import Cairn
import CairnHTTP
import CairnServer
import CairnStore
import CairnTestKit
import Testing
import CairnAccounts

@Suite struct `A token` {
  /// Creates a token with some scopes and returns its secret.
  private func token(_ scopes: String, of browser: inout Browser) async throws -> String {
    let json = #"{"name":"phone","scopes":[\#(scopes)]}"#
    let answer = try await browser.post("/api/v1/tokens", json)
    #expect(answer.status == .created)
    guard case .string(let secret)? = try JSON(parsing: answer.body)["secret"] else { return "" }
    return secret
  }

  private func ask(
    _ method: HTTPMethod,
    _ target: String,
    _ json: String = "",
    token: String,
    _ client: TestClient
  ) async throws -> HTTPResponse {
    let fields = [("authorization", "Bearer " + token)]
    return try await client.ask(
      method,
      target,
      json,
      type: json.isEmpty ? nil : "application/json",
      fields
    )
  }

  /// The scopes of a token, and whether it may read, write, and see the account.
  static let scopes: [(String, [Bool])] = [
    (#""read""#, [true, false, false]), (#""write""#, [false, true, false]),
    (#""read","write""#, [true, true, false]), (#""account""#, [false, false, true]),
    (#""read","write","account""#, [true, true, true]),
  ]

  @Test(arguments: scopes.indices, TestTransport.allCases)
  func `grants only its own rights`(index: Int, way: TestTransport) async throws {
    let (scopes, allowed) = Self.scopes[index]
    try await ServedAccounts.run(way) { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      let token = try await token(scopes, of: &anna)
      let answers = [
        try await ask(.get, "/api/v1/shelf", token: token, served.client),
        try await ask(
          .post,
          "/api/v1/sessions",
          #"{"title":"Dune"}"#,
          token: token,
          served.client
        ),
        try await ask(.get, "/api/v1/tokens", token: token, served.client),
      ]
      #expect(answers.map { $0.status.code < 300 } == allowed)
      for answer in answers where answer.status.code >= 300 {
        #expect(answer.status == .forbidden)
        #expect(answer.text.contains("account.scope"))
      }
    }
  }

  @Test func `is shown once, listed without its secret, and revoked`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      let secret = try await token(#""read""#, of: &anna)
      let list = try await anna.get("/api/v1/tokens")
      #expect(list.text.contains(#""name":"phone","scopes":["read"]"#))
      #expect(!list.text.contains(secret))
      let page = try await anna.get("/account").text
      #expect(!page.contains(secret))
      guard case .array(let tokens)? = try JSON(parsing: list.body)["tokens"],
        case .string(let id)? = tokens[0]["id"]
      else { return #expect(Bool(false)) }
      #expect(try await anna.delete("/api/v1/tokens/\(id)").status == .ok)
      #expect(try await anna.delete("/api/v1/tokens/\(id)").status == .notFound)
      let answer = try await ask(.get, "/api/v1/shelf", token: secret, served.client)
      #expect(answer.status == .unauthorized)
    }
  }

  @Test func `is created on the page without JavaScript`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      let page = try await anna.submit("/account/tokens", "name=watch&read=yes")
      #expect(page.status == .ok)
      let secret = try #require(page.text.firstMatch(of: #/cairn_[0-9a-f]{64}/#)).output
      let answer = try await ask(.get, "/api/v1/shelf", token: String(secret), served.client)
      #expect(answer.status == .ok)
      let refused = try await anna.submit("/account/tokens", "name=watch")
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("takes one or more of read, write, account and listening"))
    }
  }

  @Test func `creates no token with more rights than its own`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      let weak = try await token(#""account""#, of: &anna)
      let answer = try await ask(
        .post,
        "/api/v1/tokens",
        #"{"name":"more","scopes":["read"]}"#,
        token: weak,
        served.client
      )
      #expect(answer.status == .unprocessable)
    }
  }

  @Test func `opens no page, and hides a cookie in the same request`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      let token = try await token(#""read""#, of: &anna)
      #expect(try await ask(.get, "/", token: token, served.client).status == .seeOther)
      let cookie = ("cookie", "cairn=\(anna.cookies["cairn"] ?? "")")
      for value in [
        "Bearer wrong", "Bearer ", "Basic YTpi", "", "Bearer \(anna.cookies["cairn"]!)",
      ] {
        let fields = [("authorization", value), cookie]
        #expect(try await served.client.ask(.get, "/api/v1/shelf", fields).status == .unauthorized)
      }
    }
  }

  @Test func `of another person cannot be revoked`() async throws {
    try await ServedAccounts.run { served in
      let anna = try await served.add("anna")
      try await served.add("ben")
      let issued = try await served.accounts.issue(.app, named: "x", to: anna.id)
      var ben = try await served.browser(of: "ben")
      let id = issued.credential.id.record.text
      #expect(try await ben.delete("/api/v1/tokens/\(id)").status == .notFound)
      #expect(try await ben.submit("/account/credentials/\(id)/revoke", "").status == .notFound)
      #expect(try await served.accounts.identity(of: issued.secret, .app) != nil)
    }
  }
}

@Suite struct `A sign-in` {
  @Test func `on another device is listed and ended`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var here = try await served.browser(of: "anna")
      var there = try await served.browser(of: "anna")
      let list = try await here.get("/api/v1/sign-ins")
      guard case .array(let credentials)? = try JSON(parsing: list.body)["sign_ins"] else {
        return #expect(Bool(false))
      }
      #expect(credentials.count == 2)
      let other = try #require(credentials.first { $0["is_this"] == .bool(false) })
      guard case .string(let id)? = other["id"] else { return #expect(Bool(false)) }
      let form = try await here.submit("/account/credentials/\(id)/revoke", "")
      #expect(form.fields["location"] == "/account")
      #expect(try await there.get("/").status == .seeOther)
      #expect(try await here.get("/").status == .ok)
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `on another device ends with a password change, and so do tokens`(
    way: TestTransport
  ) async throws {
    try await ServedAccounts.run(way) { served in
      let anna = try await served.add("anna")
      var here = try await served.browser(of: "anna")
      var there = try await served.browser(of: "anna")
      let token = try await served.accounts.issue(.app, named: "x", to: anna.id).secret
      let form = "current=correct+horse&new=battery+staple"
      #expect(try await here.submit("/account/password", form).status == .seeOther)
      #expect(try await here.get("/").status == .ok)
      #expect(try await there.get("/").status == .seeOther)
      #expect(try await served.accounts.identity(of: token, .app) == nil)
      var old = Browser(client: served.client)
      let json = #"{"name":"anna","password":"correct horse"}"#
      #expect(try await old.post("/api/v1/sign-in", json).status == .unauthorized)
      let other = #"{"name":"anna","password":"battery staple"}"#
      #expect(try await old.post("/api/v1/sign-in", other).status == .ok)
    }
  }

  @Test(arguments: [
    (#"{"current":"wrong horse","new":"battery staple"}"#, 401, "account.wrong_password"),
    (#"{"current":"correct horse","new":"short"}"#, 422, "account.weak_password"),
    (#"{"current":"correct horse"}"#, 422, "request.field"),
    (#"{"current":"","new":"battery staple"}"#, 401, "account.wrong_password"),
  ])
  func `stays valid when a password change is rejected`(
    json: String,
    status: Int,
    code: String
  ) async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var here = try await served.browser(of: "anna")
      var there = try await served.browser(of: "anna")
      let answer = try await here.post("/api/v1/account/password", json)
      #expect(answer.status.code == status)
      #expect(answer.text.contains(code))
      #expect(try await there.get("/").status == .ok)
    }
  }

  @Test func `can count days in another time zone`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      #expect(try await anna.submit("/account/zone", "zone=Nowhere").status == .unprocessable)
      #expect(try await anna.submit("/account/zone", "zone=Pacific/Auckland").status == .seeOther)
      #expect(try await anna.get("/api/v1/account").text.contains("Pacific/Auckland"))
      #expect(try await anna.get("/api/v1/stats/today").text.contains("2026-01-06"))
    }
  }
}
