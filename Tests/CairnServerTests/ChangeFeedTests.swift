import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnAccounts

@Suite struct `A client of the change feed` {
  @Test func `gets the current state first, then each change with its kinds`() async throws {
    try await ServedLog.run { served in
      _ = try await served.person.add("Emma")
      try await served.listen { events in
        let first = try #require(await events.next())
        #expect(first.name == "state")
        #expect(first.data == #"{"state":\#(first.id),"kinds":[]}"#)
        _ = try await served.client.post("/api/v1/sessions", #"{"title":"Emma"}"#)
        let second = try #require(await events.next())
        #expect(second.name == "changed")
        #expect(second.id > first.id)
        #expect(second.data.contains(#""session""#))
        #expect(!second.data.contains(#""work""#))
      }
    }
  }

  @Test func `gets missed changes at once after a reconnect`() async throws {
    try await ServedLog.run { served in
      _ = try await served.person.add("Emma")
      let state = try await served.log.changes(since: nil).state
      for (target, field) in [("?since=\(state)", nil), ("?since=0", "\(state)"), ("", "\(state)")]
      {
        try await served.listen(target, lastEvent: field) { events in
          #expect(await events.next()?.name == "state")
        }
      }
      _ = try await served.person.add("Dune")
      for (target, field) in [("?since=\(state)", nil), ("", "\(state)"), ("", "nonsense")] {
        try await served.listen(target, lastEvent: field) { events in
          let event = try #require(await events.next())
          #expect(event.name == "changed")
          #expect(event.data.contains(#""work""#))
        }
      }
      #expect(try await served.client.ask(.get, "/api/v1/changes?since=x").status == .unprocessable)
    }
  }

  @Test func `gets a single change on request`() async throws {
    var pace = ChangeFeedConfiguration(poll: .milliseconds(5))
    pace.heartbeat = .milliseconds(10)
    try await ServedLog.run(pace: pace) { served in
      _ = try await served.person.add("Emma")
      let state = try await served.log.changes(since: nil).state
      try await served.listen("?since=\(state - 1)&once=true") { events in
        #expect(await events.next()?.name == "changed")
        #expect(await events.next(orBeat: true) == nil)
      }
      try await served.listen("?since=\(state)&once=true") { events in
        #expect(await events.next()?.name == "state")
        #expect(await events.next(orBeat: true)?.text == ":\n\n")
        #expect(await events.next(orBeat: true) == nil)
      }
    }
  }

  @Test func `gets changes by another program`() async throws {
    try await ServedLog.run(pace: ChangeFeedConfiguration(poll: .milliseconds(5))) { served in
      try await served.listen { events in
        #expect(await events.next()?.name == "state")
        let other = try await served.scratch.reopen()
        _ = try await Scenario(other).add("Emma")
        #expect(await events.next()?.name == "changed")
      }
    }
  }

  @Test func `gets a heartbeat while nothing changes`() async throws {
    var pace = ChangeFeedConfiguration(poll: .milliseconds(5))
    pace.heartbeat = .milliseconds(10)
    try await ServedLog.run(pace: pace) { served in
      try await served.listen { events in
        #expect(await events.next()?.name == "state")
        for _ in 0..<3 { #expect(await events.next(orBeat: true)?.text == ":\n\n") }
      }
    }
  }

  @Test func `is limited in streams, and closing one frees it`() async throws {
    var pace = ChangeFeedConfiguration.singleUser
    pace.streams = 2
    try await ServedLog.run(pace: pace) { served in
      var open: [HTTPResponse] = []
      for _ in 0..<2 { open.append(await served.ask("/api/v1/changes")) }
      let refused = await served.ask("/api/v1/changes")
      #expect(refused.status == .tooManyRequests)
      #expect(refused.text.contains("request.too_many_streams"))
      #expect(refused.fields["retry-after"] != nil)
      open.removeLast()
      #expect(await served.ask("/api/v1/changes").status == .ok)
    }
  }

  @Test func `gets each event as it happens over a socket`() async throws {
    var pace = ChangeFeedConfiguration.singleUser
    pace.heartbeat = .seconds(3_600)
    try await ServedLog.run(.socket, pace: pace) { served in
      let wire = RawClient(port: try #require(served.client.port))
      let head = "GET /api/v1/changes HTTP/1.1\r\nhost: \(served.client.host)\r\n\r\n"
      let open = try await wire.open(head)
      #expect(try await open.read(to: "\n\n\r\n").contains("content-type: text/event-stream"))
      _ = try await served.client.post("/api/v1/books", #"{"title":"Emma"}"#)
      #expect(try await open.read(to: "\n\n\r\n").contains("event: changed"))
      open.disconnect()
    }
  }

  @Test func `keeps its log open, however many others connect`() async throws {
    try await ServedAccounts.run(openLogs: 1) { served in
      let anna = try await served.add("anna")
      let token = try await served.accounts.issue(.app, named: "all", to: anna.id).secret
      try await served.listen(token) { events in
        #expect(await events.next()?.name == "state")
        for name in ["ben", "kim", "lea"] {
          try await served.add(name)
          var browser = try await served.browser(of: name)
          _ = try await browser.submit("/start", "title=Emma")
        }
        var browser = try await served.browser(of: "anna")
        _ = try await browser.submit("/start", "title=Dune")
        #expect(await events.next()?.name == "changed")
      }
    }
  }

  @Test func `gets no changes of other people`() async throws {
    try await ServedAccounts.run { served in
      let anna = try await served.add("anna")
      try await served.add("ben")
      let token = try await served.accounts.issue(.app, named: "all", to: anna.id).secret
      try await served.listen(token) { events in
        #expect(await events.next()?.data == #"{"state":0,"kinds":[]}"#)
        var ben = try await served.browser(of: "ben")
        _ = try await ben.submit("/start", "title=Emma")
        var browser = try await served.browser(of: "anna")
        _ = try await browser.submit("/settings", "weekStart=sunday")
        #expect(await events.next()?.data.contains(#""kinds":["setting"]"#) ?? false)
      }
    }
  }

  @Test func `is disconnected when its token is revoked`() async throws {
    try await ServedAccounts.run(pace: ChangeFeedConfiguration(poll: .milliseconds(5))) { served in
      let anna = try await served.add("anna")
      let (credential, secret) = try await served.accounts.issue(.app, named: "all", to: anna.id)
      try await served.listen(secret) { events in
        #expect(await events.next()?.name == "state")
        try await served.accounts.revoke(credential.id, of: anna.id)
        #expect(await events.next() == nil)
      }
      let response = try await served.client.ask(
        .get,
        "/api/v1/changes",
        [("authorization", "Bearer " + secret)]
      )
      #expect(response.status == .unauthorized)
    }
  }
}

/// The server-sent events of a stream.
final class Events: Sendable {
  private let stream: AsyncStream<[UInt8]>

  init(_ stream: AsyncStream<[UInt8]>) { self.stream = stream }

  /// Returns the next event, without heartbeats unless `orBeat`; nil at the end of the stream.
  func next(orBeat: Bool = false) async -> Event? {
    for await part in stream {
      let event = Event(text: String(decoding: part, as: UTF8.self))
      if orBeat || event.text != ":\n\n" { return event }
    }
    return nil
  }

  struct Event {
    let text: String

    private func line(_ name: String) -> String {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ": ") } ?? ""
      return String(line.dropFirst(name.count + 2))
    }

    var name: String { line("event") }
    var data: String { line("data") }
    var id: Int64 { Int64(line("id")) ?? -1 }
  }
}

extension HTTPResponse {
  /// Runs a body with the events of the response while they are produced.
  func listen(_ body: (Events) async throws -> Void) async throws {
    let (stream, arriving) = AsyncStream<[UInt8]>.makeStream()
    let parts = try #require(parts)
    let task = Task {
      defer { arriving.finish() }
      try await parts.make { arriving.yield($0) }
    }
    try await body(Events(stream))
    task.cancel()
    _ = await task.result
  }
}

extension ServedLog {
  /// Sends a request without waiting for the end of the response.
  func ask(_ target: String, _ fields: [(String, String)] = []) async -> HTTPResponse {
    await client.server.respond(to: client.request(target, fields))
  }

  func listen(
    _ query: String = "",
    lastEvent: String? = nil,
    _ body: (Events) async throws -> Void
  ) async throws {
    let fields = lastEvent.map { [("last-event-id", $0)] } ?? []
    try await ask("/api/v1/changes" + query, fields).listen(body)
  }
}

extension ServedAccounts {
  func listen(_ token: String, _ body: (Events) async throws -> Void) async throws {
    let request = client.request("/api/v1/changes", [("authorization", "Bearer " + token)])
    try await client.server.respond(to: request).listen(body)
  }
}

extension TestClient {
  fileprivate func request(_ target: String, _ fields: [(String, String)]) -> HTTPRequest {
    var request = HTTPRequest(.get, target)
    for (name, value) in [("host", host)] + fields { request.fields.append(name, value) }
    return request
  }
}
