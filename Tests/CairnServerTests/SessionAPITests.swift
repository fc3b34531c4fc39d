import Cairn
import CairnHTTP
import CairnTestKit
import Testing

@Suite struct `Sessions over HTTP` {
  @Test(arguments: ["reading", "listening", "climbing"])
  func `keep the note from the start above the one from the end`(kind: String) async throws {
    try await ServedLog.run { served in
      let title = kind == "climbing" ? "" : #","title":"Dune""#
      let body = #"{"kind":"\#(kind)","note":"in the rain"\#(title)}"#
      let path = try #require(
        try await served.client.post("/api/v1/sessions", body).fields["location"]
      )
      served.scratch.clock.advance(by: .minutes(5))
      _ = try await served.client.post(path + "/end", #"{"note":"then home"}"#)
      let json = try await served.client.ask(.get, path).json()
      #expect(json["note"] == .string("in the rain\nthen home"))
    }
  }

  @Test(arguments: [("reading", "stop"), ("listening", "heard"), ("climbing", "end")])
  func `save a note on the page when the field loses focus`(
    kind: String,
    end: String
  ) async throws {
    for (typed, noted) in [("note=all+of+it&", "all of it"), ("note=&", nil), ("", "in the rain")] {
      try await ServedLog.run { served in
        let title = kind == "climbing" ? "" : #","title":"Dune""#
        let body = #"{"kind":"\#(kind)","note":"in the rain"\#(title)}"#
        let id = try await served.client.post("/api/v1/sessions", body).json()["id"]
        guard case .string(let id)? = id else { return #expect(Bool(false)) }
        served.scratch.clock.advance(by: .minutes(5))
        let ended = try await served.client.submit("/sessions/\(id)/\(end)", typed + "key=e")
        #expect(ended.status == .seeOther, "\(ended.text)")
        let json = try await served.client.ask(.get, "/api/v1/sessions/" + id).json()
        #expect(json["note"] == noted.map { .string($0) } ?? .null)
      }
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `run from start to end`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let (client, clock) = (served.client, served.scratch.clock)
      let started = try await client.post("/api/v1/sessions", #"{"title":"Dune","pages":604}"#)
      #expect(started.status.code == 201)
      let session = try started.json()
      #expect(session["state"] == .string("running"))
      let path = try #require(started.fields["location"])
      #expect(try await client.ask(.get, path).json() == session)
      clock.advance(by: .minutes(20))
      #expect(try await client.post(path + "/pause").json()["state"] == .string("paused"))
      clock.advance(by: .minutes(10))
      #expect(try await client.post(path + "/resume").json()["state"] == .string("running"))
      clock.advance(by: .minutes(5))
      let ended = try await client.post(path + "/end", #"{"page":42,"note":"<b>&"}"#)
      #expect(ended.status.code == 200)
      #expect(try ended.json()["active_seconds"] == .integer(1_500))
      #expect(try ended.json()["pages"] == .integer(42))
      #expect(try ended.json()["note"] == .string("<b>&"))
      let today = try await client.ask(.get, "/api/v1/stats/today").json()
      #expect(today["active_seconds"] == .integer(1_500))
      #expect(today["streak"]?["current"] == .integer(1))
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `can be cancelled only while they are open`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let client = served.client
      let started = try await client.post("/api/v1/sessions", #"{"title":"Dune"}"#)
      let path = try #require(started.fields["location"])
      let gone = try await client.post(path + "/cancel")
      #expect(try gone.json()["state"] == .string("cancelled"))
      #expect(try await client.ask(.get, path).status == .notFound)
      let book = try await served.person.add("Emma")
      let ended = try await served.person.track(book, "17:00-17:30")
      let late = try await client.post("/api/v1/sessions/\(ended.id.record.text)/cancel")
      #expect(late.status == .conflict)
      #expect(try late.json()["code"] == .string("session.already_ended"))
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `are listed page by page without a gap or a repeat`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let book = try await served.person.add("Emma")
      for hour in 1...7 { try await served.person.track(book, "0\(hour):00-0\(hour):30") }
      var (target, seen) = ("/api/v1/sessions?limit=3", [String]())
      while true {
        let page = try await served.client.ask(.get, target).json()
        guard case .array(let sessions)? = page["sessions"] else { return #expect(Bool(false)) }
        seen += sessions.map { "\($0["started_at"] ?? .null)" }
        guard case .string(let next)? = page["next"] else { break }
        target = "/api/v1/sessions?limit=3&before=\(next)"
      }
      #expect(seen.count == 7)
      #expect(seen == seen.sorted().reversed())
    }
  }

  @Test(arguments: ["/end", "/pause"])
  func `ask for the end of a forgotten timer`(act: String) async throws {
    try await ServedLog.run { served in
      let started = try await served.client.post("/api/v1/sessions", #"{"title":"Dune"}"#)
      let path = try #require(started.fields["location"])
      served.scratch.clock.advance(by: .hours(13))
      let asked = try await served.client.post(path + act)
      #expect(asked.status == .conflict)
      #expect(try asked.json()["code"] == .string("session.forgotten"))
      let all = try await served.client.post(path + act, #"{"now":true}"#)
      #expect(try all.json()["active_seconds"] == .integer(13 * 3_600))
    }
  }

  @Test(arguments: [
    (#"{"title":"Dune","colour":"red"}"#, 422, "request.field"),
    (#"{"title":"Dune","title":"Emma"}"#, 400, "json.invalid"),
    (#"{"title":7}"#, 422, "request.field"), (#"{}"#, 422, "request.field"),
    (#"{"title":"  "}"#, 422, "reading.title_missing"), (#"["Dune"]"#, 400, "request.malformed"),
    (#"{"title":"Dune","kind":"sleeping"}"#, 422, "request.field"),
    (#"{"title":"Dune","book":"01a1fe05-0877-7d2d-a80a-90ec3e1b50cf"}"#, 422, "request.field"),
    (#"{"book":"01a1fe05-0877-7d2d-a80a-90ec3e1b50cf"}"#, 404, "reading.not_on_shelf"),
    (#"{"title":"Dune","at":"tomorrow"}"#, 422, "request.field"),
    (#"{"title":"Dune","at":"2030-01-01T00:00:00Z"}"#, 422, "session.in_future"),
    (#"{"title":"Dune","pages":0}"#, 422, "reading.invalid_pages"),
    (#"{"title":"#, 400, "json.invalid"),
    (#"{"title":"a\u0000b"}"#, 422, "request.field"), ("\u{FEFF}{}", 400, "json.invalid"),
  ])
  func `are rejected with a code, without a change`(
    body: String,
    status: Int,
    code: String
  ) async throws {
    try await ServedLog.run { served in
      let refused = try await served.client.post("/api/v1/sessions", body)
      #expect(refused.status.code == status)
      #expect(try refused.json()["code"] == .string(code))
      #expect(refused.fields["content-type"] == "application/problem+json")
      #expect(try await served.contents() == "")
    }
  }

  @Test(arguments: [
    ("GET", "/api/v1/nothing", 404, "request.not_found"),
    ("DELETE", "/api/v1/sessions", 405, "request.method"),
    ("BREW", "/api/v1/shelf", 405, "request.method"),
    ("GET", "/api/v1/sessions/xyz", 404, "session.not_found"),
    ("GET", "/api/v1/sessions?limit=0", 422, "request.field"),
    ("GET", "/api/v1/sessions?limit=5&page=2", 422, "request.field"),
    ("GET", "/api/v1/sessions?before=x", 422, "request.field"),
    ("GET", "/api/v1/shelf?status=eaten", 422, "request.field"),
    ("GET", "/api/v1/%zz", 400, "request.malformed"),
  ])
  func `have no other paths`(
    method: String,
    target: String,
    status: Int,
    code: String
  ) async throws {
    for way in TestTransport.allCases {
      try await ServedLog.run(way) { served in
        let refused = try await served.client.ask(HTTPMethod(method), target)
        #expect(refused.status.code == status)
        #expect(try refused.json()["code"] == .string(code))
        #expect((refused.fields["allow"] != nil) == (status == 405))
      }
    }
  }

  @Test func `accept JSON only with its media type`() async throws {
    try await ServedLog.run { served in
      let target = "/api/v1/sessions"
      let body = #"{"title":"Dune"}"#
      for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
        let refused = try await served.client.ask(.post, target, body, type: type)
        #expect(refused.status.code == 415)
      }
      #expect(try await served.contents() == "")
    }
  }
}

@Suite struct `An unchanged response` {
  @Test(arguments: TestTransport.allCases)
  func `is not sent again`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      _ = try await served.person.add("Emma")
      let target = "/api/v1/shelf"
      let first = try await served.client.ask(.get, target)
      let tag = try #require(first.fields["etag"])
      let again = try await served.client.ask(.get, target, [("if-none-match", "\"x\", W/\(tag)")])
      #expect(again.status.code == 304)
      #expect(again.body.isEmpty)
      _ = try await served.person.add("Persuasion")
      let changed = try await served.client.ask(.get, target, [("if-none-match", tag)])
      #expect(changed.status == .ok)
      #expect(changed.fields["etag"] != tag)
    }
  }

  @Test func `has no body for HEAD`() async throws {
    try await ServedLog.run(.socket) { served in
      let wire = RawClient(port: try #require(served.client.port))
      let head =
        "HEAD /healthz HTTP/1.1\r\nhost: \(served.client.host)\r\nconnection: close\r\n\r\n"
      let answer = try await wire.send(head)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.hasSuffix("Content-Length: 15\r\n\r\n"))
    }
  }
}

extension TestClient {
  func ask(
    _ method: HTTPMethod,
    _ target: String,
    _ fields: [(String, String)]
  ) async throws -> HTTPResponse {
    try await ask(method, target, "", type: nil, fields)
  }
}

extension HTTPResponse {
  func json() throws -> JSON { try JSON(parsing: body) }
}
