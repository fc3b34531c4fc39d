import Cairn
import CairnHTTP
import CairnPages
import CairnStore
import CairnTestKit
import Synchronization
import Testing

@testable import CairnServer
import CairnReports

/// A value that a test changes inside a `@Sendable` closure.
final class Box<Value: Sendable>: Sendable {
  private let held: Mutex<Value>

  init(_ value: Value) {
    held = Mutex(value)
  }

  var value: Value {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}

@Suite struct `The page Settings` {
  @Test func `saves the selected settings in one history entry`() async throws {
    try await ServedLog.run { served in
      let form =
        "dayStartHour=4&weekStart=sunday&autoFinish=yes&streakCadence=daily&streakMinimum=any&key=k"
      let saved = try await served.client.submit("/settings", form)
      #expect(saved.status == .seeOther)
      #expect(try await served.log.dayStartHour() == 4)
      #expect(try await served.log.weekStart().name == "sunday")
      let lines = try await served.log.history(limit: 9).map(\.title)
      #expect(lines == ["Settings changed: days start at, weeks start on"])
      let page = try await served.client.ask(.get, "/settings").text
      #expect(page.contains("<option value=\"4\" selected>04:00</option>"))
      #expect(page.contains("<bdi>Europe/Berlin</bdi>"))
    }
  }

  @Test func `sets the clock style of every page, but not of the API`() async throws {
    try await ServedLog.run { served in
      let set = try await served.client.submit("/settings", "clockStyle=12h&key=c")
      #expect(set.status == .seeOther)
      #expect(try await served.log.clockStyle() == .twelveHours)
      let page = try await served.client.ask(.get, "/settings").text
      #expect(page.contains("<option value=\"12h\" selected>8:00 PM</option>"))
      #expect(page.contains("<option value=\"4\">4:00 AM</option>"))
      _ = try await served.client.submit("/start", "title=Emma&kind=reading&key=s")
      let today = try await served.client.ask(.get, "/").text
      #expect(today.contains(/Started 1?[0-9]:[0-9]{2} [AP]M/))
      let open = try await served.client.ask(.get, "/api/v1/sessions").text
      #expect(!open.contains(/[AP]M"/))
      let bad = try await served.client.submit("/settings", "clockStyle=13h&key=d")
      #expect(bad.text.contains("not a valid value for “Time format”"))
    }
  }

  @Test func `uses the machine's time zone unless one is set`() async throws {
    let chosen = Box("Europe/Berlin")
    let zone = DefaultZone(rules: { SystemZones.rules(chosen.value) ?? .utc }) { name in
      guard SystemZones.rules(name) != nil else {
        throw CairnError("setting.invalid", "No zone.", hint: "")
      }
      chosen.value = name
    }
    try await ServedLog.run(.memory, { $0.defaultZone = zone }) { served in
      let page = try await served.client.ask(.get, "/settings").text
      #expect(page.contains(#"name="zone" autocomplete="off" value="Europe/Berlin""#))
      let saved = try await served.client.submit("/settings", "zone=Asia%2FTokyo&key=a")
      #expect(saved.status == .seeOther)
      let after = try await served.client.ask(.get, "/settings").text
      #expect(after.contains(#"value="Asia/Tokyo""#))
      // Seven in the evening in Berlin is three the next morning in Tokyo.
      let day = try await served.client.ask(.get, "/api/v1/stats/today").text
      #expect(day.contains(#""day":"2026-01-06""#))
      let refused = try await served.client.submit("/settings", "zone=Mars%2FOlympus&key=b")
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains(#"value="Mars/Olympus""#))
    }
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/settings").text
      #expect(!page.contains(#"name="zone""#))
      #expect(page.contains("<code>--zone</code>"))
    }
  }

  @Test func `shows an error and keeps the input`() async throws {
    try await ServedLog.run { served in
      let refused = try await served.client.submit("/settings", "streakMinimum=%3Cb%3E+lots")
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("value=\"&lt;b&gt; lots\""))
      #expect(refused.text.contains("role=\"alert\">“&lt;b&gt; lots” is not a daily minimum."))
    }
  }

  @Test(arguments: [
    ("cairn", "/api/v1/exports/cairn"),
    ("ical%3Ftitles%3Dtrue", "/api/v1/exports/ical?titles=true"),
  ])
  func `exports what its list offers`(format: String, path: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/settings/export?format=\(format)")
      #expect(answer.status == .seeOther && answer.fields["location"] == path)
      #expect(try await served.client.ask(.get, path).status == .ok)
      let stray = try await served.client.ask(.get, "/settings/export?format=../account")
      #expect(stray.status.code >= 400)
    }
  }

  @Test func `has its former anchors on the tabs`() async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/settings").text
      for (anchor, path) in [("devices", "devices"), ("data", "data"), ("account", "server")] {
        #expect(page.contains("<a id=\"\(anchor)\" href=\"/settings/\(path)\""))
      }
      #expect(page.contains("id=\"goals\"") && page.contains("id=\"days\""))
    }
  }

  @Test(arguments: ["/", "/insights", "/settings"])
  func `changes a goal where it shows, and comes back`(path: String) async throws {
    try await ServedLog.run { served in
      try await served.person.track(try await served.person.add("Emma"), "06:00-07:00")
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains("name=\"back\" value=\"\(path)\""))
      let form = "measure=minutes&cadence=daily&amount=30&key=a&back=\(path)"
      let saved = try await served.client.submit("/goals", form)
      #expect(saved.fields["location"]?.hasPrefix(path + "?done=") == true)
      let wrong = "measure=minutes&amount=x&back=\(path)"
      let refused = try await served.client.submit("/goals", wrong)
      #expect(refused.text.contains("name=\"back\" value=\"\(path)\""))
    }
  }

  @Test func `sets a goal, which Today shows, and ends it`() async throws {
    try await ServedLog.run { served in
      let set = "measure=minutes&cadence=daily&amount=30&key=a"
      #expect(try await served.client.submit("/goals", set).status == .seeOther)
      let today = try await served.client.ask(.get, "/").text
      #expect(today.contains("<strong>30m today</strong>"))
      #expect(today.contains("30m left"))
      let settings = try await served.client.ask(.get, "/settings").text
      #expect(settings.contains("aria-label=\"Remove goal 30m each day\""))
      _ = try await served.client.submit("/goals", "measure=minutes&cadence=daily&end=yes&key=b")
      let after = try await served.client.ask(.get, "/").text
      #expect(!after.contains("30m today"))
    }
  }

  @Test(arguments: [
    "measure=x&cadence=daily&amount=1", "measure=pages&cadence=x&amount=1",
    "measure=pages&cadence=daily&amount=0",
  ])
  func `rejects an invalid goal`(form: String) async throws {
    try await ServedLog.run { served in
      let refused = try await served.client.submit("/goals", form)
      #expect(refused.status == .unprocessable)
    }
  }

  @Test func `lists every action with an undo button`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune")
      let line = try #require(try await served.log.history(limit: 1).first)
      let page = try await served.client.ask(.get, "/changes").text
      #expect(page.contains("<bdi>“Dune” added</bdi>"))
      _ = try await served.client.submit("/undo/\(line.id.text)", "back=/changes&key=k")
      #expect(try await served.log.book(book) == nil)
      let after = try await served.client.ask(.get, "/changes").text
      #expect(after.contains(", undone</span>"))
      #expect(!after.contains("action=\"/undo/"))
    }
  }
}
