import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Stories of listening apps` {
  @Test func `are stored once under the app's ID`() async throws {
    try await ServedLog.run { served in
      let body = #"{"id":"s1","title":"Hills","audioDuration":100.4,"series":"Walks","extra":1}"#
      let first = try await served.client.post("/api/v1/stories", body)
      #expect(first.status == .created)
      let data = try first.json()["data"]
      #expect(data?["id"] == .string("s1") && data?["audioDuration"] == .number("100.4"))
      #expect(try await served.client.post("/api/v1/stories", body).status == .ok)
      let list = try await served.client.ask(.get, "/api/v1/stories").json()["data"]
      #expect(list?["pagination"]?["total"] == .integer(1))
      #expect(list?["stories"] == .array([data ?? .null]))
      let missing = try await served.client.post("/api/v1/stories", "{}")
      #expect(try missing.json()["message"] == .string("Missing required fields: title"))
      let negative = try await served.client.post(
        "/api/v1/stories",
        #"{"title":"a","audioDuration":-1}"#
      )
      #expect(negative.status == .badRequest)
    }
  }

  @Test func `are changed, played and deleted`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      let path = "/api/v1/stories/s1"
      let edit = try await served.client.send(.patch, path, #"{"isFavorite":true,"author":"Ann"}"#)
      #expect(try edit.json()["data"]?["isFavorite"] == .bool(true))
      let play = try await served.client.post(path + "/play").json()["data"]
      #expect(play?["playCount"] == .integer(1))
      #expect(play?["lastPlayedAt"] == .string("2026-01-05T18:00:00Z"))
      _ = try await served.report(#""storyId":"s1","duration":60"#)
      let shown = try await served.client.ask(.get, path).json()["data"]
      #expect(shown?["playCount"] == .integer(1))
      for (query, count) in [
        ("isFavorite=true", 1), ("isFavorite=false", 0), ("updatedAfter=2027-01-01", 0),
      ] {
        let list = try await served.client.ask(.get, "/api/v1/stories?" + query).json()["data"]
        #expect(list?["pagination"]?["total"] == .integer(Int64(count)), "\(query)")
      }
      #expect(try await served.client.send(.delete, path).status == .ok)
      #expect(try await served.client.ask(.get, path).status == .notFound)
      #expect(try await served.analytics()["sessionCount"] == .integer(1))
    }
  }

  @Test func `can be added in bulk, each with its own result`() async throws {
    try await ServedLog.run { served in
      let body = #"{"stories":[{"id":"a","title":"A"},{"id":"b"},{"id":"c","title":"C"}]}"#
      let answer = try await served.client.post("/api/batch/stories", body).json()
      #expect(answer["created"] == .integer(2) && answer["failed"] == .integer(1))
      #expect(answer["success"] == .bool(false))
      let many = (0...100).map { _ in #"{"title":"A"}"# }.joined(separator: ",")
      let refused = try await served.client.post("/api/batch/stories", #"{"stories":[\#(many)]}"#)
      #expect(refused.status == .badRequest)
      #expect(
        refused.text == #"{"error":"Batch size too large: maximum 100 stories per request"}"#
      )
    }
  }

  @Test func `can have their sessions added in bulk`() async throws {
    try await ServedLog.run { served in
      try await served.story("a")
      let reported = #""startedAt":"2026-01-05T10:00:00Z","duration":60,"completed":true"#
      let body =
        #"{"sessions":[{"localId":"1","storyId":"a",\#(reported)},{"localId":"2","storyId":"b"}]}"#
      for _ in 0..<2 {
        let answer = try await served.client.post("/api/v1/analytics/sessions/batch", body)
        let data = try answer.json()["data"]
        #expect(data?["created"] == .integer(1) && data?["failed"] == .integer(1))
      }
      #expect(try await served.analytics()["totalListeningTimeSeconds"] == .integer(60))
    }
  }

  @Test func `have a series or else an author`() async throws {
    try await ServedLog.run { served in
      for body in [
        #"{"id":"a","title":"A","series":"X","author":"Ann"}"#,
        #"{"id":"b","title":"B","author":"Ann"}"#, #"{"id":"c","title":"C"}"#,
      ] {
        _ = try await served.client.post("/api/v1/stories", body)
      }
      _ = try await served.report(#""storyId":"a","duration":90"#)
      let data = try await served.client.ask(.get, "/api/v1/analytics/heroes").json()["data"]
      guard case .array(let groups)? = data?["heroes"] else { return #expect(Bool(false)) }
      #expect(groups.count == 2)
      let most = groups.first { $0["isMostActive"] == .bool(true) }
      #expect(most?["heroName"] == .string("X"))
      #expect(most?["totalListeningMinutes"] == .integer(2))
      guard case .string(let id)? = most?["heroId"] else { return }
      let list = try await served.client.ask(.get, "/api/v1/stories?heroId=" + id).json()["data"]
      #expect(list?["pagination"]?["total"] == .integer(1))
    }
  }

  @Test func `are added, played and changed once under one key`() async throws {
    try await ServedLog.run { served in
      for _ in 0..<2 {
        let kept = try await served.client.post("/api/v1/stories", #"{"title":"A"}"#, key: "k1")
        #expect(kept.status == .created)
      }
      try await served.story("s1")
      let path = "/api/v1/stories/s1"
      let first = try await served.client.post(path + "/play", key: "k2")
      _ = try await served.client.post(path + "/play", key: "k3")
      let again = try await served.client.post(path + "/play", key: "k2")
      #expect(again.body == first.body)
      #expect(try await served.client.ask(.get, path).json()["data"]?["playCount"] == .integer(2))
      let many = #"{"stories":[{"title":"B"}]}"#
      let reported = #"{"sessions":[{"storyId":"s1","duration":60}]}"#
      for _ in 0..<2 {
        _ = try await served.client.post("/api/batch/stories", many, key: "k4")
        _ = try await served.client.post("/api/v1/analytics/sessions/batch", reported, key: "k5")
      }
      let list = try await served.client.ask(.get, "/api/v1/stories").json()["data"]
      #expect(list?["pagination"]?["total"] == .integer(3))
      #expect(try await served.analytics()["sessionCount"] == .integer(1))
      let other = try await served.client.post("/api/v1/stories", #"{"title":"C"}"#, key: "k1")
      #expect(other.status == .badRequest)
    }
  }

  @Test func `keep their sessions after deletion`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      _ = try await served.report(#""storyId":"s1","duration":60"#)
      #expect(try await served.client.send(.delete, "/api/v1/stories/s1").status == .ok)
      let target = "/api/v1/analytics/sessions?storyId=s1"
      let list = try await served.client.ask(.get, target).json()["data"]
      #expect(list?["pagination"]?["total"] == .integer(1))
    }
  }

  @Test func `still accept sessions after deletion`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      _ = try await served.client.send(.delete, "/api/v1/stories/s1")
      let body =
        #"{"storyId":"s1","startedAt":"2026-01-05T17:00:00Z","duration":60,"completed":true}"#
      let reported = try await served.client.post("/api/v1/analytics/sessions", body)
      #expect(reported.status == .created, "\(reported.text)")
      let again = try await served.client.post("/api/v1/analytics/sessions", body)
      #expect(again.status == .ok)
      #expect(try await served.analytics()["totalListeningTimeSeconds"] == .integer(60))
      let batch = #"{"sessions":[\#(body)]}"#
      let all = try await served.client.post("/api/v1/analytics/sessions/batch", batch)
      #expect(try all.json()["data"]?["failed"] == .integer(0), "\(all.text)")
      let late = #"{"storyId":"s1","startedAt":"x"}"#
      #expect(
        try await served.client.post("/api/v1/analytics/sessions", late).status == .badRequest
      )
      let list = try await served.client.ask(.get, "/api/v1/stories").json()["data"]
      #expect(list?["pagination"]?["total"] == .integer(0))
    }
  }

  @Test func `are found by search together with books`() async throws {
    try await ServedLog.run { served in
      try await served.story("goose")
      let found = try await served.client.ask(.get, "/api/v1/search?words=goo").json()
      guard case .array(let stories)? = found["stories"] else { return #expect(Bool(false)) }
      #expect(stories.map { $0["title"] } == [.string("goose")])
    }
  }

  @Test func `are listed by change time, including new sessions`() async throws {
    try await ServedLog.run { served in
      for story in ["s1", "s2", "s3"] { try await served.story(story) }
      var since = served.scratch.clock.now
      func changed() async throws -> [String] {
        let target = "/api/v1/stories?updatedAfter=\(since.text)"
        let list = try await served.client.ask(.get, target).json()["data"]
        since = served.scratch.clock.now
        served.scratch.clock.advance(by: .minutes(1))
        guard case .array(let rows)? = list?["stories"] else { return [] }
        return rows.compactMap { $0["id"]?.text }.sorted()
      }
      #expect(try await changed() == [])
      let reported = try await served.report(#""storyId":"s1","startedAt":"2026-01-05T10:00:00Z""#)
      guard case .string(let id)? = try reported.json()["data"]?["id"] else { return }
      let now = Instant(milliseconds: served.scratch.clock.now.milliseconds)
      let shown = try await served.client.ask(.get, "/api/v1/stories/s1").json()["data"]
      #expect(shown?["updatedAt"] == .string(now.text))
      #expect(try await changed() == [#""s1""#])
      let path = "/api/v1/analytics/sessions/" + id
      _ = try await served.client.send(.patch, path, #"{"storyId":"s2"}"#)
      #expect(try await changed() == [#""s1""#, #""s2""#])
      _ = try await served.client.send(.delete, path)
      #expect(try await changed() == [#""s2""#])
      _ = try await served.client.post("/api/v1/stories/s3/play")
      #expect(try await changed() == [#""s3""#])
      _ = try await served.client.send(.delete, "/api/v1/stories/s3")
      #expect(try await changed() == [])
      since = now
      let all = try await served.client.ask(
        .get,
        "/api/v1/stories?includeDeleted=true&updatedAfter=\(since.text)"
      ).json()["data"]
      guard case .array(let rows)? = all?["stories"] else { return }
      #expect(rows.count == 3)
      #expect(rows.filter { $0["deleted"] == .bool(true) }.map { $0["id"] } == [.string("s3")])
    }
  }
}
