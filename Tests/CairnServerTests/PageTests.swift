import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@Suite struct `Every page` {
  static let pages = [
    "/", "/history", "/history/calendar", "/shelf", "/shelf/deleted", "/insights", "/settings",
    "/settings/devices", "/settings/data", "/settings/server",
    "/changes", "/import", "/listening", "/listening/share", "/stories", "/stories/deleted",
    "/add",
  ]

  @Test(arguments: pages)
  func `links to all others and marks itself`(path: String) async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, path)
      #expect(page.status == .ok)
      for other in ["/", "/history", "/shelf", "/insights", "/add", "/settings"] {
        #expect(page.text.contains("<a href=\"\(other)\" data-letter"))
      }
      #expect(page.text.matches(of: /data-letter="." aria-current="page"/).count == 1)
    }
  }

  @Test(arguments: pages)
  func `runs and loads only its own files`(path: String) async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, path).text
      for inline in [" style=", "<style", " onclick", "javascript:", "http://", "https://"] {
        let links = page.replacing("http://www.w3.org/2000/svg", with: "")
        #expect(!links.contains(inline))
      }
    }
  }

  @Test(arguments: pages.filter { $0 != "/" })
  func `shows what runs, and comes back to itself when it is paused`(path: String) async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Emma")
      try await served.person.start(book)
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains("aria-label=\"Reading: Emma\""))
      #expect(page.contains("name=\"back\" value=\"\(path)\""))
      #expect(page.contains("/focus#page\" aria-label=\"Finish Emma\""))
      #expect(try await !served.client.ask(.get, "/").text.contains("aria-label=\"Finish Emma\""))
    }
  }

  @Test func `shows this day in earlier years on Today`() async throws {
    try await ServedLog.run { served in
      served.scratch.clock.set(to: try #require(Instant(text: "2025-01-05T20:00:00Z")))
      let book = try await served.person.add("Emma")
      try await served.person.track(book, "06:00-07:00")
      served.scratch.clock.set(to: .scratchStart)
      let page = try await served.client.ask(.get, "/").text
      #expect(page.contains("On this day"))
      #expect(page.contains("<span class=\"figure\">2025</span>"))
    }
  }

  @Test(arguments: pages)
  func `weighs less than 60 kB compressed, with its styles and scripts`(
    path: String
  ) async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, path)
      let files = Set(page.text.matches(of: /"(\/assets\/[^"]+)"/).map { String($0.1) })
      var sum = try TestGzip.count(page.body)
      for file in files {
        sum += try TestGzip.count(try await served.client.ask(.get, file).body)
      }
      #expect((5...9).contains(files.count) && sum < 60_000, "\(sum) bytes, \(files)")
    }
  }
}
