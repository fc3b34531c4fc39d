import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Signing in to a climbing app` {
  private static func signUp(_ email: String, _ password: String, _ served: ServedAccounts)
    async throws -> HTTPResponse
  {
    try await served.client.ask(
      .post,
      "/auth/v1/signup",
      #"{"email":"\#(email)","password":"\#(password)","data":{"handle":"anna_climbs"}}"#,
      type: "application/json",
      [("apikey", "anon")]
    )
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `gives a token that opens the app’s protocol and nothing else`(engine: TestEngine)
    async throws
  {
    try await ServedApp.run(on: engine) { app, _ in
      let user = try await app.ask(.get, "/auth/v1/user")
      #expect(try user.json()["email"] == .string("anna"))
      #expect(try await app.rows("sessions").isEmpty)
      for target in ["/api/v1/sessions", "/api/v1/connections", "/koreader/users/auth"] {
        #expect(try await app.ask(.get, target).status == .unauthorized)
      }
    }
  }

  @Test func `reports a wrong password in the app’s words`() async throws {
    try await ServedApp.run { app, _ in
      let json = #"{"email":"anna","password":"wrong horse"}"#
      let answer = try await ServedApp.token("password", json, app.served)
      #expect(answer.status == .badRequest)
      let error = try answer.json()
      #expect(error["code"] == .string("invalid_credentials"))
      #expect(error["msg"] == .string("Invalid login credentials"))
      #expect(answer.fields["x-supabase-api-version"] == "2024-01-01")
    }
  }

  @Test func `counts wrong passwords by address first`() async throws {
    try await ServedApp.run { app, _ in
      var last = HTTPStatus.ok
      for number in 0..<40 {
        let json = #"{"email":"nobody\#(number)","password":"wrong horse"}"#
        last = try await ServedApp.token("password", json, app.served).status
      }
      #expect(last == .tooManyRequests)
      #expect(try await app.ask(.get, "/auth/v1/user").status == .ok)
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `rotates tokens, and repeats the same ones until they are used`(engine: TestEngine)
    async throws
  {
    try await ServedApp.run(on: engine) { app, _ in
      let first = #"{"refresh_token":"\#(app.refresh)"}"#
      let next = try await ServedApp.token("refresh_token", first, app.served)
      let again = try await ServedApp.token("refresh_token", first, app.served)
      let renewed = try ServedApp(next.json(), app.served)
      #expect(try again.json()["refresh_token"] == next.json()["refresh_token"])
      #expect(renewed.refresh != app.refresh)
      for one in [app, renewed] { #expect(try await one.ask(.get, "/auth/v1/user").status == .ok) }
      let second = #"{"refresh_token":"\#(renewed.refresh)"}"#
      let third = try ServedApp(
        await ServedApp.token("refresh_token", second, app.served).json(),
        app.served
      )
      #expect(try await app.ask(.get, "/auth/v1/user").status == .unauthorized)
      #expect(try await third.ask(.get, "/auth/v1/user").status == .ok)
      let reused = try await ServedApp.token("refresh_token", first, app.served)
      #expect(reused.status == .badRequest)
      #expect(try reused.json()["error_code"] == .string("refresh_token_not_found"))
    }
  }

  @Test func `never takes a refresh token for an access token`() async throws {
    try await ServedApp.run { app, _ in
      var other = app
      other.access = "e30.e30." + app.refresh
      #expect(try await other.ask(.get, "/rest/v1/sessions").status == .forbidden)
      let secret = app.access.split(separator: ".").last ?? ""
      let answer = try await ServedApp.token(
        "refresh_token",
        #"{"refresh_token":"\#(secret)"}"#,
        app.served
      )
      #expect(answer.status == .badRequest)
    }
  }

  @Test func `lists the app as a connection, which can be paused and removed`() async throws {
    try await ServedApp.run { app, anna in
      let list = try await anna.get("/api/v1/connections").json()
      guard case .array(let all)? = list["connections"] else { return }
      #expect(all.map { $0["name"] } == [.string("SwiftClimb")])
      #expect(all.map { $0["kind"] } == [.string("supabase")])
      let path = "/api/v1/connections/" + (all[0]["id"]?.stringValue ?? "")
      #expect(try await anna.post(path + "/password").status == .unprocessable)
      _ = try await anna.patch(path, #"{"paused":true}"#)
      let paused = try await app.ask(.get, "/rest/v1/sessions")
      #expect(paused.status == .forbidden)
      #expect(try paused.json()["details"] == .string("connection.paused"))
      let token = #"{"refresh_token":"\#(app.refresh)"}"#
      #expect(try await ServedApp.token("refresh_token", token, app.served).status == .ok)
      _ = try await anna.delete(path)
      #expect(try await app.ask(.get, "/rest/v1/sessions").status == .unauthorized)
      #expect(try await ServedApp.token("refresh_token", token, app.served).status == .badRequest)
    }
  }

  @Test func `signs out one app and leaves the others`() async throws {
    try await ServedApp.run { app, anna in
      let other = try await ServedApp.signIn("anna", to: app.served)
      #expect(try await app.ask(.post, "/auth/v1/logout?scope=global").status == .noContent)
      #expect(try await app.ask(.get, "/auth/v1/user").status == .unauthorized)
      #expect(try await other.ask(.get, "/auth/v1/user").status == .ok)
    }
  }

  @Test func `signs out the app that was not used for longest instead of refusing one`()
    async throws
  {
    try await ServedApp.run { app, anna in
      for _ in 0..<20 {
        app.served.clock.advance(by: .minutes(2))
        _ = try await ServedApp.signIn("anna", to: app.served)
      }
      #expect(try await app.ask(.get, "/auth/v1/user").status == .unauthorized)
    }
  }

  @Test func `signs out apps that were never used before one that was`() async throws {
    try await ServedApp.run { app, _ in
      #expect(try await app.ask(.get, "/auth/v1/user").status == .ok)
      for _ in 0..<25 {
        app.served.clock.advance(by: .minutes(2))
        _ = try await ServedApp.signIn("anna", to: app.served)
      }
      #expect(try await app.ask(.get, "/auth/v1/user").status == .ok)
    }
  }

  @Test func `asks whether a handle is free, signs up and adds a profile`() async throws {
    try await ServedAccounts.run(.memory, { $0.isSignUpOpen = true }) { served in
      let handle = "/rest/v1/profiles?select=*&handle=eq.anna_climbs&limit=1"
      for token in [[], [("authorization", "Bearer anon")]] {
        let free = try await served.client.ask(
          .get,
          handle,
          "",
          type: "application/json",
          [("apikey", "anon")] + token
        )
        #expect(free.status == .ok && free.text == "[]")
      }
      let answer = try await Self.signUp("anna@example.org", "a long password", served)
      var app = try ServedApp(answer.json(), served)
      let json = #"{"id":"\#(app.user.uppercased())","handle":"anna_climbs","is_public":false}"#
      let added = try await app.ask(
        .post,
        "/rest/v1/profiles?select=*",
        json,
        [("prefer", "return=representation")]
      )
      #expect(added.status == .created && added.text.contains(#""handle":"anna_climbs""#))
      #expect(try await app.ask(.get, handle).text.contains("anna_climbs"))
      app.access = "expired"
      #expect(try await app.ask(.get, handle).status == .unauthorized)
    }
  }

  @Test(arguments: [true, false])
  func `creates an account only where people may register`(isOpen: Bool) async throws {
    try await ServedAccounts.run(.memory, { $0.isSignUpOpen = isOpen }) { served in
      try await served.add("ben")
      let answer = try await Self.signUp("anna@example.org", "a long password", served)
      guard isOpen else {
        #expect(answer.status == .unprocessable)
        #expect(try answer.json()["code"] == .string("signup_disabled"))
        return
      }
      #expect(answer.status == .ok)
      let app = try ServedApp(answer.json(), served)
      #expect(try await app.rows("sessions").isEmpty)
      let again = try await Self.signUp("anna@example.org", "a long password", served)
      #expect(try again.json()["msg"] == .string("User already registered"))
      let weak = try await Self.signUp("eve@example.org", "short", served)
      #expect(try weak.json()["code"] == .string("weak_password"))
      let odd = try await Self.signUp("nobody", "a long password", served)
      #expect(try odd.json()["code"] == .string("email_address_invalid"))
    }
  }
}
