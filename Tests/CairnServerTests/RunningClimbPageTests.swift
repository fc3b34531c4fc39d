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

  @Test func `links past a long list to the latest climb and the end form`() async throws {
    try await ServedLog.run { served in
      let path = try await `Climbing in the browser`.start(served)
      var last: ClimbRow?
      for number in 1...4 {
        #expect(!(try await served.client.ask(.get, path).text.contains(">Latest climb</a>")))
        last = try await `Climbing in the browser`.add(
          served,
          path,
          "name=\(number)&outcome=fell&attempts=1"
        )
        served.scratch.clock.advance(by: .minutes(1))
      }
      let page = try await served.client.ask(.get, path).text
      let id = try #require(last).shortID.text
      #expect(page.contains("href=\"#c-\(id)\">Latest climb</a>"))
      #expect(page.contains("id=\"c-\(id)\"") && page.contains("href=\"#end\""))
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
