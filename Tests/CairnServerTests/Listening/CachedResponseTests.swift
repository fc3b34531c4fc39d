import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnAccounts
import CairnReports

@Suite struct `A cached response` {
  private static let heard =
    #""storyId":"s1","startedAt":"2026-01-05T16:00:00Z","duration":600,"completed":true"#

  private func count(_ served: ServedLog, _ query: String = "") async throws -> JSON? {
    try await served.analytics(query)["sessionCount"]
  }

  @Test func `is recomputed after every change, including one by another program`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      #expect(try await count(served) == .integer(0))
      _ = try await served.report(Self.heard)
      #expect(try await count(served) == .integer(1))
      let other = try await served.scratch.reopen().log
      let line = try #require(try await other.history(limit: 1).first)
      _ = try await other.undo(line.id)
      #expect(try await count(served) == .integer(0))
    }
  }

  @Test func `differs on the next day and in another zone`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      _ = try await served.report(Self.heard)
      #expect(try await served.analytics()["currentStreak"] == .integer(1))
      // The end of the next day is at 23:00 UTC in Berlin, at 05:00 UTC in New York.
      served.scratch.clock.advance(by: .hours(29) - .seconds(1))
      #expect(try await served.analytics()["currentStreak"] == .integer(1))
      served.scratch.clock.advance(by: .seconds(1))
      #expect(try await served.analytics()["currentStreak"] == .integer(0))
      let west = try await served.analytics("?timezone=America/New_York")
      #expect(west["currentStreak"] == .integer(1))
    }
  }

  @Test func `is private to its owner`() async throws {
    let kept = ResponseCache()
    try await ServedLog.run { served in
      try await served.story("s1")
      let tag = try await served.tag("/api/v1/analytics")
      kept.store(HTTPResponse(.ok, type: "text/plain", text: "mine"), to: "anna /", tag)
      #expect(kept.response(to: "anna /", tag)?.text == "mine")
      #expect(kept.response(to: "ben /", tag) == nil)
      try await served.story("s2")
      let later = try await served.tag("/api/v1/analytics")
      #expect(kept.response(to: "anna /", later) == nil)
    }
  }

  @Test func `is neither large nor one of very many`() async throws {
    let kept = ResponseCache()
    try await ServedLog.run { served in
      let tag = try await served.tag("/api/v1/analytics")
      let large = [UInt8](repeating: 0x20, count: ResponseCache.bytes + 1)
      kept.store(HTTPResponse(.ok, type: "text/plain", body: large), to: "large", tag)
      #expect(kept.response(to: "large", tag) == nil)
      for number in 0...ResponseCache.limit {
        kept.store(HTTPResponse(.ok, type: "text/plain", text: "a"), to: "\(number)", tag)
      }
      #expect(kept.response(to: "0", tag) == nil)
      #expect(kept.response(to: "\(ResponseCache.limit)", tag) != nil)
    }
  }
}

extension ServedLog {
  /// Returns the cache validator of a request.
  fileprivate func tag(_ target: String) async throws -> CacheValidator {
    let request = HTTPRequest(.get, target)
    let server = Self.server(scratch, host: "localhost:8080")
    let place = try #require(HTTPTarget(target))
    let context = RequestContext(server: server, request: request, target: place, captures: [:])
    return try await CacheValidator(context.authenticated(for: .read))
  }
}
