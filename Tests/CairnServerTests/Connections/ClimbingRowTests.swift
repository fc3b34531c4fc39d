import Cairn
import CairnHTML
import CairnHTTP
import CairnJSON
import CairnTestKit
import Testing

@testable import CairnServer

/// The failure scenarios of spec/climbing.md 5.3, by their numbers, and the traps of section 4, by their letters.
@Suite struct `Rows of a climbing app` {
  private static let session = ServedApp.session.lowercased()

  @Test(arguments: TestEngine.ofAccounts)
  func `become a session with climbs and attempts, once however often they come`(
    engine: TestEngine
  ) async throws {
    try await ServedApp.run(on: engine) { app, anna in
      for _ in 0..<2 {
        let row = try await app.push("sessions", app.sessionJSON(#","rpe":7,"notes":"Good""#))
        #expect(row?["id"] == .string(Self.session))
        #expect(row?["started_at"] == .string("2026-01-05T16:00:00+00:00"))
        #expect(row?["rpe"] == .integer(7) && row?["deleted_at"] == .null)
        let grade =
          #","name":"Blue slab","grade_original":"V4","grade_scale":"V","grade_score_min":31"#
        let climb = try await app.push("climbs", app.climbJSON(grade))
        #expect(climb?["grade_score_min"] == .integer(31))
        try await app.push("attempts", app.attemptJSON(1, "send", #","send_type":"flash""#))
      }
      let session = try await anna.get("/api/v1/sessions/" + Self.session).json()
      #expect(session["active_seconds"] == .integer(5_400))
      #expect(session["note"] == .string("Good") && session["climbing"]?["rpe"] == .integer(7))
      let climbs = try await anna.get("/api/v1/sessions/\(Self.session)/climbs").text
      #expect(climbs.contains("Blue slab") && climbs.contains("\"flash\""))
      let history = try await anna.get("/api/v1/history").json()
      guard case .array(let entries)? = history["entries"] else { return }
      #expect(entries.count == 3)
    }
  }

  @Test func `come back with what changed in Cairn`() async throws {
    try await ServedApp.run { app, anna in
      let pushed = try await app.push("sessions", app.sessionJSON())
      let since = try #require(pushed?["updated_at"]?.stringValue)
      #expect(try await app.pull("sessions", since: since).isEmpty)
      _ = try await anna.patch("/api/v1/sessions/" + Self.session, #"{"rpe":9,"note":"Hard"}"#)
      let rows = try await app.pull("sessions", since: since)
      #expect(rows.map { $0["rpe"] } == [.integer(9)])
      #expect(rows.map { $0["notes"] } == [.string("Hard")])
    }
  }

  @Test func `omitted columns stay, and null clears (5)`() async throws {
    try await ServedApp.run { app, _ in
      try await app.push("sessions", app.sessionJSON(#","rpe":7,"notes":"Good""#))
      let kept = try await app.push("sessions", app.sessionJSON())
      #expect(kept?["notes"] == .string("Good") && kept?["rpe"] == .integer(7))
      let cleared = try await app.push("sessions", app.sessionJSON(#","rpe":null,"notes":null"#))
      #expect(cleared?["notes"] == .null && cleared?["rpe"] == .null)
    }
  }

  @Test func `of attempts may share a number, so none keeps another out (1)`() async throws {
    try await ServedApp.run { app, _ in
      try await app.push("sessions", app.sessionJSON())
      try await app.push("climbs", app.climbJSON())
      let gone = #","deleted_at":"2026-01-05T16:20:00Z""#
      try await app.push("attempts", app.attemptJSON(1, "try"))
      try await app.push("attempts", app.attemptJSON(1, "try", gone))
      let other = "9F9619FF-8B86-4011-B42D-00C04FC964FF"
      try await app.push("attempts", app.attemptJSON(1, "try", id: other))
      let live = try await app.rows("attempts?deleted_at=is.null&select=id")
      #expect(live.map { $0["id"] } == [.string(other.lowercased())])
      #expect(try await app.rows("attempts").count == 2)
    }
  }

  @Test func `of a session of less than a second are accepted (2)`() async throws {
    try await ServedApp.run { app, _ in
      let json = app.sessionJSON()
        .replacing("2026-01-05T17:30:00Z\",\"is", with: "2026-01-05T16:00:00Z\",\"is")
      let row = try await app.push("sessions", json)
      #expect(row?["ended_at"] == .string("2026-01-05T16:00:00+00:00"))
      let later = try await app.push("sessions", json)
      #expect(later?["ended_at"] == .string("2026-01-05T16:00:00+00:00"))
    }
  }

  @Test(arguments: [true, false])
  func `of a tag replace one another in any order (3)`(isNewFirst: Bool) async throws {
    try await ServedApp.run { app, anna in
      try await app.push("sessions", app.sessionJSON())
      try await app.push("climbs", app.climbJSON())
      let tags = try await app.rows("technique_tags?order=name.asc&select=id,name")
      #expect(tags.count == 11 && tags[0]["name"] == .string("Crimp"))
      let tag = tags[0]["id"]?.stringValue ?? ""
      func json(_ id: String, _ impact: String, _ others: String = "") -> String {
        #"{"id":"\#(id)","user_id":"\#(app.user)","climb_id":"\#(ServedApp.climb)","#
          + #""tag_id":"\#(tag)","impact":"\#(impact)"\#(others)}"#
      }
      let (old, new) = (ServedApp.session, ServedApp.attempt)
      try await app.push("technique_impacts", json(old, "helped"))
      let steps = [
        json(old, "helped", #","deleted_at":"2026-01-05T16:30:00Z""#), json(new, "hindered"),
      ]
      for step in isNewFirst ? steps.reversed() : steps {
        try await app.push("technique_impacts", step)
      }
      let live = try await app.rows("technique_impacts?deleted_at=is.null")
      #expect(live.map { $0["id"] } == [.string(new.lowercased())])
      #expect(live.map { $0["impact"] } == [.string("hindered")])
      let gone = try await app.rows("technique_impacts?deleted_at=not.is.null")
      #expect(gone.map { $0["id"] } == [.string(old.lowercased())])
      #expect(try await app.rows("skill_impacts").isEmpty)
      let climb = try await anna.get("/api/v1/climbs/" + ServedApp.climb.lowercased()).text
      #expect(climb.contains("crimp") && climb.contains("hindered"))
    }
  }

  @Test(arguments: ["try,flash", "send,project", "send,onsight", "try,redpoint"])
  func `keep a send type that Cairn does not have (4)`(_ pair: String) async throws {
    try await ServedApp.run { app, _ in
      let parts = pair.split(separator: ",").map(String.init)
      try await app.push("sessions", app.sessionJSON())
      try await app.push("climbs", app.climbJSON())
      let json = app.attemptJSON(1, parts[0], #","send_type":"\#(parts[1])""#)
      let row = try await app.push("attempts", json)
      #expect(row?["outcome"] == .string(parts[0]))
      #expect(row?["send_type"] == .string(parts[1]))
      #expect(try await app.rows("attempts?select=send_type")[0]["send_type"] == row?["send_type"])
    }
  }

  @Test func `of a deleted session stay deleted, and keep what was written (6, 22)`() async throws {
    try await ServedApp.run { app, anna in
      try await app.push("sessions", app.sessionJSON())
      try await app.push("climbs", app.climbJSON())
      _ = try await anna.delete("/api/v1/sessions/" + Self.session)
      let row = try await app.push("sessions", app.sessionJSON(#","notes":"Late""#))
      #expect(row?["deleted_at"] != .null && row?["notes"] == .string("Late"))
      let attempt = try await app.push("attempts", app.attemptJSON(1, "try"))
      #expect(attempt?["deleted_at"] != .null)
      #expect(try await app.rows("climbs?deleted_at=is.null").isEmpty)
      let restored = try await app.push("sessions", app.sessionJSON(#","deleted_at":null"#))
      #expect(restored?["deleted_at"] == .null && restored?["notes"] == .string("Late"))
      #expect(try await app.rows("attempts?deleted_at=is.null").count == 1)
    }
  }

  @Test func `have a time of change that the server assigns, one after the other (8, 9)`()
    async throws
  {
    try await ServedApp.run { app, _ in
      var json: [String] = []
      for number in 0..<1_000 {
        let id = RecordID(derivedFrom: ["session", "\(number)"]).text
        json.append(
          #"{"id":"\#(id)","started_at":"2025-01-05T16:00:00Z","ended_at":"2025-01-05T17:00:00Z","#
            + #""updated_at":"2025-01-05T17:00:00Z"}"#
        )
      }
      let many = "[" + json.joined(separator: ",") + "]"
      let minimal = [("prefer", "return=minimal")]
      let answer = try await app.ask(.post, "/rest/v1/sessions", many, minimal)
      #expect(answer.status == .created && answer.body.isEmpty)
      try await app.push("sessions", app.sessionJSON())
      #expect(try await app.pull("sessions").count == 1_001)
      var (seen, since) = (Set<String>(), "0001-01-01T00:00:00.000Z")
      while true {
        let time = PercentCoding.encoded(since)
        let page = try await app.rows(
          "sessions?updated_at=gt.\(time)&order=updated_at.asc&limit=400"
        )
        guard let last = page.last?["updated_at"]?.stringValue else { break }
        seen.formUnion(page.compactMap { $0["id"]?.stringValue })
        since = last
      }
      #expect(seen.count == 1_001)
      #expect(since.hasPrefix("2026-01-05T18:00:00"))
    }
  }

  @Test func `reach a phone whose clock is ahead (7)`() async throws {
    try await ServedApp.run { app, _ in
      try await app.push("sessions", app.sessionJSON())
      #expect(try await app.pull("sessions", since: "2026-01-05T18:10:00.000Z").count == 1)
      #expect(try await app.pull("sessions", since: "2026-01-05T18:00:00.000Z").isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `of two running sessions end the one that started first (18)`(isLater: Bool) async throws {
    try await ServedApp.run { app, anna in
      let hours: Int64 = isLater ? 3 : 0
      let at = Instant.scratchStart - .hours(hours)
      let start = #"{"kind":"climbing","at":"\#(at.text)"}"#
      #expect(try await anna.post("/api/v1/sessions", start).status == .created)
      let running = app.sessionJSON()
        .replacing(#""ended_at":"2026-01-05T17:30:00Z","#, with: "")
      let row = try await app.push("sessions", running)
      #expect(row?["ended_at"] == (isLater ? .null : .string("2026-01-05T18:00:00+00:00")))
      let ends = try await app.rows("sessions?order=started_at.asc&select=ended_at")
      #expect(ends.map { $0["ended_at"] == .null } == [false, true])
      let ended = try await app.push("sessions", app.sessionJSON())
      #expect(ended?["ended_at"] == .string("2026-01-05T17:30:00+00:00"))
    }
  }

  @Test func `take both spellings of a column, and keep what Cairn has no place for (a)`()
    async throws
  {
    try await ServedApp.run { app, anna in
      try await app.push("sessions", app.sessionJSON())
      let others =
        #","openbeta_climb_id":"a1","open_beta_area_id":"b2","#
        + #""belay_partner_name":"Ben","location_display":"Fontainebleau""#
      let json = app.climbJSON(others).replacing("outdoor\":false", with: "outdoor\":true")
      let row = try await app.push("climbs", json)
      #expect(row?["openbeta_climb_id"] == .string("a1"))
      #expect(row?["openbeta_area_id"] == .string("b2"))
      #expect(row?["is_outdoor"] == .bool(true) && row?["belay_partner_name"] == .string("Ben"))
      let path = "/api/v1/climbs/" + ServedApp.climb.lowercased()
      _ = try await anna.patch(path, #"{"name":"Red arete"}"#)
      let climbs = try await app.rows("climbs")
      #expect(climbs[0]["name"] == .string("Red arete"))
      #expect(climbs[0]["location_display"] == .string("Fontainebleau"))
    }
  }

  @Test func `answer an empty change with the row (b), and a wrong value for itself (d, f)`()
    async throws
  {
    try await ServedApp.run { app, _ in
      try await app.push("sessions", app.sessionJSON())
      let same = try await app.ask(
        .patch,
        "/rest/v1/sessions?id=eq.\(ServedApp.session)&select=*",
        "{}",
        [("prefer", "return=representation")]
      )
      #expect(same.status == .ok && same.text.contains(Self.session))
      let wrong = try await app.send("sessions", app.sessionJSON(#","rpe":11"#))
      #expect(wrong.status == .badRequest)
      #expect(try wrong.json()["code"] == .string("23514"))
      #expect(try await app.rows("sessions?select=rpe")[0]["rpe"] == .null)
      let unknown = try await app.send("sessions", app.sessionJSON(#","colour":"red""#))
      #expect(try unknown.json()["code"] == .string("PGRST204"))
      let orphan = try await app.send("climbs", app.climbJSON().replacing("6F96", with: "5F96"))
      #expect(orphan.status == .conflict)
      #expect(try orphan.json()["code"] == .string("23503"))
    }
  }

  @Test(arguments: TestEngine.ofAccounts)
  func `of another person are neither seen nor changed`(engine: TestEngine) async throws {
    try await ServedApp.run(on: engine) { app, _ in
      try await app.push("sessions", app.sessionJSON())
      try await app.served.add("ben")
      let ben = try await ServedApp.signIn("ben", to: app.served)
      #expect(try await ben.pull("sessions").isEmpty)
      let stolen = try await ben.send("sessions", app.sessionJSON(#","notes":"mine""#))
      #expect(stolen.status == .forbidden)
      #expect(try stolen.json()["code"] == .string("42501"))
      let deleted = try await ben.ask(
        .delete,
        "/rest/v1/sessions?id=eq.\(ServedApp.session)",
        "{}",
        [("prefer", "return=representation")]
      )
      #expect(deleted.text == "[]")
      #expect(try await app.rows("sessions?deleted_at=is.null").count == 1)
    }
  }

  @Test func `are for nobody without a token`() async throws {
    try await ServedApp.run { app, _ in
      var stranger = app
      stranger.access = "anon"
      for method in [HTTPMethod.get, .post, .patch, .delete] {
        let answer = try await stranger.ask(method, "/rest/v1/sessions?id=eq.1", "{}")
        #expect(answer.status == .unauthorized)
        #expect(try answer.json()["code"] == .string("PGRST301"))
      }
    }
  }

  @Test func `can be undone`() async throws {
    try await ServedApp.run { app, anna in
      try await app.push("sessions", app.sessionJSON())
      try await app.push("sessions", app.sessionJSON(#","rpe":8"#))
      let history = try await anna.get("/api/v1/history").json()
      guard case .array(let entries)? = history["entries"] else { return }
      #expect(entries.map { $0["title"] }.first == .string("Climbing session edited"))
      #expect(try await anna.post("/api/v1/history/undo").status == .ok)
      #expect(try await app.rows("sessions?select=rpe")[0]["rpe"] == .null)
    }
  }
}
