import Cairn
import CairnHTTP
import CairnInsights
import CairnStore
import CairnTestKit
import Testing

@Suite struct `The page Insights` {
  private func run(_ body: (ServedLog) async throws -> Void) async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 90)
      try await served.person.track(book, "06:00-07:00", page: 40)
      try await served.person.track(book, "08:00-09:30", page: 90)
      try await body(served)
    }
  }

  @Test func `draws three charts, each with its definition and most with a table`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/insights").text
      for title in ["January 2026 in one sentence", "Time by day", "Books", "Rhythm in 2026"] {
        #expect(page.contains(">\(title)</h2>"), "\(title)")
        #expect(page.contains("aria-label=\"About: \(title)\""), "\(title)")
        #expect(page.contains("aria-label=\"\(title), table\""), "\(title)")
      }
      #expect(page.matches(of: /<section class="card statistic"/).count == 5)
      #expect(page.contains("role=\"group\" aria-label=\"Time by day, January 2026\""))
    }
  }

  @Test func `shows the statistics of the period with their definitions`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/insights").text
      #expect(page.contains("You logged <strong>2h 30m</strong> this month"))
      #expect(page.contains("this month, after none in December 2025."))
      #expect(page.contains("2 sessions on 1 day"))
      #expect(page.contains("<dt>pages</dt><dd>90</dd>"))
      #expect(page.contains("<dt>book finished</dt><dd>1</dd>"))
      #expect(page.contains("<dt>pages an hour</dt><dd>36</dd>"))
      for insight in [Insight.time, .pages, .books, .pace, .pattern, .bestWindow, .ratings] {
        #expect(page.contains("<p>\(insight.definition)</p>"), "\(insight.name)")
      }
    }
  }

  @Test func `leads from a year to a month, to a day and to its sessions`() async throws {
    try await run { served in
      let year = try await served.client.ask(.get, "/insights?period=year").text
      #expect(year.contains("<a href=\"/insights\" aria-label=\"January 2026: 2h 30m\">"))
      let month = try await served.client.ask(.get, "/insights").text
      #expect(
        month.contains("<a href=\"/history?day=2026-01-05\" aria-label=\"Mon 5 Jan 2026: 2h 30m\">")
      )
      #expect(month.contains("<a href=\"/history?day=2026-01-05\" tabindex=\"-1\">"))
      let all = try await served.client.ask(.get, "/insights?period=all").text
      #expect(all.contains("<a href=\"/insights?period=year\" aria-label=\"2026: 2h 30m\">"))
    }
  }

  @Test func `compares with the same days of the period before`() async throws {
    try await run { served in
      let book = try await served.person.add("Emma")
      for (day, times) in [("2025-12-05", "06:00-07:00"), ("2025-12-06", "06:00-09:00")] {
        served.scratch.clock.set(to: try #require(Instant(text: "\(day)T20:00:00Z")))
        try await served.person.track(book, times)
      }
      served.scratch.clock.set(to: .scratchStart)
      let month = try await served.client.ask(.get, "/insights").text
      let ahead = "<span class=\"up\">1h 30m ahead</span> of the same days of December 2025."
      #expect(month.contains(ahead))
      let before = try await served.client.ask(.get, "/insights?period=month&at=2025-12").text
      #expect(before.contains("You logged <strong>4h 00m</strong> in December 2025"))
      #expect(before.contains("in December 2025, after none in November."))
      #expect(before.contains("<p>\(Insight.average.definition)</p>"))
      let week = try await served.client.ask(.get, "/insights?period=week&at=2025-12-06").text
      #expect(week.contains("in the week 1–7 Dec 2025"))
    }
  }

  @Test func `shows one activity alone`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/insights?activity=reading").text
      #expect(page.contains("You read for <strong>2h 30m</strong> this month"))
      #expect(page.contains("href=\"/insights?activity=reading\" aria-current=\"page\">"))
      #expect(!page.contains(">Streak and goals</h2>"))
      let other = try await served.client.ask(.get, "/insights?activity=climbing").text
      #expect(other.contains("No data yet."))
    }
  }

  @Test(arguments: ["year=2026", "year=2026&measure=pages", "measure=books"])
  func `still answers older addresses`(query: String) async throws {
    try await run { served in
      let answer = try await served.client.ask(.get, "/insights?\(query)")
      #expect(answer.status == .ok)
      #expect(answer.text.contains(query.hasPrefix("year") ? "Time by month" : "Time by day"))
    }
  }

  @Test func `has no duplicate IDs`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/insights").text
      let ids = page.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) }
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test func `shows a notice when a year or all years are empty`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/insights?period=year&at=2027").text
      let link = "<a href=\"/insights?period=year\">this year</a>."
      #expect(page.contains("No sessions in 2027. The last are \(link)"))
      let early = try await served.client.ask(.get, "/insights?year=2024").text
      #expect(early.contains("No sessions in 2024. The first are \(link)"))
    }
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/insights").text
      #expect(page.contains("No data yet."))
    }
  }

  @Test(arguments: [
    "measure=x", "year=x", "year=99999", "x=1", "period=x", "at=x", "activity=x", "at=2026-13",
  ])
  func `rejects an unknown address`(query: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/insights?\(query)")
      #expect(answer.status == .unprocessable)
    }
  }
}
