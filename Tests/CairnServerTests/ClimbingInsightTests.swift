import Cairn
import CairnActions
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Climbing insights over HTTP` {
  /// Creates twelve sessions of bouldering and sport climbing, two days apart, and an imported climb.
  private func run(_ body: (ServedLog) async throws -> Void) async throws {
    try await ServedLog.run { served in
      for turn in 0..<12 {
        try await served.log.write("Climb") { writer in
          let end = writer.now - .hours(Int64(48 * turn))
          var detail = Climbing(discipline: turn % 2 == 0 ? .bouldering : .sport)
          try detail.set(.mental, Int64(turn % 3) + 2)
          try detail.set(.exertion, 7)
          detail.setPartners(["Ana"])
          let session = try writer.track(
            detail,
            [Segment(start: end - .hours(2), end: end)],
            zone: "UTC",
            note: nil,
            adjust: true,
            allowShort: true
          )
          for grade in 0..<3 {
            var new = NewClimb()
            new.name = "<b>\(turn)</b>"
            new.grade =
              turn % 2 == 0
              ? GradeInput("V\(grade + 2)", in: .v)
              : GradeInput("6\(["a", "b", "c"][grade])", in: .french)
            new.attempts = Int64(grade + 1)
            new.isSent = grade < 2
            new.marks = [ClimbTag.catalogue[grade]: grade == 1 ? .hindered : .helped]
            try AddClimb(new, to: session.id).run(in: writer)
          }
          guard turn == 0 else { return }
          var climb = Climb(
            id: Identifier(writer.newID()),
            climbContext: .day(LocalDay(number: 20_400), place: nil, isOutdoor: nil),
            position: 1
          )
          climb.source = "kaya"
          try climb.set(Grade(lenient: "V<i>", in: .v), .bouldering)
          try writer.save(climb)
        }
      }
      try await body(served)
    }
  }

  @Test func `match their schema for any period`() async throws {
    try await run { served in
      for query in [
        "", "?period=week", "?period=month&by=week", "?period=year&by=month",
        "?from=2025-12-20&to=2026-01-03", "?from=1990-01-01&to=1990-01-02", "?by=year",
      ] {
        let answer = try await served.client.ask(.get, "/api/v1/insights/climbing" + query)
        #expect(answer.status == .ok, "\(query)")
      }
      let all = try await served.client.ask(.get, "/api/v1/insights/climbing").json()
      #expect(all["overview"]?["climbs"] == .integer(37))
      #expect(all["overview"]?["climbs_sent"] == .integer(24))
      #expect(all["overview"]?["partners"] == .integer(1))
      #expect(all["rates"]?["flash_rate"]?["hundredths"] == .integer(5_000))
      #expect(all["rates"]?["send_rate"]?["n"] == .integer(72))
    }
  }

  @Test func `have pyramids for one discipline and one scale`() async throws {
    try await run { served in
      let target = "/api/v1/insights/pyramid"
      for (query, count) in [
        ("", 2), ("?discipline=sport", 1), ("?scale=V", 1), ("?discipline=trad", 0),
        ("?discipline=sport&scale=V", 0),
      ] {
        let json = try await served.client.ask(.get, target + query).json()
        guard case .array(let pyramids)? = json["pyramids"] else { return #expect(Bool(false)) }
        #expect(pyramids.count == count, "\(query)")
      }
    }
  }

  @Test(arguments: [
    "climbing?period=ever", "climbing?by=day", "pyramid?scale=5", "pyramid?discipline=running",
    "climbing?from=2026-01-02&to=2026-01-01",
  ])
  func `reject unknown parameters`(target: String) async throws {
    try await ServedLog.run { served in
      let refused = try await served.client.ask(.get, "/api/v1/insights/" + target)
      #expect(refused.status == .unprocessable)
    }
  }

  @Test func `have a page with every chart, its table and its definition`() async throws {
    try await run { served in
      let page = try await served.client.ask(.get, "/insights/climbing?period=all").text
      let today = ZoneRules.utc.day(at: served.scratch.clock.now)
      let span = Span(name: "all", days: nil, today: today)
      let insights = try await ClimbingInsights(span, served.log)
      let unsaid = insights.ratingCharts.filter { $0.count == 0 }.map(\.name)
      let charts = insights.charts.filter { !unsaid.contains($0.name) }
      #expect(page.contains("Not logged in this period: ") == !unsaid.isEmpty)
      // One discipline is open, the others are collapsed.
      #expect(page.matches(of: #/<details class="fold" open>/#).count == 1)
      #expect(page.contains("<h2>How it felt</h2>"))
      for one in charts {
        let title = one.chart.title
        #expect(page.contains(">\(title)</h2>"), "\(title)")
        #expect(page.contains("aria-label=\"\(title), table\"><table>"))
        #expect(page.contains("<p>\(one.insight.definition)</p>"))
      }
      #expect(page.matches(of: /<svg [^>]*class="cairn-chart"/).count == 2 * charts.count)
      #expect(page.contains(GradePyramid.convention))
      #expect(page.contains("correlation, not a cause"))
      #expect(page.contains("1 excluded: logged by another app."))
      #expect(page.contains("V&lt;i&gt;") && !page.contains("V<i>"))
      let ids = page.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) }
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test func `have a tab next to reading, with a notice when there is no data`() async throws {
    try await ServedLog.run { served in
      let reading = try await served.client.ask(.get, "/insights").text
      #expect(
        reading.contains("<a href=\"/insights/climbing\" aria-current=\"false\">Climbing</a>")
      )
      let page = try await served.client.ask(.get, "/insights/climbing").text
      #expect(page.contains("No data yet."))
      for query in ["?period=x", "?by=day", "?x=1", "?from=2026-01-02&to=2026-01-01"] {
        let answer = try await served.client.ask(.get, "/insights/climbing" + query)
        #expect(answer.status == .unprocessable, "\(query)")
      }
      for query in ["?period=week", "?from=2026-01-01&to=2026-01-31&by=", "?period=all&by=year"] {
        let answer = try await served.client.ask(.get, "/insights/climbing" + query)
        #expect(answer.status == .ok, "\(query)")
      }
    }
  }
}
