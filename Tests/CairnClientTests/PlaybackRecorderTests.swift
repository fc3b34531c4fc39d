import Cairn
import CairnClient
import Foundation
import Testing

@Suite struct `A playback recorder` {
  private let play = PlaybackEvent.play(story: "story", from: .zero, length: .seconds(600))

  @Test func `stores and sends each playback once, including pauses`() async throws {
    try await withPhone { phone in
      let client = try await phone.client()
      let recorder = PlaybackRecorder(client)
      recorder.handle(play)
      for event in [.pause, .resume, .background, .complete, .stop] as [PlaybackEvent] {
        phone.world.advance(by: .seconds(30))
        recorder.handle(event)
      }
      recorder.finish()
      await recorder.run()
      let kept = await phone.server.sessions(of: "anna").values
      #expect(kept.map(\.duration) == [90] && kept.map(\.completed) == [true])
      #expect(try await client.unsent().waiting == 0)
    }
  }

  // T4, T10
  @Test func `records the time of the event, not of the write`() async throws {
    try await withPhone { phone in
      let recorder = PlaybackRecorder(try await phone.client())
      let start = phone.world.now
      recorder.handle(play)
      phone.world.advance(by: .seconds(60))
      recorder.handle(.play(story: "other", from: .zero, length: nil))
      phone.world.advance(by: .seconds(20))
      recorder.handle(.stop)
      phone.world.advance(by: .hours(1))
      recorder.finish()
      await recorder.run()
      let kept = await phone.server.sessions(of: "anna").values.sorted { $0.storyId > $1.storyId }
      #expect(kept.map(\.storyId) == ["story", "other"] && kept.map(\.duration) == [60, 20])
      #expect(kept[0].startedAt.timeIntervalSince1970 * 1_000 == Double(start.milliseconds))
    }
  }

  // T13
  @Test func `ends an interrupted playback at its last heartbeat on the next start`() async throws {
    try await withPhone { phone in
      await phone.server.script(.lost, times: 20)
      let killed = PlaybackRecorder(try await phone.client())
      killed.handle(play)
      for _ in 1...3 {
        phone.world.advance(by: .seconds(20))
        killed.handle(.heartbeat)
      }
      killed.finish()
      await killed.run()
      await phone.server.script()
      phone.world.advance(by: .hours(30))
      let next = PlaybackRecorder(try await phone.client())
      next.finish()
      await next.run()
      let kept = await phone.server.sessions(of: "anna").values
      #expect(kept.map(\.duration) == [60] && kept.map(\.completed) == [false])
    }
  }
}
