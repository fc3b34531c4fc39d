import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Climbing over the API` {
  /// Starts a session with additional fields and returns its path.
  static func session(_ served: ServedLog, _ more: String = "") async throws -> String {
    let body = #"{"kind":"climbing"\#(more.isEmpty ? "" : ",\(more)")}"#
    let started = try await served.client.post("/api/v1/sessions", body)
    #expect(started.status == .created, "\(started.text)")
    return try #require(started.fields["location"])
  }

  static func climb(_ served: ServedLog, _ session: String, _ body: String) async throws -> String {
    let added = try await served.client.post(session + "/climbs", body)
    #expect(added.status == .created, "\(added.text)")
    return try #require(added.fields["location"])
  }

  @Test(arguments: TestTransport.allCases)
  func `starts with all options and ends with all ratings`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let path = try await Self.session(
        served,
        #""discipline":"sport","mental":4,"outdoor":true,"partners":["Ana"],"place":"Crag","note":"n""#
      )
      served.scratch.clock.advance(by: .minutes(90))
      let ended = try await served.client.post(path + "/end", #"{"rpe":7,"pump":3}"#)
      #expect(ended.status == .ok)
      let json = try await served.client.ask(.get, path).json()
      let reported = try #require(json["climbing"])
      #expect(reported["discipline"] == .string("sport"))
      #expect(reported["mental"] == .integer(4))
      #expect(reported["physical"] == .null)
      #expect(reported["rpe"] == .integer(7))
      #expect(reported["partners"] == .array([.string("Ana")]))
      #expect(reported["private"] == .bool(true))
      #expect(json["note"] == .string("n"))
      #expect(try await served.log.history(limit: 9).count == 2)
    }
  }

  @Test func `returns the history of a climb's route`() async throws {
    try await ServedLog.run { served in
      let first = try await Self.session(served)
      _ = try await Self.climb(served, first, #"{"name":"Roof","grade":"V5","attempts":2}"#)
      served.scratch.clock.advance(by: .minutes(90))
      _ = try await served.client.post(first + "/end", "{}")
      served.scratch.clock.advance(by: .minutes(60 * 48))
      let second = try await Self.session(served)
      let sent = try await Self.climb(served, second, #"{"name":"roof","grade":"V5","sent":true}"#)
      let again = try await Self.climb(served, second, #"{"name":"Roof","grade":"V5","sent":true}"#)
      let route = try #require(
        try await served.client.ask(.get, again + "/route").json()["route"]
      )
      #expect(route["attempts"] == .integer(4) && route["attempts_to_send"] == .integer(3))
      #expect(route["repeats"] == .integer(1))
      #expect(route["days"]?.list.map { $0["attempts"] } == [.integer(2), .integer(2)])
      for (path, tick) in [(sent, "redpoint"), (again, "repeat")] {
        let climb = try await served.client.ask(.get, path).json()
        #expect(climb["attempts"]?.list.last?["tick"] == .string(tick))
      }
      let page = try await served.client.ask(.get, again.replacing("/api/v1", with: ""))
      #expect(page.text.contains("4 attempts on 2 days since"))
      let bare = try await Self.climb(served, second, #"{"grade":"V1","angle":40}"#)
      #expect(try await served.client.ask(.get, bare + "/route").json()["route"] == .null)
      #expect(try await served.client.ask(.get, bare).json()["angle"] == .integer(40))
      let tilted = try await served.client.post(second + "/climbs", #"{"grade":"V1","angle":91}"#)
      #expect(tilted.status == .unprocessable)
    }
  }

  @Test(arguments: ClimbingScale.all)
  func `keeps omitted fields and clears null ones`(scale: ClimbingScale) async throws {
    try await ServedLog.run { served in
      let path = try await Self.session(served, "\"\(scale.name)\":\(scale.range.upperBound)")
      for (edit, value) in [
        (#"{"note":"x"}"#, JSON.integer(scale.range.upperBound)),
        ("{\"\(scale.name)\":\(scale.range.lowerBound)}", .integer(scale.range.lowerBound)),
        ("{\"\(scale.name)\":null}", .null),
      ] {
        let answer = try await served.client.send(.patch, path, edit)
        #expect(try answer.json()["climbing"]?[scale.name] == value, "\(edit)")
        #expect(try await served.client.ask(.get, path).json() == answer.json())
      }
      let far = "{\"\(scale.name)\":\(scale.range.upperBound + 1)}"
      #expect(try await served.client.send(.patch, path, far).status == .unprocessable)
    }
  }

  @Test func `accepts a correction only of the version that was read`() async throws {
    try await ServedLog.run { served in
      let path = try await Self.session(served)
      let tag = try #require(try await served.client.ask(.get, path).fields["etag"])
      let first = try await served.client.send(.patch, path, #"{"mental":2}"#, [("if-match", tag)])
      #expect(first.status == .ok)
      let second = try await served.client.send(.patch, path, #"{"mental":5}"#, [("if-match", tag)])
      #expect(second.status == .preconditionFailed)
    }
  }

  @Test func `adds a climb to a day without a session`() async throws {
    try await ServedLog.run { served in
      let body =
        #"{"day":"2026-01-03","place":"Crag","outdoor":true,"name":"The Bard","attempts":2,"sent":true}"#
      let added = try await served.client.post("/api/v1/climbs", body, key: "k")
      #expect(added.status == .created, "\(added.text)")
      #expect(try await served.client.post("/api/v1/climbs", body, key: "k").json() == added.json())
      let path = try #require(added.fields["location"])
      let reported = try await served.client.ask(.get, path).json()
      #expect(reported["session_id"] == .null && reported["day"] == .string("2026-01-03"))
      #expect(reported["place"] == .string("Crag") && reported["outdoor"] == .bool(true))
      let day = try await served.client.ask(.get, "/api/v1/logbook/2026-01-03").json()
      #expect(day["climbs"] == .array([reported]))
      for (flaw, status) in [
        ("{}", HTTPStatus.unprocessable), (#"{"day":"2999-01-01"}"#, .unprocessable),
      ] {
        #expect(try await served.client.post("/api/v1/climbs", flaw).status == status)
      }
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `adds a climb with attempts and tags in one request`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let path = try await Self.session(served, #""discipline":"bouldering""#)
      let body =
        #"{"name":"Midnight Lightning","grade":"V8","attempts":3,"sent":true,"helped":["crimp"],"hindered":["sloper","my knee"]}"#
      let first = try await served.client.post(path + "/climbs", body, key: "k")
      let again = try await served.client.post(path + "/climbs", body, key: "k")
      #expect(first.status == .created)
      #expect(again.body == first.body)
      #expect(again.fields["location"] == first.fields["location"])
      let json = try first.json()
      #expect(json["sent"] == .bool(true))
      #expect(json["grade_scale"] == .string("V"))
      guard case .array(let attempts)? = json["attempts"], case .array(let tags)? = json["tags"]
      else { return #expect(Bool(false)) }
      #expect(
        attempts.map { $0["text"] } == ["fell", "fell", "sent, redpoint"].map { .string($0) }
      )
      #expect(tags.count == 3)
      #expect(try await served.log.history(limit: 9).count == 2)
      #expect(
        try await served.client.ask(.get, path + "/climbs").json()["climbs"] == .array([json])
      )
    }
  }

  @Test func `changes, deletes and restores a climb`() async throws {
    try await ServedLog.run { served in
      let client = served.client
      let path = try await Self.climb(
        served,
        try await Self.session(served),
        #"{"name":"A","grade":"6b","scale":"FRENCH","notes":"n","attempts":1,"helped":["crimp"]}"#
      )
      let tag = try #require(try await client.ask(.get, path).fields["etag"])
      let edit = #"{"grade":"6c","name":null,"unmarked":["crimp"],"hindered":["slab"]}"#
      let edited = try await client.send(.patch, path, edit, [("if-match", tag)])
      let json = try edited.json()
      #expect(json["grade"] == .string("6c"))
      #expect(json["grade_scale"] == .string("FRENCH"))
      #expect(json["name"] == .null)
      #expect(json["notes"] == .string("n"))
      #expect(json["tags"]?[0]?["tag"] == .string("wall:slab"))
      #expect(
        try await client.send(.delete, path, "", [("if-match", tag)]).status == .preconditionFailed
      )
      #expect(try await client.send(.delete, path).status == .ok)
      #expect(try await client.ask(.get, path).status == .notFound)
      let back = try await client.post(path + "/restore")
      #expect(try back.json() == json)
    }
  }

  @Test func `converts a grade to other scales, and moves a climb`() async throws {
    try await ServedLog.run { served in
      let session = try await Self.session(served, #""discipline":"sport""#)
      _ = try await Self.climb(served, session, #"{"name":"A"}"#)
      let path = try await Self.climb(served, session, #"{"grade":"5.12a","scale":"YDS"}"#)
      let json = try await served.client.ask(.get, path).json()
      let reported = try #require(json["approximately"])
      #expect(
        reported[0] == .members(("grade", .string("~7a+")), ("grade_scale", .string("FRENCH")))
      )
      let moved = try await served.client.send(.patch, path, #"{"position":1}"#)
      #expect(try moved.json()["position"] == .integer(1))
      let list = try await served.client.ask(.get, session + "/climbs").json()
      #expect(list["climbs"]?[1]?["name"] == .string("A"))
      #expect(list["climbs"]?[1]?["approximately"] == .array([]))
      let bare = try await served.client.send(.patch, path, #"{"grade":null,"scale":"UIAA"}"#)
      #expect(try bare.json()["code"] == .string("grade.not_in_scale"))
      #expect(
        try await served.client.send(.patch, path, #"{"position":0}"#).status == .unprocessable
      )
    }
  }

  @Test func `adds, changes and deletes attempts according to the rules`() async throws {
    try await ServedLog.run { served in
      let client = served.client
      let session = try await Self.session(served, #""discipline":"sport""#)
      let path = try await Self.climb(served, session, #"{"name":"A"}"#)
      _ = try await client.post(path + "/attempts", #"{"result":"try"}"#)
      let late = try await client.post(path + "/attempts", #"{"result":"send","tick":"flash"}"#)
      #expect(try late.json()["code"] == .string("attempt.not_first"))
      let ahead = #"{"result":"try","at":"2099-01-01T00:00:00Z"}"#
      #expect(try await client.post(path + "/attempts", ahead).status == .unprocessable)
      let before = #"{"result":"try","at":"2026-01-01T00:00:00Z"}"#
      let refused = try await client.post(path + "/attempts", before)
      #expect(try refused.json()["code"] == .string("attempt.outside_session"))
      for body in ["{}", #"{"tick":"flash"}"#] {
        let unsaid = try await client.post(path + "/attempts", body)
        #expect(unsaid.status == .unprocessable && unsaid.text.contains("result"), "\(body)")
      }
      let sent = try await client.post(path + "/attempts", #"{"result":"send"}"#).json()
      #expect(sent["attempts"]?[1]?["tick"] == .string("redpoint"))
      guard case .string(let id)? = sent["attempts"]?[1]?["id"] else { return }
      let other = path + "/attempts/" + id
      let fell = try await client.send(.patch, other, #"{"result":"try"}"#).json()
      #expect(fell["attempts"]?[1]?["text"] == .string("fell"))
      let unknown = try await client.send(.patch, other, #"{"result":null}"#).json()
      #expect(unknown["attempts"]?[1]?["result"] == .null)
      let wrong = try await client.send(.patch, other, #"{"tick":"redpoint"}"#)
      #expect(try wrong.json()["code"] == .string("attempt.tick_without_send"))
      let start = try await client.ask(.get, session).json()["started_at"] ?? .null
      let timed = try await client.send(.patch, other, #"{"at":\#(start.text)}"#).json()
      #expect(timed["attempts"]?[1]?["at"] == start && timed["attempts"]?[1]?["result"] == .null)
      let outside = #"{"at":"2026-01-01T00:00:00Z"}"#
      for path in [other, path] {
        let refused = try await client.send(.patch, path, outside).json()
        #expect(refused["code"] == .string("attempt.outside_session"))
        let cleared = try await client.send(.patch, path, #"{"at":null}"#).json()
        #expect(cleared["attempts"]?[1]?["at"] == .null)
      }
      #expect(try await client.ask(.get, path).json()["at"] == .null)
      let left = try await client.send(.delete, other).json()
      #expect(left["attempts"]?[1] == nil)
      #expect(try await client.send(.delete, other).status == .notFound)
    }
  }

  static let refused: [(body: String, code: String)] = [
    (#"{"grade":"V99","scale":"V"}"#, "grade.not_in_scale"),
    (#"{"grade":"6b","scale":"FRENCH","discipline":"bouldering"}"#, "grade.wrong_discipline"),
    (#"{"attempts":1000}"#, "request.field"), (#"{"pitches":0}"#, "request.field"),
    (#"{"tick":"flash","attempts":2}"#, "attempt.not_first"),
    (#"{"discipline":"bouldering","tick":"pinkpoint"}"#, "attempt.wrong_discipline"),
    (#"{"helped":["crimp"],"hindered":["hold:crimp"]}"#, "request.field"),
    (#"{"helped":[" "]}"#, "climb.invalid_tag"), (#"{"colour":"red"}"#, "request.field"),
    (#"{"scale":"HUECO"}"#, "request.field"),
    (#"{"sent":false,"tick":"flash","attempts":1}"#, "attempt.tick_without_send"),
    (#"{"attempts":0,"sent":true}"#, "climb.invalid_attempts"),
    (#"{"name":"A","scale":"UIAA"}"#, "grade.not_in_scale"),
    (#"{"grade":"7a/8a","scale":"FRENCH"}"#, "grade.not_in_scale"),
  ]

  @Test(arguments: refused)
  func `rejects an invalid climb and adds nothing`(body: String, code: String) async throws {
    try await ServedLog.run { served in
      let path = try await Self.session(served)
      let answer = try await served.client.post(path + "/climbs", body)
      #expect(try answer.json()["code"] == .string(code), "\(answer.text)")
      #expect(answer.status == .unprocessable)
      #expect(try await served.log.history(limit: 9).count == 1)
    }
  }

  @Test func `rejects fields of another kind`() async throws {
    try await ServedLog.run { served in
      let client = served.client
      let reading = try await client.post("/api/v1/sessions", #"{"title":"Dune"}"#)
      let book = try #require(reading.fields["location"])
      let climbing = try await Self.session(served)
      for (path, body) in [
        (book + "/climbs", #"{"name":"A"}"#), (book + "/end", #"{"rpe":3}"#),
        (climbing + "/end", #"{"page":3}"#),
      ] {
        let answer = try await client.post(path, body)
        #expect(try answer.json()["code"] == .string("climbing.wrong_kind"), "\(path) \(body)")
        #expect(answer.status == .conflict)
      }
      #expect(try await client.send(.patch, book, #"{"pump":3}"#).status == .conflict)
      #expect(try await client.send(.patch, climbing, #"{"start_page":3}"#).status == .conflict)
      for body in [#"{"title":"A","rpe":3}"#, #"{"kind":"climbing","title":"A"}"#] {
        #expect(try await client.post("/api/v1/sessions", body).status == .unprocessable)
      }
      #expect(try await served.log.openSessions().count == 2)
    }
  }

  @Test func `summarises the running session`() async throws {
    try await ServedLog.run { served in
      let client = served.client
      #expect(try await client.ask(.get, "/api/v1/live").json()["session"] == .null)
      let path = try await Self.session(served, #""discipline":"trad""#)
      served.scratch.clock.advance(by: .minutes(5))
      _ = try await Self.climb(served, path, #"{"attempts":2,"sent":true}"#)
      served.scratch.clock.advance(by: .minutes(5))
      let live = try await client.ask(.get, "/api/v1/live").json()["session"]
      #expect(live?["discipline"] == .string("trad"))
      #expect(live?["climbs"] == .integer(1))
      #expect(live?["attempts"] == .integer(2))
      #expect(live?["active_seconds"] == .integer(600))
      #expect(
        live?["last_change"] == .string("2026-01-05T18:05:00.000Z")
          || live?["last_change"] == .string("2026-01-05T18:05:00Z")
      )
      #expect(try await client.ask(.get, "/api/v1/live?kind=swimming").status == .unprocessable)
      let reading = try await client.ask(.get, "/api/v1/live?kind=reading").json()["session"]
      #expect(reading == .null)
    }
  }

  @Test func `deletes several sessions at once, or none`() async throws {
    try await ServedLog.run { served in
      var ids: [String] = []
      for _ in 1...3 {
        let path = try await Self.session(served)
        served.scratch.clock.advance(by: .minutes(30))
        _ = try await served.client.post(path + "/end")
        ids.append(String(path.split(separator: "/").last ?? ""))
      }
      let stray = "[\"\(ids[0])\",\"01a1fe05-0877-7d2d-a80a-90ec3e1b50cf\"]"
      #expect(
        try await served.client.post("/api/v1/sessions/delete", "{\"ids\":\(stray)}").status
          == .notFound
      )
      #expect(try await served.log.sessions(SessionFilter()).count == 3)
      let two = "{\"ids\":[\"\(ids[0])\",\"\(ids[1])\"]}"
      #expect(try await served.client.post("/api/v1/sessions/delete", two).status == .ok)
      #expect(try await served.log.sessions(SessionFilter()).count == 1)
      #expect(try await served.log.history(limit: 1).first?.title == "2 sessions deleted")
      _ = try await served.log.undo()
      #expect(try await served.log.sessions(SessionFilter()).count == 3)
    }
  }

  @Test func `lists suggestions for input fields`() async throws {
    try await ServedLog.run { served in
      let path = try await Self.session(served, #""place":"Hall""#)
      _ = try await Self.climb(served, path, #"{"name":"A"}"#)
      let client = served.client
      #expect(
        try await client.ask(.get, "/api/v1/climbing/names").json()["names"]
          == .array([.string("A")])
      )
      #expect(
        try await client.ask(.get, "/api/v1/climbing/places").json()["places"]
          == .array([.string("Hall")])
      )
      #expect(try await client.ask(.get, "/api/v1/climbing/tags").text.contains("hold:crimp"))
      let scales = try await client.ask(.get, "/api/v1/climbing/scales").json()["scales"]
      #expect(scales?[0]?["chosen"] == .bool(true))
      #expect(scales?[1]?["chosen"] == .bool(false))
    }
  }
}

extension JSON {
  /// Returns an element of an array, or nil.
  subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSON {
  /// The elements of an array; empty for any other value.
  fileprivate var list: [JSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }
}
