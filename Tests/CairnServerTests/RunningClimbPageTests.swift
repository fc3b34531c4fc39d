import Cairn
import CairnHTTP
import CairnReports
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `A running climbing session on a phone` {
  @Test func `labels each climb's buttons uniquely`() async throws {
    try await ServedLog.run { served in
      let path = try await `Climbing in the browser`.start(served, "discipline=bouldering&key=s")
      for climb in ["grade=V2", "grade=V2", "name=Cave&grade=V2", "name=Cave&grade=V2", "name=Fin"]
      {
        let form = "\(climb)&outcome=fell&attempts=1&key=\(served.scratch.clock.now.milliseconds)"
        #expect(try await served.client.submit(path + "/climbs", form).status == .seeOther)
        served.scratch.clock.advance(by: .minutes(1))
      }
      let page = try await served.client.ask(.get, path).text
      let labels = page.matches(of: #/aria-label="(. (?:Fell|Sent): [^"]*)"/#).map {
        String($0.output.1)
      }
      #expect(labels.count == 10 && Set(labels).count == 10, "\(labels)")
      #expect(labels.contains("✗ Fell: climb 2, V2") && labels.contains("✓ Sent: “Fin”"))
      #expect(page.contains("<bdi>Climb 2, bouldering</bdi>"))
    }
  }

  @Test func `shows the latest twelve of a hundred climbs, and all on request`() async throws {
    try await ServedLog.run { served in
      let path = try await `Climbing in the browser`.start(served, "discipline=bouldering&key=s")
      for number in 1...100 {
        let form = "name=Problem+\(number)&grade=V3&outcome=fell&key=\(number)"
        #expect(try await served.client.submit(path + "/climbs", form).status == .seeOther)
      }
      let page = try await served.client.ask(.get, path).text
      let shown = page.matches(of: #/<bdi>Problem (\d+)</bdi></a>/#).map { Int($0.1) }
      #expect(shown == (89...100).reversed())
      #expect(page.contains("href=\"\(path)?climbs=all\">Show all 100 climbs</a>"))
      let all = try await served.client.ask(.get, path + "?climbs=all").text
      #expect(all.matches(of: #/<bdi>Problem \d+</bdi></a>/#).count == 100)
      #expect(page.utf8.count < 60_000, "\(page.utf8.count) bytes")
    }
  }

  @Test(arguments: [
    ("bouldering", "flash", "sent, flash"), ("bouldering", "redpoint", "sent, redpoint"),
    ("top_rope", "sent", "sent, flash"), ("sport", "fell", "fell"),
  ])
  func `logs a grade and an outcome`(discipline: String, outcome: String, label: String)
    async throws
  {
    try await ServedLog.run { served in
      let start = "discipline=\(discipline)&key=s"
      let path = try await `Climbing in the browser`.start(served, start)
      let pad = try await served.client.ask(.get, path).text
      #expect(pad.contains("name=\"outcome\" value=\"\(outcome)\""))
      let grade = discipline == "bouldering" ? "V3" : "5.9"
      let form = "grade=\(grade)&outcome=\(outcome)&key=p"
      let added = try await served.client.submit(path + "/climbs", form)
      #expect(added.status == .seeOther)
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains("<span class=\"hidden\">\(label)</span>"))
      #expect(page.contains("value=\"\(grade)\" checked"))
      #expect(page.contains("Same again <b><bdi>\(grade)</bdi></b>"))
    }
  }

  @Test func `counts the rest from the last attempt`() async throws {
    try await ServedLog.run { served in
      let path = try await `Climbing in the browser`.start(served)
      #expect(try await !served.client.ask(.get, path).text.contains("class=\"rested\""))
      _ = try await served.client.submit(path + "/climbs", "grade=V3&outcome=fell&key=a")
      served.scratch.clock.advance(by: .seconds(128))
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains(#/class="rested">.*data-elapsed="128000"[^>]*>2:08</#))
    }
  }

  @Test func `confirms the last action and offers undo first`() async throws {
    try await ServedLog.run { served in
      let path = try await `Climbing in the browser`.start(served)
      let added = try await served.client.submit(
        path + "/climbs",
        "name=Cave&outcome=fell&attempts=1&key=a"
      )
      let place = try #require(added.fields["location"]).split(separator: "#")[0]
      let page = try await served.client.ask(.get, String(place)).text
      let toast = try #require(page.firstRange(of: "class=\"toast\" role=\"status\""))
      let main = try #require(page.firstRange(of: "<main"))
      #expect(toast.lowerBound < main.lowerBound)
    }
  }
}
