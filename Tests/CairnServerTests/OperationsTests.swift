import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@Suite struct `The operator` {
  static let answers = [
    ("/healthz", #"{"status":"ok"}"#),
    ("/readyz", #"{"status":"ok","checks":{"log":true,"disk":true,"running":true}}"#),
    ("/ping", #"{"status":"ok","timestamp":1767636000000}"#),
    (
      "/health",
      #"{"data":{"status":"healthy","timestamp":"2026-01-05T18:00:00Z","database":"connected","version":"1.2.3"}}"#
    ),
    ("/version", #"{"name":"cairn","version":"1.2.3","api":"v1"}"#),
  ]

  @Test(arguments: TestTransport.allCases)
  func `sees that the server is up and ready, and its version`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      for (target, json) in Self.answers {
        let answer = try await served.client.ask(.get, target)
        #expect(answer.status == .ok)
        #expect(answer.text == json)
      }
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `sees the same on a multi-user server, without an account`(way: TestTransport) async throws {
    try await ServedAccounts.run(way) { served in
      for (target, json) in Self.answers {
        let answer = try await served.client.ask(.get, target)
        #expect(answer.status == .ok)
        #expect(answer.text == json)
      }
    }
  }

  @Test func `can use other commands on the log while the server runs`() async throws {
    try await ServedLog.run(.socket) { served in
      let other = Scenario(try await served.scratch.reopen())
      let session = try await other.start(try await other.add("Dune"))
      let seen = try await served.client.ask(.get, "/api/v1/sessions").json()
      guard case .array(let sessions)? = seen["sessions"] else { return #expect(Bool(false)) }
      #expect(sessions.count == 1)
      served.scratch.clock.advance(by: .minutes(2))
      let path = "/api/v1/sessions/\(session.id.record.text)/end"
      #expect(try await served.client.post(path).status == .ok)
      #expect(try await other.log.openSessions().isEmpty)
    }
  }
}
