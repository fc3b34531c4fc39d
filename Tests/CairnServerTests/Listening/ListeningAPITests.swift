import Cairn
import CairnActions
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnReports

extension ServedLog {
  /// Creates a story through the API.
  func story(_ id: String, seconds: Int? = nil) async throws {
    let length = seconds.map { ",\"audioDuration\":\($0)" } ?? ""
    let answer = try await client.post(
      "/api/v1/stories",
      #"{"id":"\#(id)","title":"\#(id)"\#(length)}"#
    )
    #expect(answer.status == .created)
  }

  /// Reports a session and returns the response.
  func report(_ members: String, key: String? = nil) async throws -> HTTPResponse {
    try await client.post("/api/v1/analytics/sessions", "{\(members)}", key: key)
  }

  func analytics(_ query: String = "") async throws -> JSON {
    let answer = try await client.ask(.get, "/api/v1/analytics" + query)
    #expect(answer.status == .ok)
    return try answer.json()["data"] ?? .null
  }
}

@Suite struct `A reported listening session` {
  @Test func `keeps the pace of its longest report, in any order`() async throws {
    let posts = [("60", "1.25"), ("120", "1.5"), ("90", "2")]
    for order in [posts, posts.reversed()] {
      try await ServedLog.run { served in
        try await served.story("s1")
        for (seconds, rate) in order {
          let reported = try await served.report(
            #""storyId":"s1","startedAt":"2026-01-05T10:00:00Z","duration":\#(seconds),"rate":\#(rate)"#
          )
          #expect(reported.status.code < 300, "\(reported.text)")
        }
        let row = try #require(try await served.log.sessions(SessionFilter(limit: 9)).first)
        #expect(row.listening?.speed == 150)
        try await served.log.write("Edit") { writer in
          try writer.change(row.id, as: Listening.self) { (session) throws(CairnError) in
            try session.detail.setSpeed(100)
          }
        }
        _ = try await served.report(
          #""storyId":"s1","startedAt":"2026-01-05T10:00:00Z","duration":300,"rate":3"#
        )
        #expect(try await served.log.session(row.id)?.listening?.speed == 100)
        _ = try await served.report(
          #""storyId":"s1","startedAt":"2026-01-04T10:00:00Z","duration":300,"rate":9"#
        )
        let other = try await served.log.sessions(SessionFilter(limit: 9)).last
        #expect(other?.id != row.id && other?.listening?.speed == nil)
      }
    }
  }

  @Test(arguments: TestTransport.allCases)
  func `is stored and returned`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      try await served.story("s1", seconds: 600)
      let reported = try await served.report(
        #""storyId":"s1","startedAt":"2026-01-05T10:00:00Z","endedAt":"2026-01-05T10:05:30Z","completed":true"#
      )
      #expect(reported.status == .created)
      let data = try reported.json()["data"]
      #expect(data?["duration"] == .integer(330) && data?["completed"] == .bool(true))
      #expect(data?["startedAt"] == .string("2026-01-05T10:00:00Z"))
      #expect(try reported.json()["message"] == .string("Listening session created successfully"))
      let list = try await served.client.ask(.get, "/api/v1/analytics/sessions").json()["data"]
      #expect(list?["sessions"] == .array([data ?? .null]))
      #expect(list?["pagination"]?["total"] == .integer(1))
      let figures = try await served.analytics()
      #expect(figures["totalStoriesListened"] == .integer(1))
      #expect(figures["totalListeningTimeSeconds"] == .integer(330))
      #expect(figures["currentStreak"] == .integer(1))
      #expect(figures["lastListeningDate"] == .string("2026-01-05T00:00:00Z"))
    }
  }

  @Test func `needs no earlier data`() async throws {
    try await ServedLog.run { served in
      let figures = try await served.analytics()
      #expect(figures["totalStoriesListened"] == .integer(0))
      #expect(figures["lastListeningDate"] == .null)
    }
  }

  /// Invalid bodies, with the status and message of the error.
  static let refused: [(String, HTTPStatus, String)] = [
    ("", .badRequest, "Missing required fields: storyId"),
    (#""storyId":null"#, .badRequest, "Missing required fields: storyId"),
    (#""storyId":"""#, .badRequest, "Missing required fields: storyId"),
    (#""storyId":"none""#, .notFound, "Story not found"),
    (#""storyId":"none","startedAt":"x""#, .notFound, "Story not found"),
    (
      #""storyId":"s1","startedAt":"x""#, .badRequest,
      "Invalid startedAt timestamp: must be ISO8601 format"
    ),
    (
      #""storyId":"s1","startedAt":"2026-02-30T10:00:00Z""#, .badRequest,
      "Invalid startedAt timestamp: must be ISO8601 format"
    ),
    (
      #""storyId":"s1","startedAt":"2026-01-05""#, .badRequest,
      "Invalid startedAt timestamp: must be ISO8601 format"
    ),
    (
      #""storyId":"s1","endedAt":7"#, .badRequest,
      "Invalid endedAt timestamp: must be ISO8601 format"
    ),
    (
      #""storyId":"s1","startedAt":"2026-01-05T10:00:00Z","endedAt":"2026-01-05T10:00:00Z""#,
      .badRequest, "endedAt must be after startedAt"
    ),
    (#""storyId":"s1","duration":-0.5"#, .badRequest, "Duration must be a positive number"),
    (#""storyId":"s1","duration":"300""#, .badRequest, "Invalid duration: must be a number"),
    (#""storyId":"s1","completed":"yes""#, .badRequest, "Invalid completed: must be a boolean"),
    (
      #""storyId":"s1","startedAt":"2026-01-07T10:00:00Z""#, .badRequest,
      "startedAt must not be in the future"
    ),
  ]

  @Test(arguments: refused.indices)
  func `is rejected with the app's own messages, in its order`(index: Int) async throws {
    let (members, status, message) = Self.refused[index]
    try await ServedLog.run { served in
      try await served.story("s1")
      let before = try await served.contents()
      let answer = try await served.report(members)
      #expect(answer.status == status)
      #expect(try answer.json()["message"] == .string(message))
      #expect(answer.fields["content-type"] == "application/json")
      #expect(try await served.contents() == before)
    }
  }

  @Test func `is rejected when it is not JSON`() async throws {
    try await ServedLog.run { served in
      for body in ["{", "null", "[]", "7"] {
        let answer = try await served.client.post("/api/v1/analytics/sessions", body)
        #expect(answer.status == .badRequest)
        #expect(try answer.json()["error"] == .string("ValidationError"))
      }
    }
  }

  /// The audio's duration in seconds, the reported duration, and the counted one (spec/listening.md 2.2).
  static let caps: [(Int?, String, Int64)] = [
    (300, "600", 450), (300, "451", 450), (300, "450", 450), (100, "151", 150),
    (333, "500", 500), (301, "453", 452), (0, "50", 50), (nil, "99.9", 99), (300, "0", 0),
  ]

  @Test(arguments: caps.indices)
  func `counts at most one and a half times the audio`(index: Int) async throws {
    let (audio, reported, counted) = Self.caps[index]
    try await ServedLog.run { served in
      try await served.story("s1", seconds: audio)
      let answer = try await served.report(#""storyId":"s1","duration":\#(reported)"#)
      #expect(try answer.json()["data"]?["duration"] == .integer(counted))
    }
  }

  @Test func `is stored once, however often it is reported`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      let start = #""storyId":"s1","startedAt":"2026-01-05T10:00:00Z""#
      let parts = [
        start + #","endedAt":"2026-01-05T10:02:00Z""#,
        start + #","endedAt":"2026-01-05T10:10:00Z","completed":true"#,
      ]
      for part in parts + parts.reversed() { _ = try await served.report(part) }
      let again = try await served.report(parts[0])
      #expect(again.status == .ok)
      let figures = try await served.analytics()
      #expect(figures["sessionCount"] == .integer(1))
      #expect(figures["totalListeningTimeSeconds"] == .integer(600))
    }
  }

  @Test func `is a new session when it has no start`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      for _ in 0..<2 { _ = try await served.report(#""storyId":"s1","duration":60"#) }
      #expect(try await served.analytics()["sessionCount"] == .integer(2))
      for _ in 0..<2 { _ = try await served.report(#""storyId":"s1","duration":60"#, key: "k") }
      #expect(try await served.analytics()["sessionCount"] == .integer(3))
      let other = try await served.report(
        #""storyId":"s1","startedAt":"2026-01-05T09:00:00Z","id":"a""#
      )
      #expect(other.status == .created)
      let clash = try await served.report(
        #""storyId":"s1","startedAt":"2026-01-05T08:00:00Z","id":"a""#
      )
      #expect(clash.status == .conflict)
    }
  }

  /// A query, with the effective limit and offset (spec/listening.md 1.4).
  static let pages: [(String, Int64, Int64)] = [
    ("", 50, 0), ("?limit=0", 50, 0), ("?limit=-5", 1, 0), ("?limit=101", 100, 0),
    ("?limit=abc", 50, 0), ("?limit=10.9", 10, 0), ("?limit=20abc", 20, 0), ("?limit=1e3", 1, 0),
    ("?limit=%207", 7, 0), ("?limit=0x10", 50, 0), ("?offset=-3", 50, 0), ("?offset=3.7", 50, 3),
    ("?limit=99999999999999999999", 100, 0),
  ]

  @Test(arguments: pages.indices)
  func `is paged within the limits of the API`(index: Int) async throws {
    let (query, limit, offset) = Self.pages[index]
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/api/v1/analytics/sessions" + query)
      let page = try answer.json()["data"]?["pagination"]
      #expect(page?["limit"] == .integer(limit) && page?["offset"] == .integer(offset))
      #expect(page?["hasMore"] == .bool(false))
    }
  }

  @Test func `can be filtered by time, story or completion`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      for hour in 10...12 {
        _ = try await served.report(
          #""storyId":"s1","startedAt":"2026-01-0\#(hour - 7)T10:00:00Z","duration":60,"completed":\#(hour == 10)"#
        )
      }
      let counts: [(String, Int64)] = [
        ("storyId=s1", 3), ("completed=true", 1), ("completed=TRUE", 2), ("completed=", 2),
        ("startDate=2026-01-04", 2), ("endDate=2026-01-04", 2), ("startDate=", 3),
        ("startDate=2026-01-04T10:00:00Z&endDate=2026-01-04T11:00:00+01:00", 1),
        ("endDate=2026-01-04T11:00:00 01:00", 2),
      ]
      for (query, count) in counts {
        let target = "/api/v1/analytics/sessions?" + query.replacing(" ", with: "%20")
        let total = try await served.client.ask(.get, target).json()["data"]?["pagination"]?[
          "total"
        ]
        #expect(total == .integer(count), "\(query)")
      }
      let other = try await served.client.ask(.get, "/api/v1/analytics/sessions?storyId=none")
      #expect(other.status == .forbidden)
    }
  }

  @Test func `is edited, and an earlier report does not undo it`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      let reported =
        #""storyId":"s1","startedAt":"2026-01-05T10:00:00Z","duration":600,"completed":true"#
      guard case .string(let id)? = try await served.report(reported).json()["data"]?["id"] else {
        return
      }
      let path = "/api/v1/analytics/sessions/" + id
      let changed = try await served.client.send(
        .patch,
        path,
        #"{"duration":300,"completed":false}"#
      )
      #expect(try changed.json()["data"]?["duration"] == .integer(300))
      _ = try await served.report(reported)
      let shown = try await served.client.ask(.get, path).json()["data"]
      #expect(shown?["duration"] == .integer(300) && shown?["completed"] == .bool(false))
      _ = try await served.report(
        #""storyId":"s1","startedAt":"2026-01-05T10:00:00Z","duration":700"#
      )
      let news = try await served.client.ask(.get, path).json()["data"]
      #expect(news?["duration"] == .integer(700))
      #expect(try await served.client.send(.delete, path).status == .ok)
      #expect(try await served.client.ask(.get, path).status == .notFound)
      let late = try await served.report(reported)
      #expect(late.status == .ok)
      #expect(try late.json()["data"]?["deleted"] == .bool(true))
      #expect(try await served.analytics()["sessionCount"] == .integer(0))
    }
  }

  /// The reported session, its edit, and the resulting duration in seconds.
  static let revisions: [(String, String, Int64)] = [
    (#""duration":500"#, #""startedAt":"2026-01-05T09:00:00Z""#, 500),
    (
      #""duration":500,"endedAt":"2026-01-05T10:10:00Z""#, #""startedAt":"2026-01-05T09:00:00Z""#,
      500
    ),
    (
      #""duration":500,"endedAt":"2026-01-05T10:10:00Z""#, #""endedAt":"2026-01-05T10:20:00Z""#,
      500
    ),
    (#""endedAt":"2026-01-05T10:10:00Z""#, #""endedAt":"2026-01-05T10:05:00Z""#, 300),
    (
      #""duration":500,"endedAt":"2026-01-05T10:10:00Z""#, #""endedAt":"2026-01-05T10:05:00Z""#,
      300
    ),
    (#""duration":500"#, #""completed":false"#, 500),
    (#""duration":500"#, #""duration":5000"#, 900),
  ]

  @Test(arguments: revisions.indices)
  func `keeps the reported duration when its start or end is set`(index: Int) async throws {
    let (members, change, seconds) = Self.revisions[index]
    try await ServedLog.run { served in
      try await served.story("s1", seconds: 600)
      let reported =
        #""storyId":"s1","startedAt":"2026-01-05T10:00:00Z","completed":true,"# + members
      guard case .string(let id)? = try await served.report(reported).json()["data"]?["id"] else {
        return
      }
      let path = "/api/v1/analytics/sessions/" + id
      let changed = try await served.client.send(.patch, path, "{\(change)}").json()["data"]
      #expect(changed?["duration"] == .integer(seconds))
      _ = try await served.report(reported)
      #expect(
        try await served.client.ask(.get, path).json()["data"]?["duration"] == .integer(seconds)
      )
      let list = try await served.client.ask(.get, "/api/v1/analytics/sessions").json()["data"]
      #expect(list?["pagination"]?["total"] == .integer(1))
    }
  }

  @Test func `can be moved to another story`() async throws {
    try await ServedLog.run { served in
      for story in ["s1", "s2"] { try await served.story(story) }
      let reported =
        #""storyId":"s1","startedAt":"2026-01-05T10:00:00Z","duration":600,"completed":true"#
      guard case .string(let id)? = try await served.report(reported).json()["data"]?["id"] else {
        return
      }
      let path = "/api/v1/analytics/sessions/" + id
      #expect(try await served.client.send(.patch, path, #"{"storyId":"s3"}"#).status == .notFound)
      let moved = try await served.client.send(.patch, path, #"{"storyId":"s2"}"#).json()["data"]
      #expect(moved?["storyId"] == .string("s2") && moved?["duration"] == .integer(600))
      let again = try await served.report(reported)
      #expect(again.status == .ok)
      #expect(try again.json()["data"]?["storyId"] == .string("s2"))
    }
  }

  @Test func `is filtered by the second that is shown`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      _ = try await served.report(#""storyId":"s1","startedAt":"2026-01-05T10:00:00.500Z""#)
      for (query, count) in [
        ("endDate=2026-01-05T10:00:00Z", 1), ("startDate=2026-01-05T10:00:00Z", 1),
        ("endDate=2026-01-05T09:59:59Z", 0),
      ] {
        let target = "/api/v1/analytics/sessions?" + query
        let total = try await served.client.ask(.get, target).json()["data"]?["pagination"]?[
          "total"
        ]
        #expect(total == .integer(Int64(count)), "\(query)")
      }
    }
  }

  @Test func `is rejected with the app's own message when it is too large`() async throws {
    try await ServedLog.run(.socket) { served in
      let large = String(repeating: "x", count: 2 << 20)
      let body = try await served.client.post("/api/v1/analytics/sessions", large)
      #expect(body.status == .contentTooLarge)
      #expect(try body.json()["error"] == .string("ValidationError"))
      let name = String(repeating: "x", count: 9_000)
      let long = try await served.client.ask(.get, "/api/v1/analytics?timezone=" + name)
      #expect(long.status == .uriTooLong)
      #expect(try long.json()["error"] == .string("ValidationError"))
      let sign = try await served.client.post("/api/auth/sign-in/email", large)
      #expect(try sign.json()["code"] != nil)
      let own = try await served.client.post("/api/v1/sessions", large)
      #expect(try own.json()["code"] == .string("request.too_large"))
    }
  }
}
