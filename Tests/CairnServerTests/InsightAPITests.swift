import Cairn
import CairnHTTP
import CairnInsights
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnReports

@Suite struct `Insights over HTTP` {
  private func fillLog(_ served: ServedLog) async throws -> Identifier<Entry> {
    let book = try await served.person.add("Emma", pages: 300)
    for hour in 1...4 { try await served.person.track(book, "0\(hour):00-0\(hour):30") }
    let session = try #require(try await served.log.sessions(SessionFilter()).first)
    let path = "/api/v1/sessions/\(session.id.record.text)"
    _ = try await served.client.send(.patch, path, #"{"page":30,"mood_before":2,"mood_after":4}"#)
    _ = try await served.client.send(
      .put,
      "/api/v1/goals/minutes/daily",
      #"{"target":30}"#
    )
    return book
  }

  /// A target, one member of the response, and its value.
  static let answers: [(target: String, key: String, value: JSON)] = [
    ("insights/statistics", "active_seconds", .integer(7_200)),
    ("insights/statistics?period=today", "period", .string("today")),
    ("insights/statistics?period=week", "sessions", .integer(4)),
    ("insights/statistics?period=month", "pages", .integer(30)),
    ("insights/statistics?period=year", "active_days", .integer(1)),
    ("insights/statistics?from=2026-01-06", "sessions", .integer(0)),
    ("insights/statistics?from=2026-01-05&to=2026-01-05", "from", .string("2026-01-05")),
    ("insights/statistics?tag=beach", "sessions", .integer(0)),
    ("insights/statistics?kind=reading&place=home", "sessions", .integer(0)),
    ("insights/by-attribute?by=author&tag=beach", "rows", .array([])),
    ("insights/by-attribute?by=hour&kind=climbing", "rows", .array([])),
    ("insights/by-time?by=week", "by", .string("week")),
    ("insights/by-time?by=day&from=0001-01-01&to=9999-12-31", "by", .string("day")),
    ("insights/by-attribute?by=book", "by", .string("book")),
    ("insights/by-attribute?by=weekday", "by", .string("weekday")),
    ("insights/by-attribute?by=mood", "by", .string("mood")),
    ("insights/pattern", "year", .null), ("insights/pattern?year=2026", "year", .integer(2_026)),
    ("insights/year", "year", .integer(2_026)),
    ("insights/year?year=1999", "year", .integer(1_999)),
    ("insights/streak", "current", .integer(1)),
    ("insights/streak?cadence=weekly&minimum=3+sessions", "cadence", .string("weekly")),
    ("insights/calendar", "total", .integer(120)),
    ("insights/calendar?period=2026&measure=pages", "total", .integer(30)),
    ("insights/calendar?period=2026-01-05", "active_days", .integer(1)),
    ("insights/chart?name=weeks", "measure", .string("minutes")),
    ("insights/chart?name=total&measure=books", "measure", .string("books")),
    ("insights/chart?name=years", "measure", .string("minutes")),
    ("insights/milestones", "excluded", .integer(0)), ("insights/nudges", "nudges", .array([])),
    ("insights/timeline?year=1999", "events", .array([])),
    ("insights/on-this-day", "years", .array([])),
    ("insights/on-this-day?day=2024-02-29", "years", .array([])),
    ("stats/today", "active_seconds", .integer(7_200)),
  ]

  @Test func `return the same values as the command line`() async throws {
    try await ServedLog.run { served in
      let book = try await fillLog(served)
      for one in Self.answers {
        let answer = try await served.client.ask(.get, "/api/v1/" + one.target)
        #expect(answer.status == .ok, "\(one.target): \(answer.text)")
        #expect(try answer.json()[one.key] == one.value, "\(one.target): \(answer.text)")
      }
      for target in ["pace", "pace?book=\(book.record.text)", "forecast"] {
        let answer = try await served.client.ask(.get, "/api/v1/insights/" + target)
        #expect(answer.status == .ok, "\(target): \(answer.text)")
      }
    }
  }

  @Test func `name every statistic with its definition`() async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/api/v1/insights").json()
      guard case .array(let all)? = answer["insights"] else { return #expect(Bool(false)) }
      #expect(all.map { $0["definition"] } == Insight.all.map { .string($0.definition) })
    }
  }

  @Test(arguments: [
    ("time", 4, 0), ("sessions", 4, 0), ("pages", 1, 3), ("pace", 1, 3), ("mood", 1, 3),
    ("interruptions", 0, 0), ("places", 0, 4), ("time?from=2026-01-06", 0, 0),
    ("pages?period=today", 1, 3), ("best_window", 0, 0), ("time_left?kind=reading", 1, 3),
  ])
  func `list the sessions behind a statistic`(name: String, counted: Int, left: Int) async throws {
    try await ServedLog.run { served in
      _ = try await fillLog(served)
      let parts = name.split(separator: "?")
      let query = parts.count > 1 ? "?" + parts[1] : ""
      let target = "/api/v1/insights/\(parts[0])/sessions\(query)"
      let answer = try await served.client.ask(.get, target).json()
      guard case .array(let sessions)? = answer["sessions"],
        case .array(let out)? = answer["exclusions"]
      else { return #expect(Bool(false)) }
      #expect((sessions.count, out.count) == (counted, left), "\(name)")
    }
  }

  @Test(arguments: [
    ("insights/statistics?period=today&from=2026-01-01", 422),
    ("insights/statistics?from=2026-01-02&to=2026-01-01", 422),
    ("insights/statistics?period=ever", 422), ("insights/by-time", 422),
    ("insights/statistics?kind=foo", 422), ("insights/pattern?kind=foo", 422),
    ("insights/time/sessions?kind=foo", 422), ("insights/milestones?kind=foo", 422),
    ("sessions?kind=foo", 422), ("insights/by-attribute?by=book&kind=foo", 422),
    ("insights/statistics?book=01a1fe05-0877-7d2d-a80a-90ec3e1b50cf", 404),
    ("insights/by-attribute?by=day", 422), ("insights/streak?minimum=much", 422),
    ("insights/chart?name=pie", 422), ("insights/ratings/sessions", 404),
    ("insights/pace?book=01a1fe05-0877-7d2d-a80a-90ec3e1b50cf", 404),
    ("goals/miles/daily", 404), ("insights/year?year=0", 422),
  ])
  func `reject unknown parameters`(target: String, status: Int) async throws {
    try await ServedLog.run { served in
      let refused = try await served.client.ask(.get, "/api/v1/" + target)
      #expect(refused.status.code == status)
    }
  }
}

@Suite struct `Goals and rest days over HTTP` {
  @Test func `are set, listed and ended`() async throws {
    try await ServedLog.run { served in
      let (client, goal) = (served.client, "/api/v1/goals/minutes/daily")
      let set = try await client.send(.put, goal, #"{"target":30}"#).json()
      #expect(set["from"] == .string("2026-01-05"))
      guard case .array(let goals)? = try await client.ask(.get, "/api/v1/goals").json()["goals"]
      else { return #expect(Bool(false)) }
      #expect(goals.first?["target"] == .integer(30))
      #expect(try await client.ask(.get, goal + "?limit=3").json()["goals"] == .array(goals))
      _ = try await client.send(.put, goal, #"{"target":null}"#)
      #expect(try await client.ask(.get, "/api/v1/goals").json()["goals"] == .array([]))
      #expect(try await client.send(.put, goal, #"{"target":null}"#).status == .notFound)
      let never = try await client.send(.put, "/api/v1/goals/pages/weekly", #"{"target":null}"#)
      #expect(try never.json()["code"] == .string("goal.not_found"))
      #expect(try await served.log.goals().count == 1, "nothing is stored")
      #expect(try await client.send(.put, goal, "{}").status == .unprocessable)
      #expect(try await client.send(.put, goal, #"{"target":0}"#).status == .unprocessable)
    }
  }

  @Test func `include streak minimums, each with its first day`() async throws {
    try await ServedLog.run { served in
      let (client, minimums) = (served.client, "/api/v1/streak-minimums")
      let set = try await client.send(.put, minimums + "/daily", #"{"minimum":"20 minutes"}"#)
        .json()
      #expect(set["from"] == .string("2026-01-05") && set["minimum"] == .string("20 minutes"))
      #expect(try await client.ask(.get, minimums).json()["streak_minimums"] == .array([set]))
      #expect(
        try await client.send(.put, minimums + "/yearly", #"{"minimum":"any"}"#).status == .notFound
      )
      for wrong in ["{}", #"{"minimum":"much"}"#, #"{"minimum":"2 books"}"#] {
        #expect(try await client.send(.put, minimums + "/weekly", wrong).status == .unprocessable)
      }
    }
  }

  @Test func `are added and removed`() async throws {
    try await ServedLog.run { served in
      let (client, rests) = (served.client, "/api/v1/rest-days")
      _ = try await client.post(rests, #"{"from":"2026-07-06","to":"2026-07-08"}"#)
      _ = try await client.send(.delete, rests + "?from=2026-07-07")
      let days = try await client.ask(.get, rests).json()["days"]
      #expect(days == .array([.string("2026-07-06"), .string("2026-07-08")]))
      let wrong = #"{"from":"2026-07-08","to":"2026-07-06"}"#
      #expect(try await client.post(rests, wrong).status == .unprocessable)
      let long = #"{"from":"0001-01-01","to":"9999-12-31"}"#
      #expect(try await client.post(rests, long).status == .unprocessable)
    }
  }
}

@Suite struct `History and settings over HTTP` {
  @Test(arguments: TestTransport.allCases)
  func `are paged, undone and redone`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let client = served.client
      for title in ["A", "B", "C"] { _ = try await served.person.add(title) }
      var (target, titles) = ("/api/v1/history?limit=2", [JSON]())
      while true {
        let page = try await client.ask(.get, target).json()
        guard case .array(let lines)? = page["entries"] else { return #expect(Bool(false)) }
        titles += lines.compactMap { $0["title"] }
        guard case .string(let next)? = page["next"] else { break }
        target = "/api/v1/history?limit=2&before=\(next)"
      }
      #expect(titles == ["C", "B", "A"].map { .string("“\($0)” added") })
      let undone = try await client.post("/api/v1/history/undo", key: "k").json()
      #expect(undone["title"] == .string("“C” added"))
      #expect(try await client.post("/api/v1/history/undo", key: "k").json() == undone)
      #expect(try await served.log.books().count == 2)
      #expect(try await client.post("/api/v1/history/redo").json()["redone"] == .bool(true))
      #expect(try await served.log.books().count == 3)
      let none = try await client.post("/api/v1/history/redo")
      #expect(try none.json()["code"] == .string("history.nothing_to_redo"))
      let gone = #"{"entry":"01a1fe05-0877-7d2d-a80a-90ec3e1b50cf"}"#
      #expect(try await client.post("/api/v1/history/undo", gone).status == .notFound)
    }
  }

  @Test func `are changed all together or not at all`() async throws {
    try await ServedLog.run { served in
      let (client, target) = (served.client, "/api/v1/settings")
      let both = #"{"dayStartHour":"4","weekStart":"sunday"}"#
      _ = try await client.send(.patch, target, both)
      #expect(try await served.log.dayStartHour() == 4)
      let wrong = try await client.send(
        .patch,
        target,
        #"{"dayStartHour":"5","weekStart":"noday"}"#
      )
      #expect(try wrong.json()["code"] == .string("setting.invalid"))
      #expect(try await served.log.dayStartHour() == 4)
      _ = try await client.send(.patch, target, #"{"dayStartHour":null}"#)
      #expect(try await served.log.dayStartHour() == 0)
      #expect(try await served.log.weekStart().name == "sunday")
    }
  }
}
