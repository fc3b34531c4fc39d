import Cairn
import CairnActions
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Listening over the API` {
  /// Starts a session with additional fields and returns its path.
  static func session(_ served: ServedLog, _ more: String) async throws -> String {
    let started = try await served.client.post(
      "/api/v1/sessions",
      #"{"kind":"listening",\#(more)}"#
    )
    #expect(started.status == .created, "\(started.text)")
    return try #require(started.fields["location"])
  }

  @Test(arguments: TestTransport.allCases)
  func `starts by title at a position and a speed, and ends where it stopped`(
    way: TestTransport
  ) async throws {
    try await ServedLog.run(way) { served in
      let path = try await Self.session(
        served,
        #""title":"The Hobbit","author":"J. R. R. Tolkien","start_position_seconds":60,"speed_hundredths":125"#
      )
      served.scratch.clock.advance(by: .minutes(30))
      let ended = try await served.client.post(
        path + "/end",
        #"{"position_seconds":2310,"note":"x"}"#
      )
      #expect(ended.status == .ok, "\(ended.text)")
      let json = try await served.client.ask(.get, path).json()
      #expect(json["title"] == .string("The Hobbit"))
      #expect(json["kind"] == .string("listening"))
      #expect(json["active_seconds"] == .integer(1_800))
      #expect(json["note"] == .string("x"))
      let reported = try #require(json["listening"])
      #expect(reported["start_position_seconds"] == .integer(60))
      #expect(reported["position_seconds"] == .integer(2_310))
      #expect(reported["speed_hundredths"] == .integer(125))
      #expect(reported["completed"] == .bool(false))
      #expect(try await served.log.stories().map(\.author) == ["J. R. R. Tolkien"])
    }
  }

  @Test func `rejects a position after the end of the story, and leaves other stories alone`()
    async throws
  {
    try await ServedLog.run { served in
      let path = try await Self.session(served, #""title":"Emma""#)
      let story = try #require(try await served.log.stories().first?.id)
      func length(_ seconds: Int64) async throws {
        try await served.log.write("Edit") { writer in
          var edit = EditStory(story)
          edit.duration = .some(.seconds(seconds))
          try edit.run(in: writer)
        }
      }
      try await length(3_601)
      served.scratch.clock.advance(by: .minutes(5))
      let refused = try await served.client.post(path + "/end", #"{"position_seconds":3602}"#)
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("1:00:02 is past the end of “Emma”, which is 1:00:01 long."))
      #expect(try await served.log.openSessions().count == 1)
      let ended = try await served.client.post(path + "/end", #"{"position_seconds":3601}"#)
      #expect(ended.status == .ok)
      let edited = try await served.client.send(.patch, path, #"{"start_position_seconds":99999}"#)
      #expect(edited.text.contains("listening.beyond_end"))
      try await length(60)
      let other = try await served.client.send(.patch, path, #"{"start_position_seconds":5}"#)
      #expect(other.status == .ok, "\(other.text)")
    }
  }

  @Test func `starts again at the last position, or at none after the end`() async throws {
    try await ServedLog.run { served in
      let places: [(String, JSON)] = [
        (#"{"position_seconds":600}"#, .null), (#"{"completed":true}"#, .integer(600)),
        ("{}", .null),
      ]
      for (end, start) in places {
        let path = try await Self.session(served, #""title":"Emma""#)
        let json = try await served.client.ask(.get, path).json()
        #expect(json["listening"]?["start_position_seconds"] == start)
        served.scratch.clock.advance(by: .minutes(10))
        _ = try await served.client.post(path + "/end", end)
      }
      #expect(try await served.log.storyCount() == 1)
    }
  }

  @Test func `is tracked, corrected and given another story`() async throws {
    try await ServedLog.run { served in
      let body =
        #"{"kind":"listening","title":"Emma","start":"2026-01-05T08:00:00Z","end":"2026-01-05T09:00:00Z","position_seconds":3600,"completed":true}"#
      let tracked = try await served.client.post("/api/v1/sessions/track", body)
      #expect(tracked.status == .created, "\(tracked.text)")
      let path = try #require(tracked.fields["location"])
      for (edit, member, value) in [
        (#"{"completed":false}"#, "completed", JSON.bool(false)),
        (#"{"speed_hundredths":200}"#, "speed_hundredths", .integer(200)),
        (#"{"speed_hundredths":null}"#, "speed_hundredths", .null),
        (#"{"position_seconds":null}"#, "position_seconds", .null),
        (#"{"start_position_seconds":5}"#, "start_position_seconds", .integer(5)),
      ] {
        let answer = try await served.client.send(.patch, path, edit)
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(try answer.json()["listening"]?[member] == value, "\(edit)")
      }
      let other = try await served.log.write("Add") {
        try AddStory(NewStory(title: "Dune")).run(in: $0).id
      }
      let moved = try await served.client.send(.patch, path, #"{"story":"\#(other.record.text)"}"#)
      #expect(try moved.json()["title"] == .string("Dune"))
      let listed = try await served.client.ask(.get, "/api/v1/sessions?story=\(other.record.text)")
      #expect(try listed.json()["sessions"]?[0]?["title"] == .string("Dune"))
      let kind = try await served.client.ask(.get, "/api/v1/sessions?kind=listening").text
      #expect(kind.contains("Dune"))
      #expect(try await served.log.history(limit: 9).last?.title == "Session tracked: “Emma”")
    }
  }

  @Test func `runs in parallel with reading, and each is reported separately`() async throws {
    try await ServedLog.run { served in
      _ = try await served.client.post("/api/v1/sessions", #"{"title":"Dune"}"#)
      _ = try await Self.session(served, #""title":"Emma","start_position_seconds":7"#)
      let live = try await served.client.ask(.get, "/api/v1/live?kind=listening").json()
      #expect(live["session"]?["title"] == .string("Emma"))
      #expect(live["session"]?["start_position_seconds"] == .integer(7))
      let open = try await served.client.ask(.get, "/api/v1/sessions?open=true&kind=listening").text
      #expect(open.contains("Emma") && !open.contains("Dune"))
    }
  }

  static let refusals: [(body: String, code: String)] = [
    (#"{"kind":"listening"}"#, "request.field"),
    (#"{"kind":"listening","title":"a","story":"b"}"#, "request.field"),
    (#"{"kind":"listening","story":"b"}"#, "story.not_found"),
    (#"{"kind":"listening","title":"a","pages":3}"#, "request.field"),
    (#"{"kind":"listening","title":"a","mental":3}"#, "request.field"),
    (#"{"kind":"listening","title":"a","speed_hundredths":9}"#, "request.field"),
    (#"{"kind":"listening","title":"a","start_position_seconds":-1}"#, "request.field"),
    (#"{"kind":"climbing","story":"b"}"#, "request.field"),
    (#"{"title":"a","speed_hundredths":100}"#, "request.field"),
    (#"{"title":"a","author":"b"}"#, "request.field"),
  ]

  @Test(arguments: refusals.indices)
  func `rejects fields of another kind and changes nothing`(index: Int) async throws {
    let (body, code) = Self.refusals[index]
    try await ServedLog.run { served in
      let answer = try await served.client.post("/api/v1/sessions", body)
      #expect(try answer.json()["code"] == .string(code), "\(answer.text)")
      #expect(try await served.log.history(limit: 9).isEmpty)
      #expect(try await served.log.storyCount() == 0)
    }
  }

  @Test func `rejects an end of another kind, and the session continues`() async throws {
    try await ServedLog.run { served in
      let listening = try await Self.session(served, #""title":"Emma""#)
      let read = try await served.client.post("/api/v1/sessions", #"{"title":"Dune"}"#)
      let reading = try #require(read.fields["location"])
      served.scratch.clock.advance(by: .minutes(5))
      for (path, body, code) in [
        (listening, #"{"page":3}"#, "listening.wrong_kind"),
        (listening, #"{"rpe":3}"#, "climbing.wrong_kind"),
        (reading, #"{"completed":true}"#, "listening.wrong_kind"),
      ] {
        let answer = try await served.client.post(path + "/end", body)
        #expect(try answer.json()["code"] == .string(code), "\(answer.text)")
        #expect(answer.status == .conflict)
      }
      #expect(try await served.log.openSessions().count == 2)
    }
  }

  @Test func `needs the author when two stories have the title`() async throws {
    try await ServedLog.run { served in
      for author in ["A", "B"] {
        _ = try await served.log.write("Add") { writer in
          var new = NewStory(title: "Tales")
          new.author = author
          return try AddStory(new).run(in: writer)
        }
      }
      let body = #"{"kind":"listening","title":"Tales"}"#
      let answer = try await served.client.post("/api/v1/sessions", body)
      #expect(try answer.json()["code"] == .string("story.ambiguous"))
      #expect(answer.status == .conflict)
      _ = try await Self.session(served, #""title":"Tales","author":"b""#)
    }
  }
}
