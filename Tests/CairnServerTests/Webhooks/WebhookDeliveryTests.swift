import Cairn
import CairnAccounts
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `A webhook delivery` {
  @Test func `is retried under the same ID until it succeeds, with growing delays`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      await fixture.receiver.answer(.none("timed out"), .status(500), .status(302), .status(200))
      try await fixture.finishStory()
      await fixture.round()
      let first = await fixture.receiver.receivedIDs()
      #expect(first.count == 1)
      for wait in [Int64(30), 60, 120] {
        fixture.clock.advance(by: .seconds(wait * 3 / 4 - 1))
        await fixture.round()
        #expect(await fixture.receiver.receivedIDs().isEmpty)
        fixture.clock.advance(by: .seconds(wait / 2 + 2))
        await fixture.round()
        #expect(await fixture.receiver.receivedIDs() == first)
      }
      let delivery = try await fixture.deliveries().first
      #expect(delivery?["state"] == .string("sent") && delivery?["attempts"] == .integer(4))
    }
  }

  @Test func `is no failure when the server shuts down during the check`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      let (said, saying) = AsyncStream<String>.makeStream()
      let logger = Logger(.info, .logfmt, logsAddresses: false, now: { .limit }) {
        saying.yield($0)
      }
      let round = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await fixture.dispatcher.begin(logger.report("webhooks failed"))
      }
      await round.value
      saying.finish()
      #expect(await said.reduce(into: []) { $0.append($1) } == [])
    }
  }

  @Test func `has the same body each time`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      await fixture.receiver.answer(.status(500))
      try await fixture.finishStory("s1", at: "10:00")
      await fixture.round()
      // An earlier session is added now; the message may have arrived although its response was lost.
      try await fixture.finishStory("s2", at: "08:00")
      fixture.clock.advance(by: .hours(1))
      await fixture.round()
      let calls = await fixture.receiver.calls
      #expect(calls.count == 2 && calls.first?.body == calls.last?.body)
    }
  }

  @Test func `is retried by the next process after a crash before the result was recorded`()
    async throws
  {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      try await fixture.finishStory()
      let (asked, asking) = AsyncStream<WebhookCall>.makeStream()
      let dying = fixture.anotherDispatcher { call in
        asking.yield(call)
        // Never returns, as if the process had been killed.
        try? await Task.sleep(for: .seconds(3_600))
        return .none("cancelled")
      }
      await dying.begin { _ in }
      var calls = asked.makeAsyncIterator()
      let lost = await calls.next()
      await fixture.round()
      #expect(await fixture.receiver.receivedIDs().isEmpty)
      fixture.clock.advance(by: .seconds(40))
      await fixture.round()
      let again = try #require(await fixture.receiver.calls.first)
      #expect(again.fields[1].value == lost?.fields[1].value && again.body == lost?.body)
      #expect(try await fixture.deliveries().first?["attempts"] == .integer(2))
      await dying.cancelAll()
    }
  }

  @Test func `starts within an hour when the server crashed before checking`() async throws {
    try await ServedWebhooks.run { fixture in
      let account = WebhookOwner(Identifier(RecordID(high: 7, low: 7)))
      _ = try await fixture.webhooks.add("https://example.org/hook", of: account, reached: [])
      await fixture.round()
      try await fixture.finishStory()
      await fixture.round()
      #expect(await fixture.receiver.receivedIDs().isEmpty)
      fixture.clock.advance(by: .hours(1))
      await fixture.round()
      #expect(await fixture.receiver.receivedIDs().count == 1)
    }
  }

  @Test func `is abandoned after three days`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      try await fixture.finishStory()
      var tries = 0
      for _ in 0..<200 {
        await fixture.receiver.answer(.status(503))
        await fixture.round()
        tries += await fixture.receiver.receivedIDs().count
        fixture.clock.advance(by: .hours(1))
      }
      let delivery = try await fixture.deliveries().first
      #expect(delivery?["state"] == .string("failed") && delivery?["response"] == .string("503"))
      #expect(delivery?["attempts"] == .integer(Int64(tries)))
      #expect((12...30).contains(tries))
    }
  }

  @Test func `is abandoned at once when the receiver answers 410`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      await fixture.receiver.answer(.status(410))
      try await fixture.finishStory()
      await fixture.round()
      #expect(try await fixture.deliveries().first?["state"] == .string("failed"))
    }
  }

  @Test func `waits for the previous one, but not for other webhooks`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add("https://example.org/slow")
      try await fixture.add("https://example.org/quick")
      try await fixture.finishStory()
      let (asked, asking) = AsyncStream<WebhookCall>.makeStream()
      let slow = fixture.anotherDispatcher { call in
        asking.yield(call)
        if call.url.hasSuffix("slow") { try? await Task.sleep(for: .seconds(3_600)) }
        return .status(204)
      }
      await slow.begin { _ in }
      var calls = asked.makeAsyncIterator()
      let both = [await calls.next()?.url, await calls.next()?.url].compactMap(\.self)
      #expect(both.sorted() == ["https://example.org/quick", "https://example.org/slow"])
      fixture.clock.advance(by: .hours(1))
      // A request in flight is not sent a second time.
      await slow.begin { _ in }
      asking.finish()
      #expect(await calls.next() == nil)
      await slow.cancelAll()
    }
  }

  @Test func `reports several milestones in the order they were reached`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      for number in 1...5 { try await fixture.finishStory("s\(number)", at: "0\(number):00") }
      await fixture.round()
      let names = try await fixture.receiver.receivedBodies().map { $0["data"]?["milestone"] }
      #expect(names == [.string("FIRST_STORY"), .string("STORIES_5")])
    }
  }
}
