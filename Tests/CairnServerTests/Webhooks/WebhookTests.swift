import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnAccounts

@Suite struct `A webhook` {
  @Test func `is called once for each milestone`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      try await fixture.finishStory()
      await fixture.round()
      let all = try await fixture.receiver.receivedBodies()
      #expect(all.count == 1)
      #expect(all.first?["type"] == .string("milestone.unlocked"))
      #expect(all.first?["timestamp"] == .string("2026-01-05T10:10:00Z"))
      let data = all.first?["data"]
      #expect(data?["milestone"] == .string("FIRST_STORY"))
      #expect(data?["category"] == .string("stories") && data?["target"] == .integer(1))
      #expect(data?["reached_at"] == .string("2026-01-05T10:10:00Z"))
      fixture.clock.advance(by: .hours(1))
      await fixture.round()
      #expect(try await fixture.receiver.receivedBodies().isEmpty)
      #expect(try await fixture.deliveries().first?["state"] == .string("sent"))
      #expect(try await fixture.deliveries().first?["response"] == .string("204"))
    }
  }

  @Test func `is created once under one key, over the API and in the browser`() async throws {
    try await ServedWebhooks.run { fixture in
      let client = fixture.served.client
      func add(_ url: String) async throws -> HTTPResponse {
        try await client.post("/api/v1/webhooks", #"{"url":"\#(url)"}"#, key: "one")
      }
      let (first, again) = (try await add("https://a.example"), try await add("https://a.example"))
      #expect(first.status == .created && again.text == first.text)
      #expect(try await add("https://b.example").status == .unprocessable)
      for _ in 0..<2 {
        let made = try await client.submit("/webhooks", "url=https://c.example&key=two")
        #expect(made.text.contains("whsec_"))
      }
      #expect(try await fixture.webhooks.all(of: .own).count == 2)
    }
  }

  @Test(arguments: [
    "https://a.example:0", "https://a.example:99999/x", "https://[::1]:x", "http:/",
  ])
  func `rejects an invalid address`(url: String) async throws {
    try await ServedWebhooks.run { fixture in
      let refused = try await fixture.served.client.post("/api/v1/webhooks", #"{"url":"\#(url)"}"#)
      #expect(refused.status == .unprocessable && refused.text.contains("webhook.invalid_url"))
    }
  }

  @Test(arguments: [
    "https://a.example:8443/x", "https://[2001:db8::1]/x", "https://[2001:db8::1]:8443",
  ])
  func `accepts any port of any host`(url: String) async throws {
    try await ServedWebhooks.run { fixture in
      let made = try await fixture.served.client.post("/api/v1/webhooks", #"{"url":"\#(url)"}"#)
      #expect(made.status == .created)
    }
  }

  @Test func `is not called for milestones before its creation`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.finishStory()
      try await fixture.add()
      await fixture.round()
      #expect(try await fixture.receiver.receivedBodies().isEmpty)
      #expect(try await fixture.deliveries().isEmpty)
    }
  }

  @Test func `contains nothing about what was listened to`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      try await fixture.finishStory("Zanzibar")
      await fixture.round()
      let call = try #require(await fixture.receiver.calls.first)
      #expect(!String(decoding: call.body, as: UTF8.self).contains("Zanzibar"))
    }
  }

  @Test func `signs its requests`() async throws {
    try await ServedWebhooks.run { fixture in
      let secret = try await fixture.add().1
      #expect(secret.hasPrefix("whsec_"))
      let key = try #require(Base64.bytes(String(secret.dropFirst(6))))
      #expect(key.count == 32)
      try await fixture.finishStory()
      await fixture.round()
      let call = try #require(await fixture.receiver.calls.first)
      let fields = Dictionary(call.fields.map { ($0.name, $0.value) }) { $1 }
      let (id, time) = (fields["webhook-id"] ?? "", fields["webhook-timestamp"] ?? "")
      #expect(time == "\(fixture.clock.now.milliseconds / 1_000)")
      let signed = Array("\(id).\(time).".utf8) + call.body
      let signature = "v1," + Base64.text(HMAC.sha256(signed, key: key))
      #expect(fields["webhook-signature"] == signature)
      #expect(fields["content-type"] == "application/json")
    }
  }

  @Test func `is not called for a milestone that was undone first`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      await fixture.receiver.answer(.status(500))
      try await fixture.finishStory()
      await fixture.round()
      #expect(await fixture.receiver.receivedIDs().count == 1)
      #expect(try await fixture.served.client.post("/api/v1/history/undo").status == .ok)
      fixture.clock.advance(by: .hours(1))
      await fixture.round()
      #expect(await fixture.receiver.receivedIDs().isEmpty)
      #expect(try await fixture.deliveries().isEmpty)
      #expect(try await fixture.served.client.post("/api/v1/history/redo").status == .ok)
      await fixture.round()
      #expect(await fixture.receiver.receivedIDs().count == 1)
    }
  }

  @Test func `sends the date of an earlier session that arrives before the call`() async throws {
    try await ServedWebhooks.run { fixture in
      try await fixture.add()
      try await fixture.finishStory("s1", at: "10:00")
      await fixture.dispatcher.scheduleCheck(of: .own)
      try await fixture.webhooks.reconcileDeliveries(of: .own) { try await fixture.reached() }
      try await fixture.finishStory("s2", at: "08:00")
      await fixture.round()
      let data = try await fixture.receiver.receivedBodies().first?["data"]
      #expect(data?["reached_at"] == .string("2026-01-05T08:10:00Z"))
    }
  }

  @Test func `is not called after its removal`() async throws {
    try await ServedWebhooks.run { fixture in
      let id = try await fixture.add().0
      try await fixture.finishStory()
      #expect(try await fixture.served.client.send(.delete, "/api/v1/webhooks/\(id)").status == .ok)
      await fixture.round()
      #expect(await fixture.receiver.receivedIDs().isEmpty)
      let again = try await fixture.served.client.send(.delete, "/api/v1/webhooks/\(id)")
      #expect(again.status == .notFound)
      #expect(try again.json()["code"] == .string("webhook.not_found"))
    }
  }

  @Test func `can be tested`() async throws {
    try await ServedWebhooks.run { fixture in
      let id = try await fixture.add().0
      await fixture.receiver.answer(.status(204), .none("Could not resolve host"))
      let answer = try await fixture.served.client.post("/api/v1/webhooks/\(id)/test").json()
      #expect(answer["delivered"] == .bool(true) && answer["response"] == .string("204"))
      #expect(try await fixture.receiver.receivedBodies().first?["type"] == .string("test"))
      let second = try await fixture.served.client.post("/api/v1/webhooks/\(id)/test").json()
      #expect(second["delivered"] == .bool(false))
      for _ in 0..<8 { _ = try await fixture.served.client.post("/api/v1/webhooks/\(id)/test") }
      let last = try await fixture.served.client.post("/api/v1/webhooks/\(id)/test")
      #expect(last.status == .tooManyRequests)
    }
  }

  @Test func `shows its secret once`() async throws {
    try await ServedWebhooks.run { fixture in
      let secret = try await fixture.add().1
      let list = try await fixture.served.client.ask(.get, "/api/v1/webhooks").text
      #expect(!list.contains(secret) && !list.contains("whsec_"))
    }
  }

  @Test(arguments: [
    "http://example.org/hook", "ftp://example.org", "example.org", "https://", "https://:80/",
    "https://anna:secret@example.org", "https://example.org/#part", "https://example.org/ä", "",
  ])
  func `rejects an address it must not call`(url: String) async throws {
    try await ServedWebhooks.run { fixture in
      let answer = try await fixture.served.client.post("/api/v1/webhooks", #"{"url":"\#(url)"}"#)
      #expect(answer.status == .unprocessable)
      #expect(try answer.json()["code"] == .string("webhook.invalid_url"))
    }
  }

  @Test func `is one of ten at most`() async throws {
    try await ServedWebhooks.run { fixture in
      for _ in 0..<10 { try await fixture.add() }
      let answer = try await fixture.served.client.post(
        "/api/v1/webhooks",
        #"{"url":"https://example.org"}"#
      )
      #expect(answer.status == .conflict)
    }
  }

  @Test func `does not exist when the server sends none`() async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/api/v1/webhooks")
      #expect(answer.status == .notFound)
      #expect(try answer.json()["code"] == .string("webhook.off"))
    }
  }
}
