import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnReports

@Suite struct `A page cached by the browser` {
  /// Settings also shows backups, Import uploads, and the share page shows a secret once: none is cached.
  private static let pages = `Every page`.pages.filter {
    !["/import", "/listening/share"].contains($0) && !$0.hasPrefix("/settings")
  }

  private func ask(
    _ served: ServedLog,
    _ path: String,
    having tag: String,
    _ fields: [(String, String)] = []
  ) async throws -> HTTPResponse {
    try await served.client.ask(.get, path, [("if-none-match", tag)] + fields)
  }

  private func tag(_ served: ServedLog, _ path: String) async throws -> String {
    let page = try await served.client.ask(.get, path)
    #expect(page.fields["cache-control"] == "private, no-cache")
    #expect(page.fields["vary"] == "Cookie")
    return try #require(page.fields["etag"])
  }

  @Test(arguments: TestTransport.allCases, Self.pages)
  func `is not sent again while the log is unchanged`(
    way: TestTransport,
    path: String
  ) async throws {
    try await ServedLog.run(way) { served in
      let book = try await served.person.add("Dune", pages: 604)
      try await served.person.track(book, "06:00-07:00", page: 40)
      let tag = try await tag(served, path)
      let again = try await ask(served, path, having: tag)
      #expect(again.status == .notModified)
      #expect(again.body.isEmpty)
      #expect(again.fields["etag"] == tag)
      #expect(again.fields["cache-control"] == "private, no-cache")
      let other = try await ask(served, path, having: "\"x\"")
      #expect(other.status == .ok)
    }
  }

  @Test func `has a new tag after every change and after its undo`() async throws {
    try await ServedLog.run { served in
      var tags = [try await tag(served, "/shelf")]
      _ = try await served.person.add("Dune")
      tags.append(try await tag(served, "/shelf"))
      let line = try #require(try await served.log.history(limit: 1).first)
      _ = try await served.log.undo(line.id)
      tags.append(try await tag(served, "/shelf"))
      _ = try await served.person.add("Dune")
      tags.append(try await tag(served, "/shelf"))
      #expect(Set(tags).count == 4)
    }
  }

  @Test func `has another tag for another theme, another URL and another day`() async throws {
    try await ServedLog.run { served in
      let first = try await tag(served, "/shelf")
      let dark = try await ask(served, "/shelf", having: first, [("cookie", "theme=dark")])
      #expect(dark.status == .ok)
      #expect(try await ask(served, "/shelf?sort=title", having: first).status == .ok)
      #expect(try await ask(served, "/history", having: first).status == .ok)
      served.scratch.clock.advance(by: .hours(24))
      #expect(try await ask(served, "/shelf", having: first).status == .ok)
    }
  }

  @Test func `has a new tag each second while a timer runs`() async throws {
    try await ServedLog.run { served in
      _ = try await served.person.start(try await served.person.add("Dune"))
      let first = try await tag(served, "/")
      #expect(try await ask(served, "/", having: first).status == .notModified)
      served.scratch.clock.advance(by: .seconds(1))
      #expect(try await ask(served, "/", having: first).status == .ok)
    }
  }

  @Test func `has a different tag per person, and needs a sign-in`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      try await served.add("ben")
      var anna = try await served.browser(of: "anna")
      var ben = try await served.browser(of: "ben")
      let page = try await anna.get("/shelf")
      let tag = try #require(page.fields["etag"])
      #expect(try await ben.get("/shelf").fields["etag"] != tag)
      let nobody = try await served.client.ask(.get, "/shelf", [("if-none-match", tag)])
      #expect(nobody.status == .seeOther)
      #expect(nobody.fields["cache-control"] == "no-store")
      let out = try await anna.submit("/sign-out", "")
      #expect(out.fields["clear-site-data"] == "\"cache\"")
    }
  }

  @Test func `excludes pages that show account or server state`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      for path in ["/account", "/import", "/settings"] {
        let page = try await anna.get(path)
        #expect(page.fields["cache-control"] == "no-store")
      }
    }
  }

  @Test func `includes the diversity page only without comparison, until a book is added`()
    async throws
  {
    try await ServedLog.run { served in
      let path = "/insights/diversity?scope=library"
      _ = try await served.person.add("Dune")
      let first = try await tag(served, path)
      #expect(try await ask(served, path, having: first).status == .notModified)
      _ = try await served.person.add("Emma")
      #expect(try await ask(served, path, having: first).status == .ok)
    }
    try await ServedAccounts.run { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      let page = try await anna.get("/insights/diversity")
      #expect(page.status == .ok && page.fields["etag"] == nil)
    }
  }
}
