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

  @Test func `draws every chart, with its table and its definition`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/insights").text
      let titles = [
        "Daily time, 2026", "Time in January 2026", "Time per month", "Time per week",
        "Time per day", "Running total, 2026", "Time per year",
      ]
      for title in titles {
        #expect(page.contains("<h2 class=\"hidden\" id="))
        #expect(page.contains(">\(title)</h2>"))
        #expect(page.contains("aria-label=\"\(title), table\"><table>"))
      }
      #expect(page.matches(of: /<svg [^>]*class="cairn-chart"/).count == 2 * titles.count)
      #expect(page.contains(Activity.definition(of: .minutes)))
    }
  }

  @Test func `shows the statistics of the year with their definitions`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/insights").text
      #expect(page.contains("<dt>tracked</dt><dd>2h 30m</dd>"))
      #expect(page.contains("<dt>pages</dt><dd>90</dd>"))
      #expect(page.contains("<dt>books finished</dt><dd>1</dd>"))
      #expect(page.contains("<dt>pages an hour</dt><dd>36</dd>"))
      for insight in [Insight.time, .pages, .books, .pace, .average, .pattern, .recentPace] {
        #expect(page.contains("<p>\(insight.definition)</p>"))
      }
    }
  }

  @Test(arguments: Measure.all)
  func `counts the selected measure`(measure: Measure) async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/insights?measure=\(measure.name)").text
      #expect(page.contains("measure=\(measure.name)\" aria-current=\"page\""))
      #expect(page.contains(Activity.definition(of: measure)))
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
      let page = try await served.client.ask(.get, "/insights?year=2024").text
      #expect(page.contains("No sessions in 2024."))
    }
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/insights").text
      #expect(page.contains("No data yet."))
    }
  }

  @Test(arguments: ["measure=x", "year=x", "year=99999", "x=1"])
  func `rejects an unknown address`(query: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/insights?\(query)")
      #expect(answer.status == .unprocessable)
    }
  }
}
