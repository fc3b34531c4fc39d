import Cairn
import CairnAccounts
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `A milestone across all kinds` {
  /// Logs a reading session of some minutes on a day of January.
  private func read(_ minutes: Int64, on day: Int, _ fixture: ServedWebhooks) async throws {
    let start = Instant(text: "2026-01-0\(day)T08:00:00Z") ?? .scratchStart
    let end = start + .minutes(minutes)
    let body =
      #"{"title":"Emma","start":"\#(start.text)","end":"\#(end.text)","pages_read":3}"#
    let answer = try await fixture.served.client.post("/api/v1/sessions/track", body)
    #expect(answer.status == .created, "\(answer.text)")
  }

  private func names(_ fixture: ServedWebhooks) async throws -> [String] {
    await fixture.round()
    return try await fixture.receiver.receivedBodies().map { json in
      guard case .string(let name)? = json["data"]?["milestone"] else { return "" }
      return name
    }
  }

  @Test func `is sent once, with the day it was reached`() async throws {
    try await ServedWebhooks.run(all: true) { fixture in
      try await fixture.add()
      try await read(40, on: 3, fixture)
      #expect(try await names(fixture) == ["SESSIONS_1"])
      try await read(30, on: 4, fixture)
      await fixture.round()
      let message = try #require(try await fixture.receiver.receivedBodies().first)
      #expect(message["data"]?["milestone"] == .string("HOURS_1"))
      #expect(message["data"]?["category"] == .string("hours"))
      #expect(message["data"]?["reached_on"] == .string("2026-01-04"))
      // A session added later moves the milestone's date but sends no new message.
      try await read(50, on: 2, fixture)
      #expect(try await names(fixture) == [])
      _ = try await fixture.served.log.write("Undo") { try $0.undo(nil, keepChanged: false) }
      #expect(try await names(fixture) == [])
      let delivery = try await fixture.deliveries().first
      #expect(delivery?["reached_at"] == .null && delivery?["reached_on"] != .null)
    }
  }

  @Test func `that was reached before the webhook was added is not sent`() async throws {
    try await ServedWebhooks.run(all: true) { fixture in
      try await read(70, on: 3, fixture)
      try await fixture.add()
      #expect(try await names(fixture) == [])
      try await fixture.finishStory()
      #expect(try await names(fixture) == ["FIRST_STORY"])
    }
  }

  @Test(arguments: ["FIRST_STORY", "HOURS_10", "SESSIONS_1", "BOOKS_1000"])
  func `is found by its name`(name: String) {
    #expect(MilestoneEvent(name: name)?.name == name)
  }

  @Test(arguments: ["", "HOURS", "HOURS_0", "HOURS_-1", "DAYS_7", "HOURS_1_2"])
  func `has no other names`(name: String) {
    #expect(MilestoneEvent(name: name) == nil)
  }
}
