import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

/// spec/security.md L14.
@Suite struct `A clock that jumps ahead` {
  @Test func `ends no credential for good`() async throws {
    try await ServedHousehold.run { served in
      let anna = try await served.add("anna")
      var browser = Browser(door: served.door)
      _ = try await browser.submit("/sign-in", "name=anna&password=correct+horse")
      let right = served.clock.now
      served.clock.advance(by: .hours(10 * 365 * 24))
      #expect(try await browser.get("/").status == .seeOther)
      var other = Browser(door: served.door)
      _ = try await other.submit("/sign-in", "name=anna&password=correct+horse")
      _ = try await served.accounts.issue(.app, named: "a", to: anna.id)
      served.clock.set(to: right + .minutes(1))
      #expect(try await browser.get("/").status == .ok)
    }
  }

  @Test func `is no way to keep credentials without end`() async throws {
    try await ServedHousehold.run { served in
      let anna = try await served.add("anna")
      let first = try await served.accounts.issue(.app, named: "first", to: anna.id)
      for number in 0..<200 {
        served.clock.advance(by: .seconds(1))
        _ = try await served.accounts.issue(.app, named: "\(number)", to: anna.id)
      }
      let passes = try await served.accounts.passes(.app, of: anna.id)
      #expect(passes.count == 200 && !passes.contains(first.pass))
    }
  }
}

/// spec/security.md L11, L13.
@Suite struct `A full server` {
  @Test func `takes no more of an account that has all its room, and lets it delete`() async throws
  {
    try await ServedHousehold.run(.memory, { $0.mostBytes = 1 }) { served in
      try await served.add("anna")
      var browser = try await served.browser(of: "anna")
      let refused = try await browser.post("/api/v1/books", #"{"title":"Dune"}"#)
      #expect(refused.status == .insufficientStorage)
      #expect(refused.text.contains("account.full"))
      #expect(try await browser.get("/").status == .ok)
      #expect(
        try await browser.delete("/api/v1/rests?from=2026-01-05").status != .insufficientStorage
      )
    }
  }

  @Test(arguments: ["storage.cannot_write", "storage.no_directory", "input.no_file"])
  func `names no path to others`(code: String) {
    let problem = Problem(CairnError(code, "The file /var/lib/cairn/x cannot be written."))
    #expect(!problem.detail.contains("/var"))
  }
}
