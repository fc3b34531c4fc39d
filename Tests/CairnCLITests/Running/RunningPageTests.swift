import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnPages

@Suite struct `A kind of fields on the pages` {
  @Test func `is started and stopped on the Today page`() async throws {
    try await RunningServer.run { me in
      #expect(try await me.ask(.get, "/").text.contains("Start running"))
      #expect(try await me.submit("/activities/run/start", "kind=running").status == 303)
      me.scratch.clock.advance(by: .minutes(26))
      let page = try await me.ask(.get, "/").text
      #expect(page.contains(#"name="distance""#) && !page.contains("Start running"), "\(page)")
      let row = try #require(try await me.scratch.log.openSessions().first)
      let far = try await me.submit("\(row.path)/stop", "distance=far&effort=7")
      #expect(far.status == 422 && far.text.contains("a number from 0 to 1000 (km)"), "\(far)")
      #expect(far.text.contains(#"value="far""#))
      let stopped = try await me.submit("\(row.path)/stop", "distance=5.2&effort=7&surface=")
      #expect(stopped.status == 303, "\(stopped)")
      #expect(try await me.ask(.get, "/").text.contains("5.2 km · 5:00 min/km"))
    }
  }

  @Test func `refuses to start twice, and what it does not know`() async throws {
    try await RunningServer.run { me in
      _ = try await me.submit("/activities/run/start", "kind=running")
      let again = try await me.submit("/activities/run/start", "kind=running")
      #expect(again.status == 409 && again.text.contains("running"), "\(again.status)")
      #expect(try await me.submit("/activities/fly/start", "kind=flying").status == 404)
    }
  }

  @Test func `has a session page with a form to edit it`() async throws {
    try await RunningServer.run { me in
      let path = try await track(me)
      let page = try await me.ask(.get, path).text
      for text in ["5.2 km", "5:46 min/km", #"name="distance""#, "Distance is divided"] {
        #expect(page.contains(text), "\(text)")
      }
      let same = "was:distance=5.2&distance=5.2&was:effort=&effort=&was:surface=road&surface=road"
      let edit = try await me.submit("\(path)/edit", "\(same)&was:note=&note=windy")
      #expect(edit.status == 303, "\(edit)")
      #expect(try await me.ask(.get, path).text.contains("windy"))
      let farther = "was:distance=5.2&distance=5.4&was:surface=road&surface="
      #expect(try await me.submit("\(path)/edit", farther).status == 303)
      let edited = try await me.ask(.get, path).text
      #expect(edited.contains("5.4 km") && edited.contains("windy"), "\(edited)")
    }
  }

  @Test func `is in the history and in the insights`() async throws {
    try await RunningServer.run { me in
      _ = try await track(me)
      let history = try await me.ask(.get, "/history?kind=running").text
      #expect(history.contains("5.2 km · 5:46 min/km") && history.contains(">Running</a>"))
      let read = #"{"title":"Dune","start":"2026-03-05T18:00:00Z","end":"2026-03-05T18:30:00Z"}"#
      _ = try await me.ask(.post, "/api/v1/sessions/track", read)
      let insights = try await me.ask(.get, "/insights").text
      #expect(insights.contains("By activity"))
      #expect(insights.contains("<td>30m</td><td>1</td><td>1</td><td>5.2 km</td>"))
    }
  }

  private func track(_ me: RunningServer) async throws -> String {
    let run = """
      {"kind":"running","start":"2026-03-05T19:00:00Z","end":"2026-03-05T19:30:00Z",\
      "metres":5200,"surface":"road"}
      """
    return "/sessions/\(try await me.ask(.post, "/api/v1/sessions/track", run).id)"
  }
}
