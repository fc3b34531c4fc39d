import Cairn
import CairnActions
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore
import CairnTestKit
import Foundation
import Testing

@Suite struct `The page Today` {
  @Test(arguments: TestTransport.allCases)
  func `starts, pauses, resumes and stops a session without JavaScript`(
    way: TestTransport
  ) async throws {
    try await ServedLog.run(way) { served in
      let (client, clock) = (served.client, served.scratch.clock)
      #expect(try await client.ask(.get, "/").text.contains("What are you reading?"))
      let started = try await client.submit("/start", "title=Dune&key=k1")
      #expect(started.status == .seeOther)
      #expect(started.fields["location"] == "/")
      let path = try #require(try await served.log.openSessions().first).path
      clock.advance(by: .minutes(42))
      let running = try await client.ask(.get, "/").text
      #expect(running.contains(">42:00</time>"))
      #expect(running.contains("Started 19:00"))
      _ = try await client.submit(path + "/pause", "key=k2")
      #expect(try await client.ask(.get, "/").text.contains("Resume</button>"))
      _ = try await client.submit(path + "/resume", "key=k3")
      clock.advance(by: .minutes(3))
      #expect(try await client.submit(path + "/stop", "page=31&note=&key=k4").status == .seeOther)
      let done = try await client.ask(.get, "/").text
      #expect(done.contains("<dd>45m</dd>"))
      #expect(done.contains("<dd>31</dd>"))
      #expect(done.contains("19:00–19:45 · 31 pages"))
    }
  }

  @Test func `takes over a session from another device`() async throws {
    try await ServedLog.run { served in
      let session = try await served.person.start(served.person.add("Dune"))
      #expect(try await !served.client.ask(.get, "/").text.contains("Continue here"))
      try await served.log.write("Take over") { writer in
        try writer.change(session.id, as: NoDetail.self) { $0.activeDevice = "deadbeef" }
      }
      let moved = try await served.client.ask(.get, "/").text
      #expect(moved.contains("Moved: on another device since 19:00."))
      let live = try await served.client.ask(.get, "/api/v1/live").text
      #expect(live.contains(#""device":"moved""#))
      let path = "/sessions/\(session.id.record.text)/resume"
      #expect(try await served.client.submit(path, "key=k1").status == .seeOther)
      #expect(try await !served.client.ask(.get, "/").text.contains("Continue here"))
      #expect(try await served.log.openSessions().first?.timeline.segments.count == 1)
    }
  }

  @Test func `explains how a goal counts overlapping sessions`() async throws {
    try await ServedLog.run { served in
      let set = try await served.client.send(.put, "/api/v1/goals/minutes/daily", #"{"target":30}"#)
      #expect(set.status == .ok, "\(set.text)")
      let page = try await served.client.ask(.get, "/").text
      #expect(page.contains("counted once"))
    }
  }

  @Test func `warns that two devices recorded the same time`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune")
      let first = try await served.person.track(book, "17:00-17:30").id
      let words = "2 sessions overlap, and all count."
      #expect(try await !served.client.ask(.get, "/").text.contains(words))
      try await served.log.write("Another device") { writer in
        try writer.change(first, as: Reading.self) { (one) throws(CairnError) in
          let (id, timeline) = (SessionID(writer.newID()), one.timeline)
          try writer.save(Session(id: id, detail: one.detail, timeline: timeline, zone: "UTC"))
        }
      }
      #expect(try await served.client.ask(.get, "/").text.contains(words))
    }
  }

  @Test func `shows an error beside an invalid page and keeps the input`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      let session = try await served.person.start(book)
      served.scratch.clock.advance(by: .minutes(5))
      let path = "/sessions/\(session.id.record.text)/stop"
      let refused = try await served.client.submit(path, "page=700&note=a+%3Cb%3E+note")
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains(#"value="700" aria-invalid="true" aria-describedby="problem""#))
      #expect(refused.text.contains(#"id="problem" role="alert">Page 700 is past the end"#))
      #expect(refused.text.contains("a &lt;b&gt; note</textarea>"))
      let word = try await served.client.submit(path, "page=twelve")
      #expect(word.text.contains("“twelve” is not a whole number."))
      #expect(try await served.log.openSessions().count == 1)
    }
  }

  @Test func `explains why a late stop is rejected and keeps the input`() async throws {
    try await ServedLog.run { served in
      let session = try await served.person.start(served.person.add("Emma"))
      let path = "/sessions/\(session.id.record.text)"
      served.scratch.clock.advance(by: .minutes(5))
      let ended = try await served.client.send(.post, "/api/v1\(path)/end", "{}")
      #expect(ended.status == .ok)
      for other in [false, true] {
        if other { _ = try await served.person.start(served.person.add("Dune")) }
        let refused = try await served.client.submit(
          path + "/stop",
          "page=40&note=a+%3Cb%3E+note"
        )
        #expect(refused.status == .conflict)
        let card = try #require(refused.text.components(separatedBy: "That didn’t work").last)
        #expect(card.contains(#"id="problem" role="alert">"#))
        #expect(
          card.contains("<dt>Page</dt><dd>40</dd>") && card.contains("<dd>a &lt;b&gt; note</dd>")
        )
        #expect(card.contains("href=\"\(path)\""))
        #expect(refused.text.components(separatedBy: #"role="alert""#).count == 2)
        #expect(!refused.text.contains("a &lt;b&gt; note</textarea>"))
      }
    }
  }

  @Test func `explains why a paused climbing session cannot be paused again`() async throws {
    try await ServedLog.run { served in
      #expect(try await served.client.submit("/climbing/start", "place=Hall").status == .seeOther)
      let path =
        "/sessions/\(try #require(try await served.log.openSessions().first).id.record.text)/pause"
      #expect(try await served.client.submit(path, "key=k1").status == .seeOther)
      let refused = try await served.client.submit(path, "key=k2")
      #expect(refused.status == .conflict)
      #expect(refused.text.components(separatedBy: #"role="alert""#).count == 2)
    }
  }

  @Test(arguments: [
    ("/start", "title=Persuasion"), ("/listening/start", "title=Persuasion"),
    ("/climbing/start", "place=Persuasion"),
  ])
  func `asks at a second start whether to stop the first, and keeps the input`(
    path: String,
    form: String
  ) async throws {
    try await ServedLog.run { served in
      #expect(try await served.client.submit(path, form + "&new=yes").status == .seeOther)
      let refused = try await served.client.submit(path, form)
      #expect(refused.status == .conflict)
      let card = try #require(refused.text.components(separatedBy: #"aria-labelledby="swap""#).last)
      #expect(card.contains(#"role="alert""#) && card.contains(#"value="Persuasion">"#))
    }
  }

  @Test(arguments: [
    ("/start", "title=Dune"), ("/climbing/start", "discipline=bouldering"),
    ("/listening/start", "title=Emma"),
  ])
  func `starts a session of each other kind while one runs`(path: String, form: String) async throws
  {
    try await ServedLog.run { served in
      #expect(try await served.client.submit(path, form + "&key=k1").status == .seeOther)
      let page = try await served.client.ask(.get, "/").text
      for other in ["/start", "/climbing/start", "/listening/start"] where other != path {
        #expect(page.contains(#"action="\#(other)""#), "\(other) while \(path) runs")
        let refused = try await served.client.submit(other, "title=+&discipline=flying&key=k2")
        #expect(refused.text.contains(#"role="alert""#), "\(other) while \(path) runs")
      }
    }
  }

  @Test func `asks before it adds a book similar to another`() async throws {
    try await ServedLog.run { served in
      _ = try await served.person.add("The Left Hand of Darkness")
      let asked = try await served.client.submit("/start", "title=left+hand")
      #expect(asked.status == .conflict)
      #expect(asked.text.contains("This is a new book"))
      #expect(asked.text.contains("value=\"left hand\""))
      #expect(
        try await served.client.submit("/start", "title=left+hand&new=yes").status == .seeOther
      )
      #expect(try await served.log.openSessions().first?.title == "left hand")
    }
  }

  @Test func `proposes an end for a forgotten timer`() async throws {
    try await ServedLog.run { served in
      let session = try await served.person.start(try await served.person.add("Dune"))
      served.scratch.clock.advance(by: .hours(20))
      let page = try await served.client.ask(.get, "/").text
      #expect(page.contains("The timer has run for 20h 00m. When did you stop?"))
      #expect(page.contains(#"type="datetime-local" required value="2026-01-05T20:00""#))
      let path = "/sessions/\(session.id.record.text)/stop"
      let early = try await served.client.submit(path, "page=&ended=2026-01-05T17:00")
      #expect(early.status == .unprocessable)
      #expect(early.text.contains(#"value="2026-01-05T17:00""#))
      _ = try await served.client.submit(path, "page=&ended=2026-01-05T20:00")
      #expect(try await served.log.session(session.id)?.active == .hours(1))
    }
  }

  @Test func `keeps the whole time of a forgotten timer on request`() async throws {
    try await ServedLog.run { served in
      let session = try await served.person.start(try await served.person.add("Dune"))
      served.scratch.clock.advance(by: .hours(20))
      let path = "/sessions/\(session.id.record.text)/stop"
      _ = try await served.client.submit(path, "page=&ended=2026-01-05T19:00&now=yes")
      #expect(try await served.log.session(session.id)?.active == .hours(20))
    }
  }

  @Test func `shows the longest sessions of a year and links to the others`() async throws {
    try await ServedLog.run { served in
      let me = served.person
      let dune = try await me.add("Dune")
      for times in ["06:00-06:10", "07:00-08:00", "09:00-09:20", "10:00-10:30", "11:00-11:40"] {
        try await me.track(dune, times)
      }
      served.scratch.clock.advance(by: .hours(365 * 24))
      let page = try await served.client.ask(.get, "/").text
      #expect(page.contains("On this day"))
      #expect(["1h 00m", "40m"].allSatisfy { page.contains("read \($0)") })
      #expect(!page.contains("read 30m"))
      #expect(page.contains(#"href="/history?day=2026-01-05">3 more sessions</a>"#))
      let whole = try await served.client.ask(.get, "/api/v1/insights/on-this-day").text
      #expect(whole.split(separator: #""active_seconds""#).count == 6)
    }
  }

  @Test func `names the book of the open session even when another has the same title`()
    async throws
  {
    try await ServedLog.run { served in
      let me = served.person
      let zone = "UTC"
      _ = try await me.add("Poems", pages: 90, status: .reading)
      let second = try await me.log.write("Add") { writer in
        try AddBook(NewBook(title: "Poems", pages: 300), zone: zone).run(in: writer).entry.id
      }
      try await me.start(second)
      #expect(try await served.client.ask(.get, "/").text.contains(">of 300</span>"))
    }
  }

  @Test func `counts a double tap once`() async throws {
    try await ServedLog.run { served in
      for _ in 1...2 {
        let started = try await served.client.submit("/start", "title=Dune&key=k")
        #expect(started.status == .seeOther)
      }
      #expect(try await served.log.history(limit: 9).count == 1)
    }
  }

  @Test func `discards a session, which undo restores`() async throws {
    try await ServedLog.run { served in
      let session = try await served.person.start(try await served.person.add("Dune"))
      let path = "/sessions/\(session.id.record.text)/discard"
      #expect(try await served.client.submit(path, "key=k").status == .seeOther)
      #expect(try await served.log.openSessions().isEmpty)
      _ = try await served.log.undo()
      #expect(try await served.log.openSessions().count == 1)
    }
  }

  @Test(arguments: ["system", "light", "dark"])
  func `has the chosen theme from the first paint`(theme: String) async throws {
    try await ServedLog.run { served in
      let chosen = try await served.client.submit("/theme", "theme=\(theme)")
      let cookie = try #require(chosen.fields["set-cookie"]).prefix { $0 != ";" }
      let page = try await served.client.ask(.get, "/", [("cookie", String(cookie))])
      #expect(page.text.contains("<html lang=\"en\" data-theme=\"\(theme)\">"))
      #expect(try await served.client.submit("/theme", "theme=pink").status == .unprocessable)
    }
  }

  @Test func `allows only its own scripts`() async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/")
      let policy = try #require(page.fields["content-security-policy"])
      #expect(policy.contains("default-src 'none'"))
      #expect(!policy.contains("unsafe"))
      for inline in ["style=", "<style", "onclick", "javascript:"] {
        #expect(!page.text.contains(inline))
      }
      let own = page.text.components(separatedBy: #"<script type="module" src="/assets/"#).count
      #expect(own == 6)
      #expect(page.text.components(separatedBy: "<script").count == own)
    }
  }

  @Test func `has immutable assets, versioned by URL`() async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/").text
      for name in ["app.css", "app.js", "send.js", "live.js", "icon.svg"] {
        let start = try #require(page.range(of: "/assets/\(name)?v="))
        let path = page[start.lowerBound...].prefix { $0 != "\"" }
        let file = try await served.client.ask(.get, String(path))
        #expect(file.status == .ok)
        #expect(file.fields["cache-control"] == "public, max-age=31536000, immutable")
        #expect(file.body.count > 100)
        #expect(!file.text.contains("\n// ") && !file.text.contains("/**"))
      }
      #expect(try await served.client.ask(.get, "/assets/other").status == .notFound)
    }
  }
}

extension SessionRow {
  var path: String { "/sessions/\(id.record.text)" }
}
