import Cairn
import CairnClient
import Testing

@Suite struct `Retries` {
  @Test(arguments: [
    ScriptedServer.Fault.lost, .answers(503, ""), .late,
  ])
  func `back off three times, then stop`(fault: ScriptedServer.Fault) async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      await phone.server.script(fault, times: 4)
      let failure = await code { try await client.send(.made("a")) }
      #expect(failure == .network || failure == .server)
      #expect(
        phone.world.waited == [.milliseconds(1_500), .milliseconds(2_500), .milliseconds(4_500)]
      )
      #expect(try await client.unsent().waiting == 1)
    }
  }

  @Test(arguments: [(0, 1_500), (7, 7_000), (600, 30_000)])
  func `wait as long as the server asks, up to half a minute`(seconds: Int, waited: Int)
    async throws
  {
    try await withPhone { phone in
      let client = try await phone.client()
      await phone.server.script(.busy(seconds))
      try await client.send(.made("a"))
      #expect(phone.world.waited == [.milliseconds(waited)])
    }
  }

  @Test func `apply to totals and lists as well`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      await phone.server.script(.lost, .answers(502, "<html>"))
      #expect(try await client.getAnalytics().totalStoriesListened == 0)
      #expect(phone.world.waited.count == 2)
      await phone.server.script(.answers(403, #"{"error":"Forbidden","message":"Not yours"}"#))
      let refused = await code { _ = try await client.getSessions(storyId: "b") }
      #expect(refused == .forbidden && phone.world.waited.count == 2)
    }
  }
}
