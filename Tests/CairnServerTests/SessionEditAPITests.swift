import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@Suite struct `A session that has ended` {
  /// Logs a session of half an hour and returns its path.
  private func session(_ served: ServedLog) async throws -> String {
    let book = try await served.person.add("Emma", pages: 300)
    let session = try await served.person.track(book, "16:00-16:30")
    return "/api/v1/sessions/\(session.id.record.text)"
  }

  static let edits: [(json: String, key: String, value: JSON)] = [
    (#"{"note":"<b>&"}"#, "note", .string("<b>&")), (#"{"note":null}"#, "note", .null),
    (#"{"end":"2026-01-05T16:45:00Z"}"#, "active_seconds", .integer(2_700)),
    (#"{"start":"2026-01-05T17:10:00+01:00"}"#, "active_seconds", .integer(2_100)),
    (#"{"page":30}"#, "pages", .integer(30)),
    (#"{"start_page":10,"page":30}"#, "pages", .integer(20)),
    (#"{"mood_before":2,"place":"train"}"#, "mood_before", .integer(2)),
    (#"{"tags":["sea","beach"]}"#, "tags", .array([.string("beach"), .string("sea")])),
    (#"{"tags":[]}"#, "tags", .array([])),
    (#"{"mood_after":null}"#, "mood_after", .null), (#"{}"#, "note", .null),
  ]

  @Test(arguments: TestTransport.allCases)
  func `accepts a partial correction`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let path = try await session(served)
      for edit in Self.edits {
        let answer = try await served.client.send(.patch, path, edit.json)
        #expect(answer.status == .ok, "\(edit.json): \(answer.text)")
        #expect(try answer.json()[edit.key] == edit.value, "\(edit.json)")
        #expect(try await served.client.ask(.get, path).json() == answer.json())
      }
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `is tagged, annotated and found by its tag and place`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let (path, client) = (try await session(served), served.client)
      let id = String(path.split(separator: "/").last ?? "")
      _ = try await client.send(.patch, path, #"{"place":"Café"}"#)
      let body = #"{"ids":["\#(id)"],"add":["beach","+sun"]}"#
      let tagged = try await client.post("/api/v1/sessions/tag", body)
      #expect(tagged.text.contains(#""tags":["beach","sun"]"#), "\(tagged.text)")
      let removed = try await client.post(
        "/api/v1/sessions/tag",
        #"{"ids":["\#(id)"],"remove":["Sun"]}"#
      )
      #expect(removed.text.contains(#""tags":["beach"]"#))
      let missing = try await client.post(
        "/api/v1/sessions/tag",
        #"{"ids":["\#(id)"],"remove":["sun"]}"#
      )
      #expect(try missing.json()["code"] == .string("session.tag_not_found"))
      let shift = #"{"ids":["\#(id)"],"seconds":-3600}"#
      let moved = try await client.post("/api/v1/sessions/shift", shift)
      #expect(moved.text.contains("2026-01-05T15:00:00Z"), "\(moved.text)")
      for line in ["a", "b"] {
        _ = try await client.post(path + "/annotate", #"{"text":"\#(line)"}"#)
      }
      #expect(try await client.ask(.get, path).json()["note"] == .string("a\nb"))
      for (query, count) in [
        ("tag=BEACH", 1), ("tag=sun", 0), ("place=cafe", 1), ("place=x&tag=beach", 0),
        ("open=true&tag=beach", 0),
      ] {
        let page = try await client.ask(.get, "/api/v1/sessions?" + query).json()
        guard case .array(let rows)? = page["sessions"] else {
          Issue.record("\(query)")
          continue
        }
        #expect(rows.count == count, "\(query)")
      }
    }
  }

  @Test func `accepts a correction only of the version that was read`() async throws {
    try await ServedLog.run { served in
      let path = try await session(served)
      let tag = try #require(try await served.client.ask(.get, path).fields["etag"])
      let first = try await served.client.send(.patch, path, #"{"note":"a"}"#, [("if-match", tag)])
      #expect(first.status == .ok)
      let second = try await served.client.send(.patch, path, #"{"note":"b"}"#, [("if-match", tag)])
      #expect(second.status == .preconditionFailed)
      #expect(try second.json()["code"] == .string("request.changed_since"))
      let gone = try await served.client.send(.delete, path, "", [("if-match", tag)])
      #expect(gone.status == .preconditionFailed)
      #expect(try await served.client.ask(.get, path).json()["note"] == .string("a"))
      let any = try await served.client.send(.patch, path, #"{"note":"c"}"#, [("if-match", "*")])
      #expect(any.status == .ok)
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `is split, merged, moved, deleted and restored`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let (path, client) = (try await session(served), served.client)
      let split = try await client.post(path + "/split", #"{"at":"2026-01-05T16:10:00Z"}"#).json()
      guard case .array(let parts)? = split["sessions"], parts.count == 2,
        case .string(let other)? = parts[1]["id"]
      else { return #expect(Bool(false)) }
      #expect(parts.map { $0["active_seconds"] } == [.integer(600), .integer(1_200)])
      let merged = try await client.post(path + "/merge", #"{"other":"\#(other)"}"#)
      #expect(try merged.json()["active_seconds"] == .integer(1_800))
      let moved = try await client.post(path + "/move", #"{"to":"2026-01-05T12:00:00Z"}"#)
      #expect(try moved.json()["ended_at"] == .string("2026-01-05T12:30:00Z"))
      #expect(try await client.send(.delete, path).json()["state"] == .string("deleted"))
      #expect(try await client.ask(.get, path).status == .notFound)
      #expect(try await client.post(path + "/restore").json()["active_seconds"] == .integer(1_800))
    }
  }

  @Test func `stays deleted while another session has its time`() async throws {
    try await ServedLog.run { served in
      let path = try await session(served)
      _ = try await served.client.send(.delete, path)
      let other = #"{"title":"Emma","start":"2026-01-05T16:20:00Z","end":"2026-01-05T16:50:00Z"}"#
      #expect(try await served.client.post("/api/v1/sessions/track", other).status == .created)
      let before = try await served.contents()
      let refused = try await served.client.post(path + "/restore")
      #expect(try refused.json()["code"] == .string("session.overlap"))
      #expect(try await served.contents() == before)
    }
  }

  @Test func `of climbing is tracked with all its fields`() async throws {
    try await ServedLog.run { served in
      let json = """
        {"kind":"climbing","start":"2026-01-04T10:00:00Z","end":"2026-01-04T12:00:00Z",
        "discipline":"sport","mental":4,"rpe":7,"place":"Crag","note":"windy"}
        """
      let first = try await served.client.post("/api/v1/sessions/track", json, key: "k")
      let again = try await served.client.post("/api/v1/sessions/track", json, key: "k")
      #expect(first.status == .created && first.body == again.body, "\(first.text)")
      #expect(first.text.contains(#""discipline":"sport""#) && first.text.contains(#""rpe":7"#))
      let wrong = #"{"start":"2026-01-04T10:00:00Z","end":"2026-01-04T12:00:00Z","mental":4}"#
      #expect(
        try await served.client.post("/api/v1/sessions/track", wrong).status == .unprocessable
      )
    }
  }

  @Test func `is tracked once, however often it is sent`() async throws {
    try await ServedLog.run { served in
      let json = """
        {"title":"Emma","pages":300,"start":"2026-01-05T10:00:00Z","end":"2026-01-05T10:30:00Z",
        "page":20,"mood_before":3,"note":"rain"}
        """
      let first = try await served.client.post("/api/v1/sessions/track", json, key: "k")
      let again = try await served.client.post("/api/v1/sessions/track", json, key: "k")
      #expect(first.status == .created)
      #expect(first.body == again.body)
      #expect(try first.json()["pages"] == .integer(20))
      #expect(try await served.log.sessions(SessionFilter()).count == 1)
    }
  }

  @Test func `is continued in a new session`() async throws {
    try await ServedLog.run { served in
      let path = try await session(served)
      let open = try await served.client.post(path + "/continue")
      #expect(open.status == .created)
      #expect(try open.json()["title"] == .string("Emma"))
      #expect(try await served.client.post(path + "/continue").status == .conflict)
    }
  }

  @Test(arguments: [
    ("from=2026-01-05", 1), ("to=2026-01-04", 0), ("from=2026-01-05&to=2026-01-05", 1),
    ("kind=climbing", 0), ("kind=reading", 1), ("open=true", 0), ("open=false", 1),
    ("book=01a1fe05-0877-7d2d-a80a-90ec3e1b50cf", 0),
  ])
  func `is listed by the given filter`(query: String, count: Int) async throws {
    try await ServedLog.run { served in
      _ = try await session(served)
      let answer = try await served.client.ask(.get, "/api/v1/sessions?\(query)").json()
      guard case .array(let sessions)? = answer["sessions"] else { return #expect(Bool(false)) }
      #expect(sessions.count == count)
    }
  }

  @Test(arguments: [
    ("PATCH", "", #"{"page":1,"percent_hundredths":2}"#, 422, "request.field"),
    ("PATCH", "", #"{"mood_before":9}"#, 422, "request.field"),
    ("PATCH", "", #"{"page":301}"#, 422, "reading.page_beyond_end"),
    ("PATCH", "", #"{"end":"2026-01-05T15:00:00Z"}"#, 422, "session.ends_before_start"),
    ("PATCH", "", #"{"reason":"phone"}"#, 409, "session.no_pause"),
    ("PATCH", "", #"{"book":"01a1fe05-0877-7d2d-a80a-90ec3e1b50cf"}"#, 404, "reading.not_on_shelf"),
    ("POST", "/split", #"{}"#, 422, "request.field"),
    ("POST", "/split", #"{"at":"2026-01-05T20:00:00Z"}"#, 409, "session.split_outside"),
    ("POST", "/merge", #"{"other":"7"}"#, 422, "request.field"),
    (
      "POST", "/merge", #"{"other":"01a1fe05-0877-7d2d-a80a-90ec3e1b50cf"}"#, 404,
      "session.not_found"
    ),
    ("POST", "/pause", #"{}"#, 409, "session.already_ended"),
    ("POST", "/cancel", #"{}"#, 409, "session.already_ended"),
    ("DELETE", "", #"{"really":true}"#, 422, "request.field"),
  ])
  func `keeps its state when a change is rejected`(
    method: String,
    end: String,
    json: String,
    status: Int,
    code: String
  ) async throws {
    try await ServedLog.run { served in
      let path = try await session(served)
      let before = try await served.contents()
      let refused = try await served.client.send(HTTPMethod(method), path + end, json)
      #expect(refused.status.code == status, "\(refused.text)")
      #expect(try refused.json()["code"] == .string(code))
      #expect(try await served.contents() == before)
    }
  }
}
