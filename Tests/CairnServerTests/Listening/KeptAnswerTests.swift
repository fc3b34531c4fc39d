import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `An answer that is kept` {
  private static let heard =
    #""storyId":"s1","startedAt":"2026-01-05T16:00:00Z","duration":600,"completed":true"#

  private func count(_ served: ServedLog, _ query: String = "") async throws -> JSON? {
    try await served.analytics(query)["sessionCount"]
  }

  @Test func `is worked out again after every change, of another program as well`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      #expect(try await count(served) == .integer(0))
      _ = try await served.tell(Self.heard)
      #expect(try await count(served) == .integer(1))
      let other = try await served.scratch.reopen().log
      let line = try #require(try await other.history(limit: 1).first)
      _ = try await other.undo(line.id)
      #expect(try await count(served) == .integer(0))
    }
  }

  @Test func `is another on the next day, and in another zone`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      _ = try await served.tell(Self.heard)
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

  @Test func `is given to nobody else`() async throws {
    let kept = ResponseCache()
    try await ServedLog.run { served in
      try await served.story("s1")
      let tag = try await served.tag("/api/v1/analytics")
      kept.keep(HTTPResponse(.ok, type: "text/plain", text: "mine"), to: "anna /", tag)
      #expect(kept.answer(to: "anna /", tag)?.text == "mine")
      #expect(kept.answer(to: "ben /", tag) == nil)
      try await served.story("s2")
      let later = try await served.tag("/api/v1/analytics")
      #expect(kept.answer(to: "anna /", later) == nil)
    }
  }

  @Test func `is not a large one, nor one of very many`() async throws {
    let kept = ResponseCache()
    try await ServedLog.run { served in
      let tag = try await served.tag("/api/v1/analytics")
      let large = [UInt8](repeating: 0x20, count: ResponseCache.bytes + 1)
      kept.keep(HTTPResponse(.ok, type: "text/plain", body: large), to: "large", tag)
      #expect(kept.answer(to: "large", tag) == nil)
      for number in 0...ResponseCache.limit {
        kept.keep(HTTPResponse(.ok, type: "text/plain", text: "a"), to: "\(number)", tag)
      }
      #expect(kept.answer(to: "0", tag) == nil)
      #expect(kept.answer(to: "\(ResponseCache.limit)", tag) != nil)
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
