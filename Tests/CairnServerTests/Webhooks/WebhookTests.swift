import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `A webhook` {
  @Test func `is told once of a milestone that is reached`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      try await told.hear()
      await told.round()
      let all = try await told.receiver.told()
      #expect(all.count == 1)
      #expect(all.first?["type"] == .string("milestone.unlocked"))
      #expect(all.first?["timestamp"] == .string("2026-01-05T10:10:00Z"))
      let data = all.first?["data"]
      #expect(data?["milestone"] == .string("FIRST_STORY"))
      #expect(data?["category"] == .string("stories") && data?["target"] == .integer(1))
      #expect(data?["reached_at"] == .string("2026-01-05T10:10:00Z"))
      told.clock.advance(by: .hours(1))
      await told.round()
      #expect(try await told.receiver.told().isEmpty)
      #expect(try await told.deliveries().first?["state"] == .string("sent"))
      #expect(try await told.deliveries().first?["answer"] == .string("204"))
    }
  }

  @Test func `is made once under one key, over the API and in the browser`() async throws {
    try await ServedWebhooks.run { told in
      let client = told.served.client
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
      #expect(try await told.webhooks.all(of: .own).count == 2)
    }
  }

  @Test(arguments: [
    "https://a.example:0", "https://a.example:99999/x", "https://[::1]:x", "http:/",
  ])
  func `goes to no address that cannot be`(url: String) async throws {
    try await ServedWebhooks.run { told in
      let refused = try await told.served.client.post("/api/v1/webhooks", #"{"url":"\#(url)"}"#)
      #expect(refused.status == .unprocessable && refused.text.contains("webhook.address"))
    }
  }

  @Test(arguments: [
    "https://a.example:8443/x", "https://[2001:db8::1]/x", "https://[2001:db8::1]:8443",
  ])
  func `goes to any port of any machine`(url: String) async throws {
    try await ServedWebhooks.run { told in
      let made = try await told.served.client.post("/api/v1/webhooks", #"{"url":"\#(url)"}"#)
      #expect(made.status == .created)
    }
  }

  @Test func `is told nothing of what was reached before it was made`() async throws {
    try await ServedWebhooks.run { told in
      try await told.hear()
      try await told.add()
      await told.round()
      #expect(try await told.receiver.told().isEmpty)
      #expect(try await told.deliveries().isEmpty)
    }
  }

  @Test func `is told nothing of what was listened to`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      try await told.hear("Zanzibar")
      await told.round()
      let call = try #require(await told.receiver.calls.first)
      #expect(!String(decoding: call.body, as: UTF8.self).contains("Zanzibar"))
    }
  }

  @Test func `can tell by the signature who sends`() async throws {
    try await ServedWebhooks.run { told in
      let secret = try await told.add().1
      #expect(secret.hasPrefix("whsec_"))
      let key = try #require(Base64.bytes(String(secret.dropFirst(6))))
      #expect(key.count == 32)
      try await told.hear()
      await told.round()
      let call = try #require(await told.receiver.calls.first)
      let fields = Dictionary(call.fields.map { ($0.name, $0.value) }) { $1 }
      let (id, time) = (fields["webhook-id"] ?? "", fields["webhook-timestamp"] ?? "")
      #expect(time == "\(told.clock.now.milliseconds / 1_000)")
      let signed = Array("\(id).\(time).".utf8) + call.body
      let signature = "v1," + Base64.text(HMAC.sha256(signed, key: key))
      #expect(fields["webhook-signature"] == signature)
      #expect(fields["content-type"] == "application/json")
    }
  }

  @Test func `is not told of a milestone that was undone before`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      await told.receiver.answer(.status(500))
      try await told.hear()
      await told.round()
      #expect(await told.receiver.news().count == 1)
      #expect(try await told.served.client.post("/api/v1/history/undo").status == .ok)
      told.clock.advance(by: .hours(1))
      await told.round()
      #expect(await told.receiver.news().isEmpty)
      #expect(try await told.deliveries().isEmpty)
      #expect(try await told.served.client.post("/api/v1/history/redo").status == .ok)
      await told.round()
      #expect(await told.receiver.news().count == 1)
    }
  }

  @Test func `is told the date of an earlier session that comes before it was told`() async throws {
    try await ServedWebhooks.run { told in
      try await told.add()
      try await told.hear("s1", at: "10:00")
      await told.rounds.look(at: .own)
      try await told.webhooks.follow(.own) { try await told.reached() }
      try await told.hear("s2", at: "08:00")
      await told.round()
      let data = try await told.receiver.told().first?["data"]
      #expect(data?["reached_at"] == .string("2026-01-05T08:10:00Z"))
    }
  }

  @Test func `that is removed is told nothing more`() async throws {
    try await ServedWebhooks.run { told in
      let id = try await told.add().0
      try await told.hear()
      #expect(try await told.served.client.send(.delete, "/api/v1/webhooks/\(id)").status == .ok)
      await told.round()
      #expect(await told.receiver.news().isEmpty)
      let again = try await told.served.client.send(.delete, "/api/v1/webhooks/\(id)")
      #expect(again.status == .notFound)
      #expect(try again.json()["code"] == .string("webhook.not_found"))
    }
  }

  @Test func `can be tried`() async throws {
    try await ServedWebhooks.run { told in
      let id = try await told.add().0
      await told.receiver.answer(.status(204), .none("Could not resolve host"))
      let answer = try await told.served.client.post("/api/v1/webhooks/\(id)/test").json()
      #expect(answer["arrived"] == .bool(true) && answer["answer"] == .string("204"))
      #expect(try await told.receiver.told().first?["type"] == .string("test"))
      let second = try await told.served.client.post("/api/v1/webhooks/\(id)/test").json()
      #expect(second["arrived"] == .bool(false))
      for _ in 0..<8 { _ = try await told.served.client.post("/api/v1/webhooks/\(id)/test") }
      let last = try await told.served.client.post("/api/v1/webhooks/\(id)/test")
      #expect(last.status == .tooManyRequests)
    }
  }

  @Test func `shows its secret once`() async throws {
    try await ServedWebhooks.run { told in
      let secret = try await told.add().1
      let list = try await told.served.client.ask(.get, "/api/v1/webhooks").text
      #expect(!list.contains(secret) && !list.contains("whsec_"))
    }
  }

  @Test(arguments: [
    "http://example.org/hook", "ftp://example.org", "example.org", "https://", "https://:80/",
    "https://anna:secret@example.org", "https://example.org/#part", "https://example.org/ä", "",
  ])
  func `is refused where it cannot be told`(url: String) async throws {
    try await ServedWebhooks.run { told in
      let answer = try await told.served.client.post("/api/v1/webhooks", #"{"url":"\#(url)"}"#)
      #expect(answer.status == .unprocessable)
      #expect(try answer.json()["code"] == .string("webhook.address"))
    }
  }

  @Test func `is one of ten at most`() async throws {
    try await ServedWebhooks.run { told in
      for _ in 0..<10 { try await told.add() }
      let answer = try await told.served.client.post(
        "/api/v1/webhooks",
        #"{"url":"https://example.org"}"#
      )
      #expect(answer.status == .conflict)
    }
  }

  @Test func `is not to be had where the server tells none`() async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/api/v1/webhooks")
      #expect(answer.status == .notFound)
      #expect(try answer.json()["code"] == .string("webhook.off"))
    }
  }
}
