import Cairn
import CairnHTTP
import CairnJSON
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Changed rows of a climbing app` {
  @Test(
    arguments: [
      "sessions started_at", "sessions is_private", "sessions discipline", "climbs is_outdoor",
      "climbs discipline", "climbs session_id", "attempts attempt_number", "attempts outcome",
      "attempts climb_id", "technique_impacts impact", "profiles is_public",
    ]
  )
  func `refuse null where an app cannot read it`(_ place: String) async throws {
    try await ServedApp.run { app, _ in
      try await app.pushClimb()
      let (table, column) = (place.prefix { $0 != " " }, place.drop { $0 != " " }.dropFirst())
      let before = try await app.rows(String(table))
      let answer = try await app.ask(
        .patch,
        "/rest/v1/\(table)?user_id=eq.\(app.user)",
        #"{"\#(column)":null}"#
      )
      #expect(answer.status == .badRequest)
      #expect(try answer.json()["code"] == .string("23502"))
      #expect(answer.text.contains(#"\"\#(column)\""#))
      #expect(try await app.rows(String(table)) == before)
    }
  }

  @Test func `have a value wherever an app cannot read null`() async throws {
    try await ServedApp.run { app, anna in
      let times = #""started_at":"2026-01-05T16:00:00Z","ended_at":"2026-01-05T17:30:00Z""#
      let session = try await app.push(
        "sessions",
        #"{"id":"\#(ServedApp.session)",\#(times)}"#
      )
      #expect(session?["discipline"] == .string("bouldering"))
      #expect(session?["is_private"] != .null)
      let climb = try await app.push(
        "climbs",
        #"{"id":"\#(ServedApp.climb)","session_id":"\#(ServedApp.session)"}"#
      )
      #expect(climb?["discipline"] == .string("bouldering"))
      #expect(climb?["is_outdoor"] == .bool(false))
      let attempt = try await app.push(
        "attempts",
        #"{"id":"\#(ServedApp.attempt)","climb_id":"\#(ServedApp.climb)","attempt_number":1}"#
      )
      #expect(attempt?["outcome"] == .string("try"))
      let running = try await app.push(
        "sessions",
        #"{"id":"\#(ServedApp.session)","ended_at":null}"#
      )
      #expect(running?["ended_at"] == .string("2026-01-05T17:30:00+00:00"))
    }
  }

  @Test(
    arguments: ["sessions started_at", "sessions ended_at", "attempts occurred_at"],
    [
      "9999-12-31T23:59:59Z", "2026-01-06T18:00:01Z", "1999-12-31T23:59:59Z",
      "0001-01-01T00:00:00Z",
    ]
  )
  func `refuse a time that nobody can have recorded`(_ place: String, time: String) async throws {
    try await ServedApp.run { app, _ in
      try await app.pushClimb()
      let (table, column) = (place.prefix { $0 != " " }, place.drop { $0 != " " }.dropFirst())
      let target = "/rest/v1/\(table)?user_id=eq.\(app.user)"
      let answer = try await app.ask(.patch, target, #"{"\#(column)":"\#(time)"}"#)
      #expect(answer.status == .badRequest)
      #expect(try answer.json()["code"] == .string("23514"))
      #expect(answer.text.contains(#"\"\#(column)\""#) && answer.text.contains(time))
    }
  }

  @Test(arguments: ["id", "user_id"])
  func `keep the columns that say which row it is`(_ column: String) async throws {
    try await ServedApp.run { app, _ in
      try await app.pushClimb()
      let before = try await app.rows("climbs")
      for filter in ["id=eq.\(ServedApp.climb)", "user_id=eq.\(app.user)"] {
        let answer = try await app.ask(
          .patch,
          "/rest/v1/climbs?" + filter,
          #"{"\#(column)":"\#(ServedApp.attempt)","name":"Copy"}"#
        )
        #expect(answer.status == .badRequest)
        #expect(try answer.json()["code"] == .string("428C9"))
      }
      #expect(try await app.rows("climbs") == before)
      let same = try await app.ask(
        .patch,
        "/rest/v1/climbs?id=eq.\(ServedApp.climb)",
        #"{"id":"\#(ServedApp.climb)","name":"Arete"}"#
      )
      #expect(same.status == .noContent)
      #expect(try await app.rows("climbs?select=name")[0]["name"] == .string("Arete"))
    }
  }

  @Test func `of a tag can be changed where it is`() async throws {
    try await ServedApp.run { app, _ in
      try await app.pushClimb()
      let target = "/rest/v1/technique_impacts?id=eq." + ServedApp.session
      #expect(try await app.ask(.patch, target, #"{"impact":"hindered"}"#).status == .noContent)
      let rows = try await app.rows("technique_impacts")
      #expect(rows.map { $0["impact"] } == [.string("hindered")])
      #expect(try await app.ask(.delete, target).status == .noContent)
      #expect(try await app.rows("technique_impacts?deleted_at=is.null").isEmpty)
    }
  }

  @Test func `that are changed together keep what Cairn derives`() async throws {
    try await ServedApp.run { app, _ in
      try await app.pushClimb()
      let second = "9F9619FF-8B86-4011-B42D-00C04FC964FF"
      let sent = try await app.push("attempts", app.attemptJSON(2, "send", id: second))
      #expect(sent?["send_type"] == .string("redpoint"))
      let target = "/rest/v1/attempts?climb_id=eq." + ServedApp.climb
      #expect(try await app.ask(.delete, target).status == .noContent)
      let restored = try await app.push("attempts", #"{"id":"\#(second)","deleted_at":null}"#)
      #expect(restored?["send_type"] == .string("flash"))
    }
  }

  @Test(arguments: ["app", "Cairn"])
  func `of attempts and tags come back with their climb`(_ place: String) async throws {
    try await ServedApp.run { app, anna in
      try await app.pushClimb()
      let path = "/api/v1/climbs/" + ServedApp.climb.lowercased()
      if place == "app" {
        try await app.push("climbs", app.climbJSON(#","deleted_at":"2026-01-05T17:00:00Z""#))
      } else {
        _ = try await anna.delete(path)
      }
      let gone = try await app.pull("attempts")
      let since = try #require(gone.last?["updated_at"]?.stringValue)
      #expect(gone.count == 1 && gone[0]["deleted_at"] != .null)
      if place == "app" {
        try await app.push("climbs", app.climbJSON(#","deleted_at":null"#))
      } else {
        #expect(try await anna.post("/api/v1/history/undo").status == .ok)
      }
      for table in ["attempts", "technique_impacts"] {
        let rows = try await app.pull(table, since: since)
        #expect(rows.map { $0["deleted_at"] } == [.null], "\(table)")
      }
    }
  }
}
