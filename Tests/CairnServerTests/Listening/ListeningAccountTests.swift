import Cairn
import CairnAccounts
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

/// A listening app after its sign-up.
private struct App {
  let served: ServedAccounts
  let token: String

  func ask(
    _ method: HTTPMethod,
    _ target: String,
    _ json: String = ""
  ) async throws -> HTTPResponse {
    try await served.client.ask(
      method,
      target,
      json,
      type: json.isEmpty ? nil : "application/json",
      [("authorization", "Bearer " + token)]
    )
  }
}

extension ServedAccounts {
  fileprivate func signUp(_ email: String, _ password: String = password) async throws
    -> HTTPResponse
  {
    let body = #"{"name":"Ann","email":"\#(email)","password":"\#(password)"}"#
    return try await client.post("/api/auth/sign-up/email", body)
  }

  fileprivate func remove(
    dueBefore: Set<Identifier<Account>>
  ) async -> Set<Identifier<Account>> {
    await accountService.removeClosed(dueBefore: dueBefore) { Issue.record($0) }
  }

  fileprivate func app(_ email: String) async throws -> App {
    let answer = try await signUp(email)
    #expect(answer.status == .ok)
    guard case .string(let token)? = try answer.json()["token"] else {
      return App(served: self, token: "")
    }
    return App(served: self, token: token)
  }
}

@Suite struct `A listening app` {
  private func run(_ way: TestTransport = .memory, _ body: (ServedAccounts) async throws -> Void)
    async throws
  {
    try await ServedAccounts.run(way, { $0.isSignUpOpen = true }, body)
  }

  @Test(arguments: TestTransport.allCases)
  func `signs up, in and out`(way: TestTransport) async throws {
    try await run(way) { served in
      let up = try await served.signUp("Ann@Example.org")
      #expect(up.status == .ok)
      #expect(try up.json()["user"]?["email"] == .string("ann@example.org"))
      #expect(try up.json()["user"]?["name"] == .string("Ann"))
      #expect(up.credentialCookie?.hasPrefix("cairn=") == true)
      let into = try await served.client.post(
        "/api/auth/sign-in/email",
        #"{"email":"ann@example.org","password":"correct horse"}"#
      )
      #expect(try into.json()["redirect"] == .bool(false))
      guard case .string(let token)? = try into.json()["token"] else { return }
      let app = App(served: served, token: token)
      let session = try await app.ask(.get, "/api/auth/get-session").json()
      #expect(session["session"]?["token"] == .string(token))
      #expect(try await app.ask(.post, "/api/auth/sign-out").json()["success"] == .bool(true))
      #expect(try await app.ask(.get, "/api/auth/get-session").text == "null")
      let gone = try await app.ask(.get, "/api/v1/analytics")
      #expect(gone.status == .unauthorized)
      #expect(gone.text == #"{"error":"Unauthorized","message":"Authentication required"}"#)
      #expect(try await app.ask(.post, "/api/auth/sign-out").status == .ok)
    }
  }

  @Test(arguments: [true, false])
  func `signs out of both, the token and the cookie of one sign-in`(byToken: Bool) async throws {
    try await run { served in
      let up = try await served.signUp("ann@example.org")
      let other = try await served.app("bob@example.org")
      guard case .string(let token)? = try up.json()["token"],
        let cookie = up.credentialCookie?.split(separator: ";").first
      else { return }
      let ways = [("authorization", "Bearer " + token), ("cookie", String(cookie))]
      let (way, rest) = byToken ? (ways[0], ways[1]) : (ways[1], ways[0])
      let origin = ("origin", "http://" + served.client.host)
      let out = try await served.client.ask(
        .post,
        "/api/auth/sign-out",
        "",
        type: nil,
        [way, origin]
      )
      #expect(out.status == .ok)
      let left = try await served.client.ask(.get, "/api/auth/get-session", [rest])
      #expect(left.text == "null")
      #expect(try await other.ask(.get, "/api/auth/get-session").text != "null")
    }
  }

  /// A request, with the status and code of its error.
  static let refused: [(String, String, HTTPStatus, String)] = [
    (
      "sign-up", #"{"name":"A","email":"nobody","password":"correct horse"}"#, .badRequest,
      "INVALID_EMAIL"
    ),
    (
      "sign-up", #"{"name":"A","email":"a@b.org","password":"short"}"#, .badRequest,
      "PASSWORD_TOO_SHORT"
    ),
    (
      "sign-up", #"{"email":"a@b.org","password":"correct horse"}"#, .badRequest, "VALIDATION_ERROR"
    ),
    (
      "sign-up", #"{"name":"A","email":"ann@example.org","password":"correct horse"}"#,
      .unprocessable, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"
    ),
    ("sign-in", #"{"email":"nobody","password":"correct horse"}"#, .badRequest, "INVALID_EMAIL"),
    (
      "sign-in", #"{"email":"ann@example.org","password":"wrong horse"}"#, .unauthorized,
      "INVALID_EMAIL_OR_PASSWORD"
    ),
    (
      "sign-in", #"{"email":"no@example.org","password":"wrong horse"}"#, .unauthorized,
      "INVALID_EMAIL_OR_PASSWORD"
    ),
    ("sign-in", "{", .badRequest, "VALIDATION_ERROR"),
  ]

  @Test(arguments: refused.indices)
  func `gets errors in its own format`(index: Int) async throws {
    let (what, body, status, code) = Self.refused[index]
    try await run { served in
      _ = try await served.app("ann@example.org")
      let answer = try await served.client.post("/api/auth/\(what)/email", body)
      #expect(answer.status == status)
      #expect(try answer.json()["code"] == .string(code))
    }
  }

  @Test func `cannot sign up when the server has sign-up closed`() async throws {
    try await ServedAccounts.run { served in
      let answer = try await served.signUp("ann@example.org")
      #expect(answer.status == .forbidden)
      #expect(try answer.json()["code"] == .string("SIGN_UP_CLOSED"))
      #expect(try await served.accountService.all().isEmpty)
    }
  }

  @Test func `is denied access to another person's story`() async throws {
    try await run { served in
      let (ann, bob) = (try await served.app("ann@x.org"), try await served.app("bob@x.org"))
      #expect(
        try await ann.ask(.post, "/api/v1/stories", #"{"id":"s1","title":"A"}"#).status == .created
      )
      let reported = #"{"storyId":"s1","startedAt":"x"}"#
      let other = try await bob.ask(.post, "/api/v1/analytics/sessions", reported)
      #expect(other.status == .forbidden)
      #expect(
        other.text == #"{"error":"Forbidden","message":"You do not have access to this story"}"#
      )
      #expect(try await bob.ask(.get, "/api/v1/stories/s1").status == .forbidden)
      let list = try await bob.ask(.get, "/api/v1/analytics/sessions?storyId=s1")
      #expect(list.status == .forbidden)
      #expect(try await ann.ask(.delete, "/api/v1/stories/s1").status == .ok)
      #expect(try await bob.ask(.get, "/api/v1/stories/s1").status == .notFound)
    }
  }

  @Test func `closes the account, and nothing is left after seven days`() async throws {
    try await run { served in
      let (ann, bob) = (try await served.app("ann@x.org"), try await served.app("bob@x.org"))
      _ = try await ann.ask(.post, "/api/v1/stories", #"{"id":"s1","title":"A"}"#)
      let gone = try await ann.ask(.delete, "/api/v1/user/account")
      #expect(gone.text == #"{"data":{"deleted":true},"message":"Account deleted"}"#)
      #expect(try await ann.ask(.get, "/api/v1/analytics").status == .unauthorized)
      served.clock.advance(by: .hours(7 * 24))
      #expect(await served.remove(dueBefore: []) == [])
      served.clock.advance(by: .seconds(1))
      let due = await served.remove(dueBefore: [])
      #expect(try await served.accountService.all().count == 2 && due.count == 1)
      _ = await served.remove(dueBefore: due)
      #expect(try await served.accountService.all().map(\.name) == ["bob@x.org"])
      #expect(try await bob.ask(.get, "/api/v1/stories/s1").status != .forbidden)
    }
  }

  @Test func `reopens an account by a sign-in within that time`() async throws {
    try await run { served in
      let ann = try await served.app("ann@x.org")
      _ = try await ann.ask(.post, "/api/v1/stories", #"{"id":"s1","title":"A"}"#)
      _ = try await ann.ask(.delete, "/api/v1/user/account")
      served.clock.advance(by: .hours(6 * 24))
      let form = #"{"email":"ann@x.org","password":"correct horse"}"#
      let back = try await served.client.post("/api/auth/sign-in/email", form)
      #expect(back.status == .ok)
      let token = try #require(back.fields["set-auth-token"])
      served.clock.advance(by: .hours(30 * 24))
      let due = await served.remove(dueBefore: [])
      _ = await served.remove(dueBefore: due)
      let field = ("authorization", "Bearer " + token)
      #expect(try await served.client.ask(.get, "/api/v1/stories/s1", [field]).status == .ok)
    }
  }

  /// See spec/security.md M7 and L10.
  @Test func `gets a token for listening only, and no script sees a cookie`() async throws {
    try await run { served in
      let ann = try await served.app("ann@x.org")
      #expect(try await ann.ask(.get, "/api/v1/stories").status == .ok)
      for path in ["/api/v1/shelf", "/api/v1/sessions", "/api/v1/account", "/api/v1/tokens"] {
        #expect(try await ann.ask(.get, path).status == .forbidden, "\(path)")
      }
      #expect(try await ann.ask(.post, "/api/v1/sync/push", "{}").status == .forbidden)
      let id = try #require(try await served.accountService.all().first?.id)
      let writing = try await served.accounts.issue(.app, named: "a", scopes: [.write], to: id)
      let field = ("authorization", "Bearer " + writing.secret)
      let kept = try await served.client.ask(.delete, "/api/v1/user/account", [field])
      #expect(kept.status == .forbidden)
      var browser = try await served.browser(of: "ann@x.org")
      let session = try await browser.get("/api/auth/get-session")
      #expect(!session.text.contains(try #require(browser.cookies["cairn"])))
    }
  }

  @Test func `needs an origin when it sends a cookie`() async throws {
    try await run { served in
      _ = try await served.app("ann@x.org")
      var browser = Browser(client: served.client)
      _ = try await browser.post(
        "/api/auth/sign-in/email",
        #"{"email":"ann@x.org","password":"correct horse"}"#
      )
      #expect(try await browser.get("/api/v1/analytics").status == .ok)
      #expect(try await browser.get("/api/v1/account").status == .forbidden)
      let cookie = ("cookie", "cairn=\(browser.cookies["cairn"] ?? "")")
      let silent = try await served.client.ask(.post, "/api/auth/sign-out", [cookie])
      #expect(try silent.json()["code"] == .string("MISSING_OR_NULL_ORIGIN"))
      let foreign = [cookie, ("origin", "http://evil.example")]
      let answer = try await served.client.ask(.post, "/api/auth/sign-out", foreign)
      #expect(try answer.json()["code"] == .string("INVALID_ORIGIN"))
      let post = try await served.client.ask(.post, "/api/v1/stories", #"{"title":"A"}"#, [cookie])
      #expect(post.status == .forbidden)
      #expect(try post.json()["error"] == .string("Forbidden"))
    }
  }
}
