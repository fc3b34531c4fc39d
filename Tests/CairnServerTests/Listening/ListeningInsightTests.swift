import Cairn
import CairnHTTP
import Testing

@testable import CairnServer

@Suite struct `The listening summary over the API` {
  @Test(arguments: TestTransport.allCases)
  func `has the hours, and the progress of each story`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      try await served.story("left", seconds: 600)
      try await served.story("heard", seconds: 600)
      try await served.story("new")
      for (story, start, seconds, isCompleted) in [
        ("left", "2026-01-05T10:00:00Z", 330, false), ("heard", "2026-01-05T11:00:00Z", 600, true),
        ("left", "2026-01-04T10:30:00Z", 60, false),
      ] {
        let reported = #""storyId":"\#(story)","startedAt":"\#(start)","duration":\#(seconds)"#
        _ = try await served.report(reported + #","completed":\#(isCompleted)"#)
      }
      let all = try await served.client.ask(.get, "/api/v1/insights/listening?range=month").json()
      // Berlin is one hour ahead of UTC.
      let hours = (0..<24).map { JSON.integer($0 == 11 ? 2 : $0 == 12 ? 1 : 0) }
      #expect(all["hours"] == .array(hours))
      #expect(all["chart"]?["range"] == .string("month"))
      #expect(all["drop_off"] == .array((0..<10).map { .integer($0 == 6 ? 1 : 0) }))
      let path = "/api/v1/insights/listening/stories?figure="
      let open = try await served.client.ask(.get, path + "drop_off").json()
      #expect(open["n"] == .integer(1) && open["excluded"] == .integer(2))
      let completion = try await served.client.ask(.get, path + "completion").json()
      #expect(completion["stories"] == all["stories"])
      guard case .array(let stories)? = completion["stories"] else { return #expect(Bool(false)) }
      #expect(stories.map { $0["listened_hundredths"] } == [.integer(6_500), .integer(10_000)])
      #expect(stories.map { $0["left_at_tenth"] } == [.integer(6), .null])
    }
  }

  @Test(arguments: ["?range=decade", "/stories", "/stories?figure=pace"])
  func `rejects unknown parameters`(query: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/api/v1/insights/listening" + query)
      #expect(answer.status.code >= 400 && answer.status.code < 500)
    }
  }
}
