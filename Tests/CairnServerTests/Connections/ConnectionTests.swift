import Cairn
import CairnAccounts
import CairnHTTP
import CairnJSON
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `A connection` {
  @Test(arguments: TestEngine.ofAccounts)
  func `shows its password once, and opens its protocol with it`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      #expect(device.password.utf8.count == 18 && device.user == "anna")
      let answer = try await device.sync(.get, "/users/auth")
      #expect(answer.status == .ok && answer.text == #"{"authorized":"OK"}"#)
      let list = try await anna.get("/api/v1/connections").text
      #expect(list.contains(#""name":"Kobo""#) && !list.contains(device.password))
      let page = try await anna.get("/settings/connections").text
      #expect(page.contains("Kobo") && !page.contains(device.password))
    }
  }

  @Test(arguments: [
    "/api/v1/shelf", "/api/v1/tokens", "/api/v1/connections", "/api/v1/account", "/shelf",
    "/settings/connections", "/api/v1/analytics",
  ])
  func `opens nothing else`(target: String) async throws {
    try await ServedDevice.run { device, _ in
      let key = MD5.hex(Array(device.password.utf8))
      let logins = [
        [("x-auth-user", "anna"), ("x-auth-key", key)], [("authorization", "Bearer " + key)],
        [("authorization", "Bearer " + device.password)],
        [("authorization", "Basic " + Base64.text(Array("anna:\(device.password)".utf8)))],
      ]
      for login in logins {
        let answer = try await device.served.client.ask(.get, target, login)
        #expect([.unauthorized, .forbidden, .seeOther].contains(answer.status), "\(target)")
      }
    }
  }

  @Test func `opens no route but its own, and none signs it out`() async throws {
    try await ServedDevice.run { device, _ in
      let key = MD5.hex(Array(device.password.utf8))
      for route in Server.routes.routes where !route.pattern.hasPrefix("/koreader/") {
        device.served.clock.advance(by: .seconds(1))
        let target = route.pattern.replacing(#/\{\w+\}/#, with: device.id)
        let fields = [("authorization", "Bearer " + key)]
        let stranger = try await device.served.client.ask(route.method, target)
        let answer = try await device.served.client.ask(route.method, target, fields)
        #expect(answer.status == stranger.status, "\(route.method.name) \(target)")
        #expect(!answer.text.contains("anna"), "\(route.method.name) \(target)")
      }
      #expect(try await device.sync(.get, "/users/auth").status == .ok)
    }
  }

  @Test func `stays when listening apps sign in again and again`() async throws {
    try await ServedDevice.run { device, _ in
      let anna = try #require(try await device.served.accounts.named("anna"))
      for number in 0..<201 {
        device.served.clock.advance(by: .seconds(1))
        _ = try await device.served.accounts.issue(.app, named: "\(number)", to: anna.id)
      }
      #expect(try await device.sync(.get, "/users/auth").status == .ok)
    }
  }

  @Test func `is not opened by another credential`() async throws {
    try await ServedDevice.run { device, anna in
      let cookie = try await anna.get("/koreader/users/auth")
      #expect(cookie.status == .unauthorized)
      let json = #"{"name":"all","scopes":["read","write","account","listening"]}"#
      let token = try await anna.post("/api/v1/tokens", json).json()["secret"]?.stringValue ?? ""
      for login in [("authorization", "Bearer " + token), ("x-auth-key", token)] {
        let fields = [login, ("x-auth-user", "anna")]
        let answer = try await device.served.client.ask(.get, "/koreader/users/auth", fields)
        #expect(answer.status == .unauthorized)
      }
      let refused = try await anna.post("/api/v1/tokens", #"{"name":"x","scopes":["koreader"]}"#)
      #expect(refused.status == .unprocessable)
    }
  }

  @Test func `needs the name of its account`() async throws {
    try await ServedDevice.run { device, _ in
      try await device.served.add("ben")
      for (user, status) in [("ben", HTTPStatus.unauthorized), ("Anna", .ok), ("", .unauthorized)] {
        var other = device
        other.user = user
        #expect(try await other.sync(.get, "/users/auth").status == status, "\(user)")
      }
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `is paused, resumed, given another password and removed`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      let path = "/api/v1/connections/" + device.id
      let paused = try await anna.patch(path, #"{"paused":true}"#)
      #expect(paused.status == .ok && !paused.text.contains(#""paused_at":null"#))
      #expect(try await device.sync(.get, "/users/auth").status == .forbidden)
      #expect(try await device.report("0.25").status == .forbidden)
      #expect(try await anna.patch(path, #"{"paused":false}"#).status == .ok)
      #expect(try await device.sync(.get, "/users/auth").status == .ok)
      #expect(try await anna.post(path + "/password").status == .created)
      #expect(try await device.sync(.get, "/users/auth").status == .unauthorized)
      #expect(try await anna.delete(path).status == .ok)
      #expect(try await anna.get("/api/v1/connections").text == #"{"connections":[]}"#)
      #expect(try await anna.delete(path).status == .notFound)
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `belongs to its person alone`(engine: TestEngine) async throws {
    try await ServedDevice.run(on: engine) { device, anna in
      _ = try await device.report("0.25", metadata: #"{"title":"Zanzibar"}"#)
      try await device.served.add("ben")
      var ben = try await device.served.browser(of: "ben")
      let path = "/api/v1/connections/" + device.id
      let answers = [
        try await ben.patch(path, #"{"paused":true}"#), try await ben.post(path + "/password"),
        try await ben.delete(path),
        try await ben.put("/api/v1/connections/documents/" + ServedDevice.document, json: "{}"),
      ]
      #expect(answers.map(\.status.code) == [404, 404, 404, 404])
      for target in [
        "/api/v1/connections", "/api/v1/connections/documents", "/settings/connections",
      ] {
        let seen = try await ben.get(target).text
        #expect(!seen.contains("Kobo<") && !seen.contains("Zanzibar"), "\(target)")
      }
      let other = try await ServedDevice.add("Kindle", to: device.served, &ben)
      #expect(try await other.sync(.get, "/syncs/progress/" + ServedDevice.document).text == "{}")
      #expect(try await device.sync(.get, "/users/auth").status == .ok)
    }
  }

  @Test func `answers guesses ever more slowly, and its device always`() async throws {
    try await ServedDevice.run { device, _ in
      var guess = device.served.client
      var statuses: [Int] = []
      for number in 0..<40 {
        let key = MD5.hex(Array("guess \(number)".utf8))
        let fields = [("x-auth-user", "anna"), ("x-auth-key", key)]
        statuses.append(try await guess.ask(.get, "/koreader/users/auth", fields).status.code)
      }
      guess = device.served.client
      #expect(statuses.prefix(30).allSatisfy { $0 == 401 } && statuses.last == 429)
      #expect(try await device.sync(.get, "/users/auth").status == .ok)
      // The guesses of a device do not keep the people at its address out.
      _ = try await device.served.browser(of: "anna")
    }
  }

  @Test func `survives a year of use, unlike a token`() async throws {
    try await ServedDevice.run { device, _ in
      for _ in 0..<14 {
        device.served.clock.advance(by: .hours(30 * 24))
        let used = try await device.sync(.get, "/users/auth")
        #expect(used.status == .ok)
      }
      device.served.clock.advance(by: .hours(366 * 24))
      let expired = try await device.sync(.get, "/users/auth")
      #expect(expired.status == .unauthorized)
      var anna = try await device.served.browser(of: "anna")
      let list = try await anna.get("/api/v1/connections").text
      #expect(list.contains(#""is_signed_in":false"#))
    }
  }

  @Test func `needs a name, and has a limit per account`() async throws {
    try await ServedDevice.run { _, anna in
      let nameless = try await anna.post("/api/v1/connections", #"{"kind":"koreader","name":" "}"#)
      #expect(nameless.text.contains("connection.name"))
      let lines = #"{"kind":"koreader","name":"Ko\nbo"}"#
      #expect(try await anna.post("/api/v1/connections", lines).text.contains("connection.name"))
      for number in 2...20 {
        let json = #"{"kind":"koreader","name":"\#(number)"}"#
        #expect(try await anna.post("/api/v1/connections", json).status == .created)
      }
      let json = #"{"kind":"koreader","name":"one more"}"#
      let refused = try await anna.post("/api/v1/connections", json)
      #expect(refused.status == .conflict && refused.text.contains("connection.too_many"))
    }
  }

  @Test func `has a page with all of it`() async throws {
    try await ServedDevice.run { device, anna in
      let made = try await anna.submit("/settings/connections", "name=Kindle")
      #expect(made.text.contains("Set up Kindle") && made.text.contains(":8080/koreader"))
      let path = "/settings/connections/" + device.id
      #expect(try await anna.submit(path + "/pause", "paused=yes").status == .seeOther)
      #expect(try await anna.get("/settings/connections").text.contains("paused"))
      #expect(try await anna.submit(path + "/remove", "").status == .seeOther)
      #expect(try await !anna.get("/settings/connections").text.contains("Kobo</bdi>"))
      #expect(try await anna.submit(path + "/pause", "paused=yes").status == .notFound)
      let nameless = try await anna.submit("/settings/connections", "name=")
      #expect(nameless.status == .unprocessable && nameless.text.contains("needs a name"))
    }
  }
}
