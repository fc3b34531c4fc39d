import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Foundation
import Testing

@testable import CairnServer
import CairnAccounts

/// A mark in all of anna's data that no one else may see.
private let mark = "Zanzibar"

@Suite struct `One person's log` {
  @Test(arguments: TestTransport.allCases)
  func `shows nothing to another person, whatever they request`(way: TestTransport) async throws {
    try await ServedAccounts.run(way) { served in
      try await served.add("anna")
      try await served.add("ben")
      var anna = try await served.browser(of: "anna")
      let id = try await anna.fillLog()
      // The change feed is endless and has its own test.
      let targets = Server.routes.routes
        .filter { $0.method == .get && $0.pattern != "/api/v1/changes" }
        .map { Self.target($0.pattern, id: id) }
      #expect(targets.count > 8)
      var seen = 0
      var ben = try await served.browser(of: "ben")
      let other = try #require(try await served.accounts.named("ben"))
      let token = try await served.accounts.issue(.app, named: "all", to: other.id).secret
      for target in targets {
        served.clock.advance(by: .seconds(1))
        if try await anna.get(target).text.contains(mark) { seen += 1 }
        let others = try await ben.get(target)
        #expect(!others.text.contains(mark), "\(target)")
        #expect(others.status.code < 500)
        let reported = try await served.client.ask(
          .get,
          target,
          [("authorization", "Bearer " + token)]
        )
        #expect(!reported.text.contains(mark), "\(target)")
      }
      #expect(seen >= 4)
    }
  }

  /// Another person signs in to the browser while a page of the first is still open in a tab.
  @Test func `rejects a form from another person's page`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      try await served.add("ben")
      var anna = try await served.browser(of: "anna")
      var ben = try await served.browser(of: "ben")
      let page = try await anna.get("/").text
      let after = try #require(page.components(separatedBy: #"name="key" value=""#).last)
      let key = try #require(after.split(separator: "\"").first)
      let form = "title=\(mark)&key=\(key)"
      let refused = try await ben.submit("/start", form)
      #expect(refused.status == .conflict && refused.text.contains("This page is out of date"))
      #expect(try await ben.get("/api/v1/sessions").text == #"{"sessions":[],"next":null}"#)
      #expect(try await anna.submit("/start", form).status == .seeOther)
    }
  }

  @Test func `cannot be changed by another person who knows its IDs`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      try await served.add("ben")
      var anna = try await served.browser(of: "anna")
      var ben = try await served.browser(of: "ben")
      let id = try await anna.fillLog()
      let before = try await anna.get("/api/v1/sessions").text
      for action in ["pause", "resume", "end", "cancel"] {
        let answer = try await ben.post("/api/v1/sessions/\(id)/\(action)")
        #expect(answer.status == .notFound)
      }
      for action in ["pause", "resume", "stop", "discard"] {
        _ = try await ben.submit("/sessions/\(id)/\(action)", "page=7")
      }
      #expect(try await anna.get("/api/v1/sessions").text == before)
      #expect(try await ben.get("/api/v1/sessions").text == #"{"sessions":[],"next":null}"#)
    }
  }

  @Test func `has its own idempotency keys`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      try await served.add("ben")
      var answers: [String] = []
      for name in ["anna", "ben"] {
        var browser = try await served.browser(of: name)
        let form = "title=Dune&key=same"
        #expect(try await browser.submit("/start", form).status == .seeOther)
        answers.append(try await browser.get("/api/v1/sessions").text)
      }
      #expect(answers[0] != answers[1])
      #expect(answers.allSatisfy { $0.contains("Dune") })
    }
  }

  @Test func `counts days in the person's time zone`() async throws {
    try await ServedAccounts.run { served in
      let password = ServedAccounts.password
      try await served.accountService.add("kim", password: password, zone: "Pacific/Auckland")
      var kim = try await served.browser(of: "kim")
      let today = try await kim.get("/api/v1/stats/today").text
      #expect(today.hasPrefix(#"{"day":"2026-01-06""#))
    }
  }

  private static func target(_ pattern: String, id: String) -> String {
    pattern.replacing("{name}", with: "app.css").replacing(#/\{\w+\}/#, with: id)
  }
}

extension Browser {
  /// Fills all parts of a log; returns the id of its open session.
  mutating func fillLog() async throws -> String {
    let json = #"{"title":"\#(mark)","authors":["\#(mark)"],"pages":300}"#
    let answer = try JSON(parsing: Array(try await post("/api/v1/sessions", json).text.utf8))
    guard case .string(let id)? = answer["id"] else { return "" }
    return id
  }
}
