import Cairn
import CairnClient
import Foundation
import Testing

@Suite struct `A listening client` {
  @Test func `sends a session as in the guide, with its ID`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      try await client.send(.made("a", seconds: 61))
      let request = try #require(await phone.server.requests.first)
      #expect(request.method == "POST" && request.target == "/api/v1/analytics/sessions")
      #expect(request.headers["authorization"] == "Bearer token-anna")
      #expect(request.headers["idempotency-key"] == "a")
      #expect(request.headers["content-type"] == "application/json")
      #expect(request.headers["origin"] == nil)
      let body = String(decoding: try #require(request.body), as: UTF8.self)
      #expect(
        body == #"{"completed":true,"duration":61,"endedAt":"2026-01-05T17:01:31Z","id":"a","#
          + #""startedAt":"2026-01-05T17:00:00Z","storyId":"story"}"#
      )
    }
  }

  @Test func `sets the start of a session without one to now`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      await phone.server.script(.lost, times: 4)
      let failure = await code { try await client.createSession(storyId: "s", duration: 60) }
      #expect(failure == .network)
      let then = phone.world.now
      phone.world.advance(by: .hours(9))
      await client.flush()
      let kept = try #require(await phone.server.sessions(of: "anna").values.first)
      #expect(kept.startedAt.timeIntervalSince1970 * 1_000 == Double(then.milliseconds))
    }
  }

  @Test func `requests sessions as in the guide, with all parameters`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      try await client.send(.made("a"))
      let start = Date(timeIntervalSince1970: 1_767_632_400.9)
      let page = try await client.getSessions(
        storyId: "a+b c/ü",
        startDate: start,
        endDate: start,
        completed: true,
        limit: 20,
        offset: 40
      )
      #expect(page.sessions.map(\.id) == ["a"])
      #expect(page.total == 7 && page.hasMore)
      #expect(
        await phone.server.requests.last?.target
          == "/api/v1/analytics/sessions?limit=20&offset=40&storyId=a%2Bb%20c%2F%C3%BC"
          + "&startDate=2026-01-05T17%3A00%3A00Z&endDate=2026-01-05T17%3A00%3A00Z&completed=true"
      )
    }
  }

  @Test(arguments: [
    "2026-01-05T18:00:00Z", "2026-01-05T18:00:00.000Z", "2026-01-05T19:00:00+01:00",
  ])
  func `parses every date format of a server`(date: String) async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      let body = """
        {"data":{"id":"x","userId":"u","storyId":"s","startedAt":"\(date)","endedAt":null,\
        "duration":null,"completed":false,"createdAt":"\(date)","updatedAt":"\(date)","new":[1]}}
        """
      await phone.server.script(.answers(201, body))
      let session = try await client.createSession(storyId: "s")
      #expect(session.startedAt.timeIntervalSince1970 == 1_767_636_000)
      #expect(session.endedAt == nil && session.duration == nil)
    }
  }

  @Test(arguments: [
    (401, ClientError.Code.unauthorized), (403, .forbidden), (404, .notFound), (400, .validation),
    (429, .rateLimited), (500, .server), (503, .server),
  ])
  func `describes each error`(status: Int, expected: ClientError.Code) async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      await phone.server.script(.answers(status, #"{"error":"E","message":"Why"}"#), times: 4)
      do throws(ClientError) {
        _ = try await client.getAnalytics()
        Issue.record("Nothing was refused.")
      } catch {
        #expect(error.code == expected && error.message == "Why" && error.status == status)
      }
    }
  }

  // T16
  @Test func `returns the last totals with their age while the server is down`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      try await client.send(.made("a"))
      let current = try await client.analytics()
      #expect(current.isCurrent && current.value.totalListeningTimeSeconds == 300)
      phone.world.advance(by: .minutes(90))
      try await client.record(.made("b"))
      await phone.server.script(.lost, times: 4)
      let last = try await client.analytics()
      #expect(!last.isCurrent && last.value == current.value && last.unsent == 1)
      #expect(last.age(at: phone.world.now) == .minutes(90))
      #expect(last.value.totalListeningTimeMinutes == 5)
    }
  }

  @Test func `returns no totals if there are none, or after the sign-in expired`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      await phone.server.script(.lost, times: 4)
      #expect(await code { _ = try await client.analytics() } == .network)
      _ = try await client.analytics()
      await phone.server.revoke("token-anna")
      #expect(await code { _ = try await client.analytics() } == .unauthorized)
      #expect(await client.needsSignIn)
    }
  }

  @Test func `signs up, or in if the account exists`() async throws {
    try await withPhone { phone in
      let client = try await phone.client(nil)
      let first = try await client.signUp(
        name: "Eva",
        email: "eva@cairn.test",
        password: "12345678"
      )
      let again = try await client.signUp(
        name: "Eva",
        email: "eva@cairn.test",
        password: "12345678"
      )
      #expect(first == again && first.userId == "eva")
      #expect("\(first)" == "signed in as eva")
      let refused = await code { try await client.signIn(email: "eva@cairn.test", password: "no") }
      #expect(refused == .unauthorized)
      #expect(
        await phone.server.requests.allSatisfy { $0.headers["origin"] == "http://cairn.test" }
      )
      #expect(await client.credentials == again)
    }
  }

  @Test func `keeps the sign-in if the server does not know the sessions`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      try await client.record(.made("a"))
      do throws(ClientError) {
        try await client.signOut()
        Issue.record("A session would be lost.")
      } catch {
        #expect(error == ClientError(.unsent, "1 session has not been sent to the server."))
      }
      #expect(await client.credentials == .anna)
      try await client.signOut(unsent: .discard)
      #expect(await client.credentials == nil)
      #expect(await (try phone.client()).flush().sent == 0)
    }
  }

  @Test func `signs out offline, and clears its cache`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      _ = try await client.getAnalytics()
      await phone.server.script(.lost)
      try await client.signOut()
      let again = try await phone.client()
      #expect(try await again.lastAnalytics() == nil)
    }
  }
}
