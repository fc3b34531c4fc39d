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
      let links = page.matches(of: #/href="(/insights/climbing\?period=all&amp;view=[^"]+)"/#)
      let views = links.map { String($0.1).replacing("&amp;", with: "&") }
      var pages: [String] = []
      for view in views { pages.append(try await served.client.ask(.get, view).text) }
      // Every chart is in one view, and no view has more than five.
      for one in charts {
        let title = one.chart.title
        let own = pages.filter { $0.contains(">\(title)</h2>") }
        #expect(own.count == 1, "\(title)")
        #expect(own.first?.contains("aria-label=\"\(title), table\"><table>") == true)
        #expect(own.first?.contains("<p>\(one.insight.definition)</p>") == true)
      }
      let counts = pages.map { $0.matches(of: /<svg [^>]*class="cairn-chart"/).count }
      #expect(counts.reduce(0, +) == 2 * charts.count && counts.allSatisfy { $0 <= 10 })
      let all = pages.joined()
      #expect(all.contains(GradePyramid.convention))
      #expect(all.contains("correlation, not a cause"))
      #expect(page.contains("1 excluded: logged by another app."))
      #expect(all.contains("V&lt;i&gt;") && !all.contains("V<i>"))
      let overview = try await served.client.ask(.get, "/insights").text
      #expect(overview.contains("href=\"/insights?activity=climbing\""))
      let ids = page.matches(of: #/ id="([^"]*)"/#).map { String($0.output.1) }
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test func `have a tab next to reading, with a notice when there is no data`() async throws {
    try await ServedLog.run { served in
      let reading = try await served.client.ask(.get, "/insights").text
      #expect(
        reading.contains("href=\"/insights/diversity\" aria-current=\"false\">Diversity</a>")
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
