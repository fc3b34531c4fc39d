import Cairn
import CairnActions
import CairnHTTP
import CairnReports
import CairnStore
import CairnTestKit
import Foundation
import Testing

@Suite struct `The page History` {
  @Test func `lists sessions under their days, newest first`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      try await served.person.track(book, "06:00-06:30", page: 20)
      try await served.person.track(book, "08:00-08:45", page: 50)
      let page = try await served.client.ask(.get, "/history").text
      #expect(page.contains("<a href=\"/history?day=2026-01-05\">Today</a>"))
      #expect(page.contains("<span class=\"figure\">1h 15m</span>"))
      #expect(page.contains("08:00–08:45 UTC · 30 pages"))
      let newer = try #require(page.range(of: "08:00–08:45"))
      let older = try #require(page.range(of: "06:00–06:30"))
      #expect(newer.lowerBound < older.lowerBound)
    }
  }

  @Test func `lists the sessions with a tag or at a place`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune")
      try await served.person.track(book, "06:00-06:30")
      try await served.person.track(book, "08:00-08:45")
      let last = try #require(try await served.log.sessions(SessionFilter(limit: 1)).first)
      try await served.log.write("") { writer in
        try TagSessions([last.id], add: ["Beach"]).run(in: writer)
        try writer.change(last.id, as: NoDetail.self) { $0.sessionContext.setPlace("Café") }
      }
      let session = try await served.client.ask(.get, "/sessions/\(last.id.record.text)").text
      #expect(session.contains("href=\"/history?tag=Beach\""))
      for query in ["tag=beach", "place=cafe"] {
        let page = try await served.client.ask(.get, "/history?\(query)").text
        #expect(page.contains("08:00–08:45") && !page.contains("06:00–06:30"))
      }
      let none = try await served.client.ask(.get, "/history?tag=other").text
      #expect(none.contains("No sessions yet."))
    }
  }

  @Test func `counts overlapping minutes once, as Today and Insights do`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      try await served.person.track(book, "06:00-07:30", page: 20)
      let wall = served.scratch.clock.now - .hours(12)
      try await served.log.write("Climb") { writer in
        let session = try writer.start(Climbing(), at: wall, zone: "UTC", adjust: false)
        let end = wall + .minutes(60)
        try writer.end(session.id, as: Climbing.self, at: end, zone: "UTC", allowShort: false)
      }
      let lived = "1h 30m without overlaps"
      let history = try await served.client.ask(.get, "/history").text
      #expect(history.contains("2h 30m<span class=\"quiet\">\u{A0}· \(lived)</span>"))
      let day = try await served.client.ask(.get, "/history?day=2026-01-05").text
      #expect(day.contains(lived))
      #expect(try await served.client.ask(.get, "/").text.contains("In 2 sessions; \(lived)"))
      #expect(try await served.client.ask(.get, "/insights").text.contains("on 1 day; \(lived)"))
      let today = try await served.client.ask(.get, "/api/v1/stats/today").text
      #expect(today.contains(#""active_seconds":9000,"non_overlapping_seconds":5400"#))
    }
  }

  @Test func `continues on the next page without a gap`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune")
      served.person.at("23:59")
      for hour in 0..<23 {
        let name = hour < 10 ? "0\(hour)" : "\(hour)"
        try await served.person.track(book, "\(name):00-\(name):10")
        try await served.person.track(book, "\(name):30-\(name):40")
      }
      let first = try await served.client.ask(.get, "/history").text
      let start = try #require(first.range(of: "/history?before="))
      let path = first[start.lowerBound...].prefix { $0 != "\"" }
      let second = try await served.client.ask(.get, String(path)).text
      let shown = [first, second].map { $0.components(separatedBy: "class=\"whole\"").count - 1 }
      #expect(shown == [40, 6])
      #expect(!second.contains("Older sessions"))
    }
  }

  @Test func `shows a session across midnight on both days`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune")
      var person = served.person
      person.zone = "Europe/Berlin"
      served.scratch.clock.advance(by: .hours(24))
      person.at("23:59")
      try await person.track(book, "22:30-23:30")
      served.scratch.clock.advance(by: .hours(24))
      let shown = ["2026-01-06": "23:30–00:30 (7 Jan)", "2026-01-07": "23:30 (6 Jan)–00:30"]
      for (day, stretch) in shown {
        let page = try await served.client.ask(.get, "/history?day=\(day)").text
        #expect(page.contains("30m <span class=\"quiet\">of 1h 00m</span>"))
        #expect(page.contains(stretch), "\(day)")
      }
    }
  }

  @Test func `links every day of a month except future ones`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune")
      try await served.person.track(book, "06:00-07:30")
      let page = try await served.client.ask(.get, "/history/calendar").text
      #expect(page.contains("aria-label=\"Mon 5 Jan 2026: 1h 30m, today\""))
      #expect(page.contains("aria-label=\"Sun 4 Jan 2026: no activity\""))
      #expect(!page.contains("/history?day=2026-01-06"))
      #expect(!page.contains("month=2026-02"))
      let before = try await served.client.ask(.get, "/history/calendar?month=2025-12").text
      #expect(before.contains("month=2026-01"))
    }
  }

  @Test(arguments: [
    "/history?tag=", "/history?place=%20", "/history?tag=a&place=b", "/history?day=2026-02-30",
    "/history?day=x", "/history?before=x", "/history?wrong=1",
    "/history/calendar?month=2026", "/history/calendar?month=2026-13",
  ])
  func `rejects an unknown address`(target: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, target)
      #expect(answer.status == .unprocessable)
    }
  }

  @Test(arguments: [
    "/history?book=x", "/sessions/x", "/sessions/019b8e2c-0000-7000-8000-000000000000",
  ])
  func `answers 404 for what does not exist`(target: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, target)
      #expect(answer.status == .notFound)
    }
  }

  @Test func `shows a hint when it is empty`() async throws {
    try await ServedLog.run { served in
      #expect(try await served.client.ask(.get, "/history").text.contains("No sessions yet."))
      let day = try await served.client.ask(.get, "/history?day=2025-03-05").text
      #expect(day.contains("No activity on this day."))
    }
  }
}
