import Cairn
import CairnClient
import Testing

@Suite struct `The client's outbox` {
  // T6
  @Test func `stores a session before sending, so that a crash loses nothing`() async throws {
    try await withPhone { phone in
      try await phone.client().record(.made("a"))
      #expect(await phone.server.requests.isEmpty)
      let result = await (try phone.client()).flush()
      #expect(result.sent == 1 && result.waiting == 0)
      #expect(await phone.server.sessions(of: "anna").keys.sorted() == ["a"])
    }
  }

  // T2
  @Test func `retries an unconfirmed session, which the server stores once`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      await phone.server.script(.unanswered, .overlap)
      let session = try await client.send(.made("a"))
      #expect(session.id == "a" && session.duration == 300)
      #expect(await phone.server.posts == 2)
      #expect(await phone.server.sessions(of: "anna").count == 1)
      #expect(try await client.unsent().waiting == 0)
    }
  }

  @Test func `sends a session again if it grew during the request`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      try await client.record(.made("a", seconds: 60, completed: false))
      await phone.server.afterPost { try? await client.record(.made("a", seconds: 90)) }
      #expect(await client.flush().sent == 2)
      let kept = await phone.server.sessions(of: "anna")["a"]
      #expect(kept?.duration == 90 && kept?.completed == true)
    }
  }

  @Test func `lets a session only grow, and rejects another one with its ID`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      try await client.record(.made("a", seconds: 90))
      try await client.record(.made("a", seconds: 60, completed: false))
      let refused = await code { try await client.record(.made("a", "another")) }
      #expect(refused == .conflict)
      await client.flush()
      let kept = await phone.server.sessions(of: "anna")["a"]
      #expect(kept?.duration == 90 && kept?.completed == true && kept?.storyId == "story")
    }
  }

  // T14
  @Test func `is sent by one task at a time, including sessions added during it`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      for number in 1...20 { try await client.record(.made("\(number)")) }
      await phone.server.afterPost { try? await client.record(.made("meanwhile")) }
      async let first = client.flush()
      async let second = client.flush()
      #expect(await (first, second).0.waiting == 0)
      #expect(await phone.server.posts == 21)
      #expect(await phone.server.sessions(of: "anna").count == 21)
    }
  }

  // T15
  @Test func `has no limit of size or age`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      await phone.server.script(.lost, times: 4)
      for number in 1...60 { try await client.record(.made("\(number)")) }
      #expect(await client.flush().stoppedBy?.code == .network)
      phone.world.advance(by: .hours(24 * 400))
      #expect(await client.flush().sent == 60)
    }
  }

  // T15
  @Test(arguments: [
    (400, ClientError.Code.validation), (403, .forbidden), (404, .notFound), (409, .conflict),
    (422, .validation),
  ])
  func `dead-letters what is rejected for good, with the reason, and continues`(
    status: Int,
    code: ClientError.Code
  ) async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      try await client.record(.made("a"))
      try await client.record(.made("b"))
      await phone.server.script(.answers(status, #"{"error":"Code","message":"Why"}"#))
      let result = await client.flush()
      #expect(result.refused == 1 && result.sent == 1 && result.stoppedBy == nil)
      #expect(phone.world.waited == [])
      let letters = try await client.deadLetters()
      #expect(letters.map(\.session.id) == ["a"])
      #expect(letters.map(\.reason) == [ClientError(code, "Why")])
      #expect(await client.flush().sent == 0)
      try await client.requeue()
      #expect(await client.flush().sent == 1)
      #expect(try await client.deadLetters().isEmpty)
    }
  }

  // T15
  @Test func `waits for a sign-in after the old one is rejected`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      await phone.server.revoke("token-anna")
      let refused = await code { try await client.send(.made("a")) }
      #expect(refused == .unauthorized)
      #expect(await client.needsSignIn)
      #expect(await client.flush().stoppedBy?.code == .unauthorized)
      #expect(await phone.server.posts == 1)
      #expect(try await client.deadLetters().isEmpty)
      try await client.signUp(name: "Anna", email: "anna@cairn.test", password: "correct horse")
      #expect(await client.flush().sent == 1)
    }
  }

  // T15
  @Test func `sends no session to another account`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      try await client.record(.made("a"))
      try await client.signOut(unsent: .keep)
      let ben = try await phone.client(.ben)
      try await ben.record(.made("b"))
      #expect(await ben.flush().sent == 1)
      #expect(await phone.server.sessions(of: "ben").keys.sorted() == ["b"])
      #expect(await (try phone.client()).flush().sent == 1)
      #expect(await phone.server.sessions(of: "anna").keys.sorted() == ["a"])
    }
  }

  // T21
  @Test func `does not send what was recorded before anyone signed in`() async throws {
    try await withPhone { phone in
      let nobody = try await phone.client(nil)
      let refused = await code { try await nobody.send(.made("a")) }
      #expect(refused == .unauthorized)
      #expect(await phone.server.requests.isEmpty)
      let anna = try await phone.client()
      #expect(await anna.flush().sent == 0)
      #expect(try await anna.adopt() == 1)
      #expect(await anna.flush().sent == 1)
    }
  }

  @Test(arguments: [200, 302, 404])
  func `does not treat the page of a captive portal as a response`(status: Int) async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      try await client.record(.made("a"))
      await phone.server.script(.answers(status, "<html>Sign in to the hotel</html>"), times: 4)
      let result = await client.flush()
      #expect(result.waiting == 1 && result.refused == 0 && result.stoppedBy == nil)
      #expect(try await client.deadLetters().isEmpty)
      #expect(await client.flush().sent == 1)
    }
  }

  @Test func `skips a session for which the server fails`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      for id in ["a", "b", "c"] { try await client.record(.made(id)) }
      await phone.server.script(.answers(500, ""), times: 4)
      let result = await client.flush()
      #expect(result.sent == 2 && result.waiting == 1 && result.stoppedBy == nil)
    }
  }

  @Test func `is flushed again if requested during a flush`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      for id in ["a", "b"] { try await client.record(.made(id)) }
      await phone.server.script(.answers(500, ""), times: 4)
      await phone.server.afterPost {
        Task { await client.flush() }
        // Each call waits for the actor, behind the flush.
        for _ in 1...20 { _ = try? await client.unsent() }
      }
      #expect(await client.flush().waiting == 0)
      #expect(await phone.server.sessions(of: "anna").keys.sorted() == ["a", "b"])
    }
  }

  @Test func `stops after three failures in a row`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      for number in 1...9 { try await client.record(.made("\(number)")) }
      await phone.server.script(.answers(500, ""), times: 100)
      let result = await client.flush()
      #expect(result.stoppedBy?.code == .server && result.waiting == 9)
      #expect(await phone.server.posts == 12)
    }
  }
}
