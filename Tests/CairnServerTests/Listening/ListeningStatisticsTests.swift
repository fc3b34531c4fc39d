import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Listening statistics` {
  private func data(_ target: String, _ served: ServedLog) async throws -> JSON {
    let answer = try await served.client.ask(.get, "/api/v1/analytics" + target)
    #expect(answer.status == .ok, "\(target)")
    return try answer.json()["data"] ?? .null
  }

  private func sum(_ list: JSON?, _ name: String) -> Int64 {
    guard case .array(let rows)? = list else { return 0 }
    return rows.reduce(0) { sum, row in
      guard case .integer(let number)? = row[name] else { return sum }
      return sum + number
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `agree with each other and the session list, in any order of reports`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let stories = (1...4).map { "s\($0)" }
    let posts = (0..<25).map { _ -> String in
      let hours = Int64.random(in: 0...400, using: &random)
      let start = Instant(milliseconds: Instant.scratchStart.milliseconds - hours * 3_600_000)
      let (seconds, isDone) = (
        Int.random(in: 0...7_200, using: &random), Bool.random(using: &random)
      )
      return #""storyId":"\#(stories.randomElement(using: &random)!)","startedAt":"\#(start.text)""#
        + #","duration":\#(seconds),"completed":\#(isDone)"#
    }
    var seen: [JSON] = []
    for order in [posts, (posts + posts).shuffled(using: &random)] {
      try await ServedLog.run { served in
        for story in stories { try await served.story(story) }
        for post in order { _ = try await served.report(post) }
        seen.append(try await agreed(served))
      }
    }
    #expect(seen.allSatisfy { $0 == seen[0] })
  }

  /// Returns all figures after checking them for consistency.
  private func agreed(_ served: ServedLog) async throws -> JSON {
    let all = try await data("", served)
    let list = try await data("/sessions?limit=100", served)["sessions"]
    let summary = try await data("/summary", served)
    let done = try await data("/sessions?limit=100&completed=true", served)["sessions"]
    #expect(all["totalListeningTimeSeconds"] == .integer(sum(done, "duration")))
    for name in [
      "totalListeningTimeSeconds", "totalStoriesListened", "currentStreak", "longestStreak",
      "sessionCount", "partialListeningTimeSeconds",
    ] {
      #expect(all[name] == summary[name], "\(name)")
    }
    let activity = try await data("/activity?range=all", served)["activity"]
    #expect(sum(activity, "seconds") == sum(list, "duration"))
    let other = try await data("/activity?range=year&timezone=America/New_York", served)["activity"]
    #expect(sum(other, "seconds") == sum(list, "duration"))
    let here = try await data("?timezone=Europe/Berlin", served)
    #expect(here == all)
    return .array([all, summary, activity ?? .null, other ?? .null])
  }

  /// Sessions were logged in another zone, in which the date may already be tomorrow.
  @Test(arguments: ["Pacific/Kiritimati", "America/New_York", "Etc/GMT+12"], SeededGenerator.seeds)
  func `agree with each other, wherever sessions were recorded`(
    zone: String,
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    try await ServedLog.run { served in
      try await served.story("s1")
      let story = Story.id(client: "s1")
      for _ in 0..<12 {
        let minutes = Int64.random(in: -1_400...4_000, using: &random)
        let report = ListeningReport(
          start: Instant(milliseconds: Instant.scratchStart.milliseconds - minutes * 60_000),
          isStartReported: true,
          end: nil,
          seconds: Int64.random(in: 0...2_000, using: &random)
        )
        let isCompleted = Bool.random(using: &random)
        _ = try await served.log.write("Listen") {
          try $0.upsert(
            ReportedSession(nil, story: story, report, isCompleted: isCompleted, zone: zone)
          )
        }
      }
      let all = try await data("", served)
      let list = try await data("/sessions?limit=100", served)["sessions"]
      let summary = try await data("/summary", served)
      let activity = try await data("/activity?range=all", served)["activity"]
      #expect(sum(activity, "seconds") == sum(list, "duration"))
      #expect(all["totalListeningTimeSeconds"] == summary["totalListeningTimeSeconds"])
      #expect(all["currentStreak"] == summary["currentStreak"])
      for other in ["UTC", "Pacific/Kiritimati", "America/New_York"] {
        let there = try await data("/activity?range=all&timezone=" + other, served)["activity"]
        #expect(sum(there, "seconds") == sum(list, "duration"), "\(other)")
      }
    }
  }

  @Test func `count a day that is in the future here but not where it was recorded`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      let report = ListeningReport(
        start: Instant(milliseconds: Instant.scratchStart.milliseconds - 3_600_000),
        isStartReported: true,
        end: nil,
        seconds: 600
      )
      _ = try await served.log.write("Listen") {
        try $0.upsert(
          ReportedSession(
            nil,
            story: Story.id(client: "s1"),
            report,
            isCompleted: true,
            zone: "Pacific/Kiritimati"
          )
        )
      }
      let all = try await data("", served)
      #expect(all["lastListeningDate"] == .string("2026-01-06T00:00:00Z"))
      #expect(all["currentStreak"] == .integer(1) && all["longestStreak"] == .integer(1))
      let activity = try await data("/activity?range=all", served)
      #expect(activity["endDate"] == .string("2026-01-06"))
      #expect(sum(activity["activity"], "seconds") == 600)
    }
  }

  @Test func `count days in the given time zone`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      _ = try await served.report(
        #""storyId":"s1","startedAt":"2026-01-05T02:00:00Z","duration":600,"completed":true"#
      )
      let west = try await data("/summary?timezone=America/New_York", served)
      #expect(west["lastListeningDate"] == .string("2026-01-04"))
      let here = try await data("/summary", served)
      #expect(here["lastListeningDate"] == .string("2026-01-05"))
      for name in ["Foo/Bar", "GMT%2B5", "%2B05:30", "New%20York"] {
        for part in ["/summary", "/activity", "/insights", "/milestones", ""] {
          let target = "/api/v1/analytics\(part)?timezone=\(name)"
          #expect(try await served.client.ask(.get, target).status == .badRequest, "\(target)")
        }
      }
      for name in ["utc", "america/new_york", "Etc/GMT%2B12", "Etc/GMT+12", "EST"] {
        _ = try await data("/activity?timezone=\(name)", served)
      }
    }
  }

  @Test func `have a row for each day of the range`() async throws {
    try await ServedLog.run { served in
      for (range, count) in [
        ("", 7), ("?range=month", 30), ("?range=year", 365), ("?range=all", 1),
      ] {
        guard case .array(let rows)? = try await data("/activity" + range, served)["activity"]
        else { return #expect(Bool(false)) }
        #expect(rows.count == count)
      }
      for range in ["Week", "constructor", "day"] {
        let answer = try await served.client.ask(.get, "/api/v1/analytics/activity?range=" + range)
        #expect(answer.status == .badRequest)
      }
    }
  }

  @Test func `report a milestone once as new, with the time it was reached`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      let empty = try await data("/milestones", served)
      #expect(empty["summary"]?["unlockedCount"] == .integer(0))
      #expect(empty["summary"]?["newlyUnlocked"] == nil)
      _ = try await served.report(
        #""storyId":"s1","startedAt":"2026-01-04T10:00:00Z","duration":3600,"completed":true"#
      )
      let first = try await data("/milestones", served)
      let new: JSON = .array([.string("LISTENING_1H"), .string("FIRST_STORY")])
      #expect(first["summary"]?["newlyUnlocked"] == new)
      let second = try await data("/milestones", served)
      #expect(second["summary"]?["newlyUnlocked"] == nil)
      #expect(second["summary"]?["unlockedCount"] == .integer(2))
      guard case .array(let rows)? = second["milestones"] else { return }
      #expect(rows.count == 10)
      #expect(rows[0]["unlockedAt"] == .string("2026-01-04T11:00:00Z"))
      #expect(rows[1]["progress"] == .integer(3_600) && rows[1]["percentage"] == .integer(20))
    }
  }

  @Test func `add no undoable history entry when a milestone is reported`() async throws {
    try await ServedLog.run { served in
      try await served.story("s1")
      _ = try await served.report(
        #""storyId":"s1","startedAt":"2026-01-04T10:00:00Z","duration":60,"completed":true"#
      )
      let before = try await served.log.history(limit: 9)
      _ = try await data("/milestones", served)
      #expect(try await served.log.history(limit: 9) == before)
      let undone = try await served.client.post("/api/v1/history/undo", "{}")
      #expect(undone.text.contains("Session tracked: “s1”"), "\(undone.text)")
      _ = try await served.client.post("/api/v1/history/redo", "{}")
      let again = try await data("/milestones", served)
      #expect(again["summary"]?["unlockedCount"] == .integer(1))
      #expect(again["summary"]?["newlyUnlocked"] == nil)
    }
  }

  @Test func `show favourites`() async throws {
    try await ServedLog.run { served in
      let nothing = try await data("/insights", served)["insights"]
      #expect(nothing?["averageStoryLengthMinutes"] == .null)
      #expect(nothing?["mostListenedStory"] == .null)
      try await served.story("s1", seconds: 500)
      try await served.story("s2", seconds: 499)
      for (story, start) in [("s1", "05T08"), ("s2", "04T08"), ("s2", "03T12")] {
        _ = try await served.report(
          #""storyId":"\#(story)","startedAt":"2026-01-\#(start):00:00Z","duration":60"#
        )
      }
      let insights = try await data("/insights?timezone=UTC", served)["insights"]
      #expect(insights?["averageStoryLengthMinutes"] == .number("8.32"))
      #expect(insights?["averageListensPerStory"] == .number("1.5"))
      #expect(insights?["preferredListeningHour"] == .integer(8))
      #expect(insights?["preferredListeningPeriod"] == .string("morning"))
      #expect(insights?["mostListenedStory"]?["storyId"] == .string("s2"))
      #expect(insights?["totalUniqueStoriesListened"] == .integer(2))
    }
  }

  @Test func `come with all sessions, as JSON and as a table`() async throws {
    try await ServedLog.run { served in
      try await served.story("=s1")
      _ = try await served.report(
        #""storyId":"=s1","startedAt":"2026-01-05T10:00:00Z","duration":60,"completed":true"#
      )
      let json = try await served.client.ask(.get, "/api/v1/analytics/export").json()
      #expect(
        json["data"]
          == .members(("sessions", try await data("/sessions", served)["sessions"] ?? .null))
      )
      let csv = try await served.client.ask(.get, "/api/v1/analytics/export?format=csv")
      let lines = csv.text.split(separator: "\r\n")
      #expect(lines.count == 2 && lines[0] == "id,storyId,startedAt,endedAt,duration,completed")
      #expect(lines[1].hasSuffix(",'=s1,2026-01-05T10:00:00Z,,60,true"))
      let wrong = try await served.client.ask(.get, "/api/v1/analytics/export?format=xml")
      #expect(wrong.status == .badRequest)
    }
  }

  @Test func `are the same while nothing changes, and then not sent again`() async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/api/v1/analytics")
      let tag = answer.fields["etag"] ?? ""
      let again = try await served.client.ask(.get, "/api/v1/analytics", [("if-none-match", tag)])
      #expect(again.status == .notModified)
      let wrong = try await served.client.ask(.put, "/api/v1/analytics")
      #expect(wrong.status == .methodNotAllowed)
      #expect(wrong.fields["allow"] == "GET, HEAD")
    }
  }
}
