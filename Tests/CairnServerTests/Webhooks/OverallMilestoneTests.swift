import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `A milestone over all kinds` {
  /// Logs a reading session of some minutes on a day of January.
  private func read(_ minutes: Int64, on day: Int, _ told: ServedWebhooks) async throws {
    let start = Instant(text: "2026-01-0\(day)T08:00:00Z") ?? .scratchStart
    let end = start + .minutes(minutes)
    let body =
      #"{"title":"Emma","start":"\#(start.text)","end":"\#(end.text)","pages_read":3}"#
    let answer = try await told.served.client.post("/api/v1/sessions/track", body)
    #expect(answer.status == .created, "\(answer.text)")
  }

  private func names(_ told: ServedWebhooks) async throws -> [String] {
    await told.round()
    return try await told.receiver.told().map { json in
      guard case .string(let name)? = json["data"]?["milestone"] else { return "" }
      return name
    }
  }

  @Test func `is told once, with the day it was reached on`() async throws {
    try await ServedWebhooks.run(all: true) { told in
      try await told.add()
      try await read(40, on: 3, told)
      #expect(try await names(told) == ["SESSIONS_1"])
      try await read(30, on: 4, told)
      await told.round()
      let message = try #require(try await told.receiver.told().first)
      #expect(message["data"]?["milestone"] == .string("HOURS_1"))
      #expect(message["data"]?["category"] == .string("hours"))
      #expect(message["data"]?["reached_on"] == .string("2026-01-04"))
      // A session added later moves the milestone's date but sends no new message.
      try await read(50, on: 2, told)
      #expect(try await names(told) == [])
      _ = try await told.served.log.write("Undo") { try $0.undo(nil, keepChanged: false) }
      #expect(try await names(told) == [])
      let delivery = try await told.deliveries().first
      #expect(delivery?["reached_at"] == .null && delivery?["reached_on"] != .null)
    }
  }

  @Test func `that was reached before the webhook was made is not told`() async throws {
    try await ServedWebhooks.run(all: true) { told in
      try await read(70, on: 3, told)
      try await told.add()
      #expect(try await names(told) == [])
      try await told.hear()
      #expect(try await names(told) == ["FIRST_STORY"])
    }
  }

  @Test(arguments: ["FIRST_STORY", "HOURS_10", "SESSIONS_1", "BOOKS_1000"])
  func `has a name by which it is found again`(name: String) {
    #expect(MilestoneEvent(name: name)?.name == name)
  }

  @Test(arguments: ["", "HOURS", "HOURS_0", "HOURS_-1", "DAYS_7", "HOURS_1_2"])
  func `has no other name`(name: String) {
    #expect(MilestoneEvent(name: name) == nil)
  }
}
