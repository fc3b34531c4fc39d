import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `A message to a webhook` {
  @Test func `is sent again with the same id until it arrives, ever more seldom`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      await told.receiver.answer(.none("timed out"), .status(500), .status(302), .status(200))
      try await told.hear()
      await told.round()
      let first = await told.receiver.news()
      #expect(first.count == 1)
      for wait in [Int64(30), 60, 120] {
        told.clock.advance(by: .seconds(wait * 3 / 4 - 1))
        await told.round()
        #expect(await told.receiver.news().isEmpty)
        told.clock.advance(by: .seconds(wait / 2 + 2))
        await told.round()
        #expect(await told.receiver.news() == first)
      }
      let delivery = try await told.deliveries().first
      #expect(delivery?["state"] == .string("sent") && delivery?["attempts"] == .integer(4))
    }
  }

  @Test func `is no failure when the server ends as it is looked for`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      let (said, saying) = AsyncStream<String>.makeStream()
      let logger = Logger(.info, .logfmt, logsAddresses: false, now: { .limit }) {
        saying.yield($0)
      }
      let round = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await told.rounds.begin(logger)
      }
      await round.value
      saying.finish()
      #expect(await said.reduce(into: []) { $0.append($1) } == [])
    }
  }

  @Test func `is the same message each time`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      await told.receiver.answer(.status(500))
      try await told.hear("s1", at: "10:00")
      await told.round()
      // An earlier session is added now; the message may have arrived although its response was lost.
      try await told.hear("s2", at: "08:00")
      told.clock.advance(by: .hours(1))
      await told.round()
      let calls = await told.receiver.calls
      #expect(calls.count == 2 && calls.first?.body == calls.last?.body)
    }
  }

  @Test func `is sent again by the next process when one dies before it noted the answer`()
    async throws
  {
    try await ServedWebhooks.run { told in
      try await told.add()
      try await told.hear()
      let (asked, asking) = AsyncStream<WebhookCall>.makeStream()
      let dying = told.again { call in
        asking.yield(call)
        // Never returns, as if the process had been killed.
        try? await Task.sleep(for: .seconds(3_600))
        return .none("cancelled")
      }
      await dying.begin(.none)
      var calls = asked.makeAsyncIterator()
      let lost = await calls.next()
      await told.round()
      #expect(await told.receiver.news().isEmpty)
      told.clock.advance(by: .seconds(40))
      await told.round()
      let again = try #require(await told.receiver.calls.first)
      #expect(again.fields[1].value == lost?.fields[1].value && again.body == lost?.body)
      #expect(try await told.deliveries().first?["attempts"] == .integer(2))
      await dying.cancelAll()
    }
  }

  @Test func `is found within the hour where the server died that should have looked`() async throws
  {
    try await ServedWebhooks.run { told in
      let account = WebhookOwner(Identifier(RecordID(high: 7, low: 7)))
      _ = try await told.webhooks.add("https://example.org/hook", of: account, reached: [])
      await told.round()
      try await told.hear()
      await told.round()
      #expect(await told.receiver.news().isEmpty)
      told.clock.advance(by: .hours(1))
      await told.round()
      #expect(await told.receiver.news().count == 1)
    }
  }

  @Test func `is given up after three days`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      try await told.hear()
      var tries = 0
      for _ in 0..<200 {
        await told.receiver.answer(.status(503))
        await told.round()
        tries += await told.receiver.news().count
        told.clock.advance(by: .hours(1))
      }
      let delivery = try await told.deliveries().first
      #expect(delivery?["state"] == .string("failed") && delivery?["answer"] == .string("503"))
      #expect(delivery?["attempts"] == .integer(Int64(tries)))
      #expect((12...30).contains(tries))
    }
  }

  @Test func `is given up at once where it is not wanted any more`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      await told.receiver.answer(.status(410))
      try await told.hear()
      await told.round()
      #expect(try await told.deliveries().first?["state"] == .string("failed"))
    }
  }

  @Test func `waits for the one before it, and for no other webhook`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add("https://example.org/slow")
      try await told.add("https://example.org/quick")
      try await told.hear()
      let (asked, asking) = AsyncStream<WebhookCall>.makeStream()
      let slow = told.again { call in
        asking.yield(call)
        if call.url.hasSuffix("slow") { try? await Task.sleep(for: .seconds(3_600)) }
        return .status(204)
      }
      await slow.begin(.none)
      var calls = asked.makeAsyncIterator()
      let both = [await calls.next()?.url, await calls.next()?.url].compactMap(\.self)
      #expect(both.sorted() == ["https://example.org/quick", "https://example.org/slow"])
      told.clock.advance(by: .hours(1))
      // A request in flight is not sent a second time.
      await slow.begin(.none)
      asking.finish()
      #expect(await calls.next() == nil)
      await slow.cancelAll()
    }
  }

  @Test func `tells of several milestones in the order in which they were reached`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      for number in 1...5 { try await told.hear("s\(number)", at: "0\(number):00") }
      await told.round()
      let names = try await told.receiver.told().map { $0["data"]?["milestone"] }
      #expect(names == [.string("FIRST_STORY"), .string("STORIES_5")])
    }
  }
}
