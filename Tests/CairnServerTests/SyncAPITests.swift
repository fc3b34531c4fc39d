import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Sync over HTTP` {
  @Test func `returns the log's epoch, which stays the same`() async throws {
    try await ServedLog.run { served in
      let first = try await served.client.ask(.get, "/api/v1/sync/hello").json()
      #expect(first["proto"] == .integer(2))
      let again = try await served.client.ask(.get, "/api/v1/sync/hello").json()
      #expect(again["epoch"] == first["epoch"])
    }
  }

  @Test func `returns history entries, and accepts them again without a change`() async throws {
    try await ServedLog.run { served in
      _ = try await served.client.post("/api/v1/books", #"{"title":"Emma"}"#)
      let epoch = try await epoch(served)
      let page = try await served.client.post(
        "/api/v1/sync/pull",
        #"{"proto":2,"epoch":"\#(epoch)","record":0,"mutation":0}"#
      )
      #expect(page.status == .ok)
      guard case .array(let sent)? = try page.json()["mutations"], let mutation = sent.first else {
        return #expect(Bool(false), "\(page.text)")
      }
      let before = try await served.client.ask(.get, "/api/v1/shelf").text
      let push = #"{"proto":2,"epoch":"\#(epoch)","mutations":[\#(mutation.text)]}"#
      for _ in 0..<2 {
        let answer = try await served.client.post("/api/v1/sync/push", push)
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(try answer.json()["results"] != .array([]))
      }
      #expect(try await served.client.ask(.get, "/api/v1/shelf").text == before)
    }
  }

  @Test(arguments: [
    (
      "pull", #"{"proto":2,"epoch":"01900000-0000-7000-8000-000000000000","record":0,"mutation":0}"#
    ),
    ("push", #"{"proto":2,"epoch":"01900000-0000-7000-8000-000000000000"}"#),
  ])
  func `rejects another epoch`(way: String, body: String) async throws {
    try await ServedLog.run { served in
      _ = try await epoch(served)
      let answer = try await served.client.post("/api/v1/sync/" + way, body)
      #expect(answer.status == .conflict)
      #expect(try answer.json()["code"] == .string("sync.epoch_mismatch"))
    }
  }

  @Test(arguments: [
    ("pull", "{", "sync.malformed"), ("push", "[]", "sync.malformed"),
    ("pull", #"{"proto":3}"#, "sync.newer_protocol"),
    ("push", #"{"mutations":[{"mutation":"x"}]}"#, "sync.malformed"),
    ("pull", #"{"record":1.5}"#, "sync.malformed"),
  ])
  func `rejects an invalid message`(way: String, body: String, code: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.post("/api/v1/sync/" + way, body)
      #expect(answer.status == .badRequest)
      #expect(try answer.json()["code"] == .string(code))
    }
  }

  /// The status is none by which a web page would discard what it sends.
  @Test(arguments: ["push", "pull"])
  func `refuses an older protocol, and changes nothing`(way: String) async throws {
    try await ServedLog.run { served in
      let before = try await served.client.ask(.get, "/api/v1/sync/hello").json()
      let body = #"{"proto":1,"epoch":"\#(try await epoch(served))","lines":[],"records":[]}"#
      let answer = try await served.client.post("/api/v1/sync/" + way, body)
      #expect(answer.status == .upgradeRequired)
      #expect(try answer.json()["code"] == .string("sync.older_protocol"))
      #expect(try await served.client.ask(.get, "/api/v1/sync/hello").json() == before)
    }
  }

  private func epoch(_ served: ServedLog) async throws -> String {
    let hello = try await served.client.ask(.get, "/api/v1/sync/hello").json()
    guard case .string(let epoch)? = hello["epoch"] else { return "" }
    return epoch
  }
}
