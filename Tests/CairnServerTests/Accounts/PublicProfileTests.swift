import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnAccounts

@Suite struct `The public profile` {
  @Test(arguments: TestEngine.ofAccounts)
  func `contains public climbing sessions only`(engine: TestEngine) async throws {
    try await withAnnaAndBen(engine) { anna, ben in
      let hidden = #""note":"secret","partners":["secret"],"conditions":"secret","rpe":9"#
      _ = try await anna.track("10:00", #""private":false,"place":"Boulder Hall",\#(hidden)"#)
      _ = try await anna.track("12:00", #""private":true,"place":"secret""#)
      _ = try await anna.track("14:00", #""place":"secret""#)
      let book = #"{"title":"secret","start":"2026-01-05T08:00:00Z","end":"2026-01-05T09:00:00Z"}"#
      #expect(try await anna.post("/api/v1/sessions/track", book).status == .created)
      for target in ["/people", "/people/anna", "/api/v1/people", "/api/v1/people/anna/sessions"] {
        let answer = try await ben.get(target)
        #expect(answer.status == .ok && !answer.text.contains("secret"), "\(target)")
      }
      #expect(try await ben.get("/people/anna").text.contains("Boulder Hall"))
      let list = try await ben.get("/api/v1/people").text
      #expect(list == #"{"people":[{"name":"anna","display_name":"anna"}],"next":null}"#)
      let sessions = try await ben.get("/api/v1/people/anna/sessions").json()
      #expect(sessions["sessions"]?[0]?["place"] == .string("Boulder Hall"))
      #expect(sessions["sessions"]?[1] == nil)
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `contains climbs with grade, attempts and tags`(engine: TestEngine) async throws {
    try await withAnnaAndBen(engine) { anna, ben in
      let id = try await anna.track("10:00", #""private":false,"discipline":"bouldering""#)
      let climb = #"""
        {"name":"Roof","grade":"V4","attempts":2,"sent":true,"notes":"secret","helped":["crimp"]}
        """#
      #expect(try await anna.post("/api/v1/sessions/\(id)/climbs", climb).status == .created)
      let reported = try await ben.get("/api/v1/people/anna/sessions")
      #expect(!reported.text.contains("secret"))
      let shown = try reported.json()["sessions"]?[0]?["climbs"]?[0]
      #expect(shown?["name"] == .string("Roof") && shown?["grade"] == .string("V4"))
      #expect(shown?["attempts"]?[1]?["text"] == .string("sent, redpoint"))
      #expect(shown?["tags"]?[0]?["name"] == .string("crimp"))
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `disappears when its sessions become private`(engine: TestEngine) async throws {
    try await withAnnaAndBen(engine) { anna, ben in
      let id = try await anna.track("10:00", #""private":true"#)
      for target in ["/people", "/api/v1/people", "/people/", "/api/v1/people/"] {
        let (isOne, end) = (target.hasSuffix("/"), target.contains("api") ? "/sessions" : "")
        let of = { isOne ? target + $0 + end : target }
        for isPrivate in [false, true] {
          let change = #"{"private":\#(isPrivate)}"#
          #expect(try await anna.patch("/api/v1/sessions/\(id)", change).status == .ok)
          let (there, nowhere) = (try await ben.get(of("anna")), try await ben.get(of("zoe")))
          if isOne { #expect(there.status == (isPrivate ? .notFound : .ok)) }
          if isOne || isPrivate { #expect((there.text == nowhere.text) == isPrivate) }
          if !isOne { #expect(there.text.contains("anna") == !isPrivate) }
        }
      }
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `gives others neither the session itself nor a way to change it`(
    engine: TestEngine
  ) async throws {
    try await withAnnaAndBen(engine) { anna, ben in
      let id = try await anna.track("10:00", #""private":false"#)
      for target in ["/sessions/\(id)", "/api/v1/sessions/\(id)"] {
        #expect(try await ben.get(target).status == .notFound)
      }
      #expect(try await ben.patch("/api/v1/sessions/\(id)", #"{"note":"x"}"#).status == .notFound)
      #expect(try await ben.delete("/api/v1/sessions/\(id)").status == .notFound)
      #expect(try await ben.get("/api/v1/sessions").text == #"{"sessions":[],"next":null}"#)
      #expect(!(try await ben.get("/api/v1/stats/today").text.contains("climbing\":3600")))
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `is listed page by page`(engine: TestEngine) async throws {
    try await withAnnaAndBen(engine) { anna, ben in
      for hour in ["08", "10", "12"] {
        _ = try await anna.track("\(hour):00", #""private":false,"place":"\#(hour)""#)
      }
      _ = try await ben.track("10:00", #""private":false"#)
      var seen: [String] = []
      var target = "/api/v1/people/anna/sessions?limit=2"
      for _ in 0..<2 {
        let page = try await ben.get(target).json()
        for place in 0..<2 { seen += page["sessions"]?[place]?["place"]?.word.map { [$0] } ?? [] }
        target = "/api/v1/people/anna/sessions?limit=2&before=\(page["next"]?.word ?? "")"
      }
      #expect(seen == ["12", "10", "08"])
      let first = try await ben.get("/api/v1/people?limit=1").json()
      #expect(first["people"]?[0]?["name"] == .string("anna") && first["next"] == .string("anna"))
      let second = try await ben.get("/api/v1/people?limit=1&after=anna").json()
      #expect(second["people"]?[0]?["name"] == .string("ben") && second["next"] == .null)
    }
  }

  @Test func `is linked from the session, the account and the settings`() async throws {
    try await withAnnaAndBen(.device) { anna, _ in
      let id = try await anna.track("10:00", #""private":false"#)
      #expect(try await anna.get("/sessions/\(id)").text.contains(#"href="/people/anna""#))
      for target in ["/sessions/\(id)", "/account", "/settings/server"] {
        #expect(try await anna.get(target).text.contains(#"href="/people""#), "\(target)")
      }
      #expect(try await anna.get("/people/anna").text.contains("your public page"))
    }
  }

  @Test func `needs a sign-in or a token with the right to read`() async throws {
    try await ServedAccounts.run { served in
      let account = try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      _ = try await anna.track("10:00", #""private":false"#)
      for target in ["/api/v1/people", "/api/v1/people/anna/sessions"] {
        #expect(try await served.client.ask(.get, target).status == .unauthorized)
        let accounts = served.accounts
        let token = try await accounts.issue(.app, named: "x", scopes: [.read], to: account.id)
        let fields = [("authorization", "Bearer " + token.secret)]
        #expect(try await served.client.ask(.get, target, fields).status == .ok)
      }
      #expect(try await served.client.ask(.get, "/people/anna").status == .seeOther)
    }
  }

  @Test func `does not exist on a single-user server`() async throws {
    try await ServedLog.run { served in
      for target in ["/people", "/people/own", "/api/v1/people", "/api/v1/people/own/sessions"] {
        let answer = try await served.client.ask(.get, target)
        #expect(answer.status == .notFound, "\(target)")
        #expect(answer.text.contains("request.not_found"), "\(target)")
      }
      #expect(!(try await served.client.ask(.get, "/settings/server").text.contains("/people")))
    }
  }

  private func withAnnaAndBen(
    _ engine: TestEngine,
    _ body: (inout Browser, inout Browser) async throws -> Void
  ) async throws {
    try await ServedAccounts.run(on: engine) { served in
      for name in ["anna", "ben"] { try await served.add(name) }
      var anna = try await served.browser(of: "anna")
      var ben = try await served.browser(of: "ben")
      try await body(&anna, &ben)
    }
  }
}

extension Browser {
  /// Logs an hour of climbing on the current day and returns its id.
  fileprivate mutating func track(_ start: String, _ members: String) async throws -> String {
    let hour = (Int(start.prefix(2)) ?? 0) + 1
    let end = "2026-01-05T\(hour < 10 ? "0" : "")\(hour):00:00Z"
    let times = #""start":"2026-01-05T\#(start):00Z","end":"\#(end)""#
    let json = #"{"kind":"climbing",\#(times),\#(members)}"#
    let answer = try await post("/api/v1/sessions/track", json)
    #expect(answer.status == .created)
    return try answer.json()["id"]?.word ?? ""
  }
}

extension JSON {
  fileprivate var word: String? {
    guard case .string(let word) = self else { return nil }
    return word
  }
}
