import Cairn
import CairnActions
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A repeated request` {
  @Test(arguments: TestTransport.allCases)
  func `gets the same response and counts once`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let client = served.client
      let body = #"{"title":"Dune"}"#
      let first = try await client.post("/api/v1/sessions", body, key: "k1")
      served.scratch.clock.advance(by: .minutes(3))
      let path = try #require(first.fields["location"])
      _ = try await client.post(path + "/pause", key: "k2")
      let again = try await client.post("/api/v1/sessions", body, key: "k1")
      #expect(again.body == first.body)
      #expect(again.status == first.status)
      #expect(again.fields["location"] == path)
      #expect(try await served.log.sessions(SessionFilter()).count == 1)
      #expect(try await served.log.history(limit: 9).count == 2)
    }
  }

  @Test func `is recognised after a restart, and after the session was deleted`() async throws {
    try await ServedLog.run { served in
      let first = try await served.client.post("/api/v1/sessions", #"{"title":"Dune"}"#, key: "k1")
      let path = try #require(first.fields["location"])
      let gone = try await served.client.post(path + "/cancel", key: "k2")
      let reopened = try await served.scratch.reopen()
      let host = served.client.host
      let client = TestClient(server: ServedLog.server(reopened, host: host), host: host, port: nil)
      #expect(try await client.post(path + "/cancel", key: "k2").body == gone.body)
      let again = try await client.post("/api/v1/sessions", #"{"title":"Dune"}"#, key: "k1")
      #expect(again.body == first.body)
      #expect(try await reopened.log.openSessions().isEmpty)
    }
  }

  @Test func `counts once when both arrive at the same time`() async throws {
    try await ServedLog.run(.socket) { served in
      let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await served.client.post("/api/v1/sessions", #"{"title":"Dune"}"#, key: "k").body
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(
        Set(answers).count == 1,
        "\(Set(answers).map { String(decoding: $0, as: UTF8.self) })"
      )
      #expect(try await served.log.history(limit: 99).count == 1)
    }
  }

  @Test(arguments: [1, 2, 450])
  func `of many changes counts once and is one history entry`(number: Int) async throws {
    try await ServedLog.run { served in
      try await served.log.write { writer in
        for place in 1...number {
          var entry = try AddBook(NewBook(title: "Book \(place)"), zone: "UTC").run(in: writer)
            .entry
          try entry.add("Old", to: .shelf)
          try writer.save(entry)
        }
      }
      let key = RequestKey("rename", request: [1])
      let rename: @Sendable (LogWriter) throws -> String = {
        String(try RenameLabel(.shelf, "Old", to: "New").run(in: $0))
      }
      #expect(try await served.log.write(once: key, rename) == String(number))
      #expect(try await served.log.write(once: key, rename) == String(number))
      #expect(
        try await served.log.historyEntry(key.mutation)?.title == "Shelf “Old” renamed to “New”"
      )
    }
  }

  @Test func `with another request's key is rejected`() async throws {
    try await ServedLog.run { served in
      let first = try await served.client.post("/api/v1/sessions", #"{"title":"Dune"}"#, key: "k")
      #expect(first.status == .created)
      let other = try await served.client.post("/api/v1/sessions", #"{"title":"Emma"}"#, key: "k")
      #expect(other.status == .unprocessable)
      #expect(try other.json()["code"] == .string("request.key_reused"))
    }
  }

  @Test func `is executed again after a rejection`() async throws {
    try await ServedLog.run { served in
      let first = try await served.client.post("/api/v1/sessions", #"{"title":"Dune"}"#)
      let path = try #require(first.fields["location"])
      let asks = #"{"allow_short":false}"#
      let short = try await served.client.post(path + "/end", asks, key: "k")
      #expect(try short.json()["code"] == .string("session.too_short"))
      served.scratch.clock.advance(by: .minutes(2))
      #expect(try await served.client.post(path + "/end", asks, key: "k").status == .ok)
    }
  }

  @Test(arguments: ["", "a b", "ü", String(repeating: "k", count: 201)])
  func `needs a valid key`(key: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.post("/api/v1/sessions", #"{"title":"Dune"}"#, key: key)
      #expect(answer.status == .unprocessable)
      #expect(try await served.contents() == "")
    }
  }
}
