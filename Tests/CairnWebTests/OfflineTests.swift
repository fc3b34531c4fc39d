import Cairn
import CairnActions
import CairnStore
import CairnSync
import CairnTestKit
import Foundation
import Testing
import CairnReports

@Suite struct `An offline browser` {
  @Test func `rejects an unknown action`() throws {
    var browser = Browser(seed: 1)
    #expect(try browser.act(["do": "fly"]) == "request.field")
  }

  @Test func `starts, pauses and stops a session by the usual rules`() throws {
    var browser = Browser(seed: 1)
    #expect(try browser.act(["do": "read", "title": "Emma"]) == nil)
    #expect(try browser.act(["do": "read", "title": "Dune"]) == "session.already_running")
    let id = try #require(try running(&browser).first?["id"] as? String)
    browser.now = browser.now + .seconds(20)
    #expect(try browser.act(["do": "stop", "session": id]) == "session.too_short")
    browser.now = browser.now + .minutes(30)
    #expect(try browser.act(["do": "pause", "session": id]) == nil)
    #expect(try browser.act(["do": "pause", "session": id]) == "session.not_running")
    browser.now = browser.now + .minutes(5)
    #expect(try browser.act(["do": "resume", "session": id]) == nil)
    browser.now = browser.now + .minutes(10)
    #expect(try browser.act(["do": "stop", "session": id, "page": "31"]) == nil)
    let day = try #require((try browser.view()["days"] as? [[String: Any]])?.first)
    let session = try #require((day["sessions"] as? [[String: Any]])?.first)
    #expect(session["active"] as? String == "40m")
    #expect(session["done"] as? String == "31 pages")
    #expect(browser.lines.count == 4)
  }

  @Test func `reports times in the page's time zone when the clock was set back`() throws {
    var browser = Browser(seed: 1)
    _ = try browser.act(["do": "read", "title": "Emma"])
    let session = try #require(try running(&browser).first)
    let (id, started) = (session["id"] as? String, session["started"] as? String)
    browser.now = browser.now - .minutes(10)
    let refused = ["do": "stop", "session": id ?? ""]
    #expect(try browser.act(refused) == "session.time_before_segment")
    let answer = try #require(browser.asked.last?.answer)
    #expect(answer.contains(" is before \(started ?? "?"), when the session started."))
  }

  @Test func `writes times in the clock style of the log`() async throws {
    try await TestEngine.server.scratchLog { server in
      try await server.log.set("clockStyle", to: "12h")
      var browser = Browser(seed: 1)
      browser.snapshot = try await snapshot(server, .utc)
      browser.now = server.clock.now
      _ = try browser.act(["do": "read", "title": "Emma"])
      let session = try #require(try running(&browser).first)
      let started = try #require(session["started"] as? String)
      #expect(started.hasSuffix("M"), "\(started)")
      #expect(try browser.act(["do": "read", "title": "Dune"]) == "session.already_running")
      #expect(browser.asked.last?.answer.contains("open since \(started)") == true)
    }
  }

  @Test func `states with each action what its snapshot knew`() async throws {
    try await TestEngine.server.scratchLog { server in
      try await server.log.set("clockStyle", to: "12h")
      var browser = Browser(seed: 1)
      browser.now = server.clock.now
      _ = try browser.act(["do": "read", "title": "Emma"])
      #expect(browser.lines.last?.contains("knowledge") == false)
      browser.snapshot = try await snapshot(server, .utc)
      _ = try browser.act(["do": "climb", "discipline": "bouldering"])
      let own = /"knowledge":"[0-9a-f]{16}-[0-9a-f]{8}"/
      #expect(browser.lines.last?.contains(own) == true)
    }
  }

  @Test func `ticks a second send of a climb correctly`() throws {
    var browser = Browser(seed: 1)
    _ = try browser.act(["do": "climb", "discipline": "bouldering"])
    let id = try #require(try running(&browser).first?["id"] as? String)
    let climb = ["do": "add-climb", "session": id, "name": "Roof", "grade": "V4"]
    #expect(try browser.act(climb.merging(["outcome": "sent"]) { $1 }) == nil)
    #expect(try browser.act(climb.merging(["outcome": "sent"]) { $1 }) == nil)
    #expect(try browser.act(climb.merging(["grade": "V99"]) { $1 }) == "grade.not_in_scale")
    let climbs = try running(&browser).first?["climbs"] as? [[String: Any]] ?? []
    #expect(climbs.map { $0["attempts"] as? [String] } == [["sent, flash"], ["sent, repeat"]])
  }

  /// The server accepts every offline mutation, and its figures then equal those of the browser.
  @Test(arguments: SeededGenerator.seeds)
  func `shows the same figures as the server after a sync`(seed: UInt64) async throws {
    try await TestEngine.server.scratchLog(seed: seed) { server in
      let zone = try #require(server.environment.zone("Europe/Berlin"))
      var browser = Browser(seed: seed)
      browser.snapshot = try await snapshot(server, zone)
      try browser.actRandomly(60, seed)
      server.clock.set(to: browser.now)
      let results = try await push(browser, to: server)
      #expect(results.allSatisfy(isTaken))
      var fresh = Browser(seed: seed)
      (fresh.now, fresh.snapshot) = (browser.now, try await snapshot(server, zone))
      let (here, there) = (try browser.view(), try fresh.view())
      #expect(NSDictionary(dictionary: here).isEqual(to: there))
      try await compareFigures(there, server, zone)
    }
  }

  /// A form with a lost response takes effect once, even if the browser repeats it offline and syncs.
  @Test func `counts an action once when its response was lost`() async throws {
    try await TestEngine.server.scratchLog(seed: 7) { server in
      let zone = try #require(server.environment.zone("Europe/Berlin"))
      var browser = Browser(seed: 7)
      browser.snapshot = try await snapshot(server, zone)
      try await startOnServer(server)
      #expect(try browser.act(["do": "read", "title": "Emma", "once": "form 1"]) == nil)
      #expect(try browser.act(["do": "climb", "once": "form 2"]) == nil)
      let climbing = try #require(
        try running(&browser).first { $0["kind"] as? String == "climbing" }
      )
      let session = climbing["id"] as? String ?? ""
      let climb = ["do": "add-climb", "session": session, "grade": "V4", "outcome": "fell"]
      #expect(try browser.act(climb.merging(["once": "form 3", "attempts": "2"]) { $1 }) == nil)
      let before = try await server.log.offlineSnapshot(
        today: zone.day(at: browser.now),
        confirm: []
      )
      let results = try await push(browser, to: server)
      #expect(results.allSatisfy(isTaken))
      let after = try await server.log.offlineSnapshot(
        today: zone.day(at: browser.now),
        confirm: []
      )
      #expect(zip(before.records, after.records).allSatisfy { $0.isSame(as: $1) })
      #expect(before.records.count == after.records.count && after.records.count == 8)
      browser.now = browser.now + .minutes(30)
      server.clock.set(to: browser.now)
      let reading = try #require(try running(&browser).first { $0["kind"] as? String == "reading" })
      #expect(try browser.act(["do": "stop", "session": reading["id"] ?? "", "page": "12"]) == nil)
      _ = try await push(browser, to: server)
      var fresh = Browser(seed: 8)
      (fresh.now, fresh.snapshot) = (browser.now, try await snapshot(server, zone))
      #expect(NSDictionary(dictionary: try browser.view()).isEqual(to: try fresh.view()))
    }
  }

  private func startOnServer(_ server: ScratchLog) async throws {
    _ = try await server.log.write("Start", once: form("form 1")) { writer in
      let book = try AddBook(NewBook(title: "Emma"), zone: "Europe/Berlin").run(in: writer)
      _ = try writer.startReading(book.entry.id, at: writer.now, zone: "Europe/Berlin")
      return ""
    }
    let id = try await server.log.write("Start", once: form("form 2")) {
      writer in
      try writer.start(Climbing(), at: writer.now, zone: "Europe/Berlin").id.record.text
    }
    _ = try await server.log.write("Add", once: form("form 3")) { writer in
      var new = NewClimb()
      (new.grade, new.attempts) = (GradeInput("V4"), 2)
      let session = SessionID(try #require(RecordID(text: id)))
      return try writer.climbRow(AddClimb(new, to: session).run(in: writer)).shortID.text
    }
  }

  private func form(_ name: String) -> RequestKey {
    RequestKey(name, request: [], isGloballyUnique: true)
  }

  @Test func `resumes a story at its last position, until its end`() throws {
    var browser = Browser(seed: 1)
    let title = "The Moonstone"
    #expect(try browser.act(["do": "listen", "title": title, "from": "0:10:00"]) == nil)
    let id = try #require(try running(&browser).first?["id"] as? String)
    browser.now = browser.now + .minutes(20)
    #expect(try browser.act(["do": "stop", "session": id, "position": "soon"]) == "request.field")
    #expect(try browser.act(["do": "stop", "session": id, "position": "0:30:00"]) == nil)
    let story = try #require((try browser.view()["stories"] as? [[String: Any]])?.first)
    #expect(try browser.act(["do": "listen", "story": story["id"] ?? ""]) == nil)
    #expect(browser.lines.last?.contains(#""startPosition":1800000"#) == true)
    let next = try #require(try running(&browser).first?["id"] as? String)
    browser.now = browser.now + .minutes(20)
    #expect(try browser.act(["do": "stop", "session": next, "completed": "yes"]) == nil)
    #expect((try browser.view()["stories"] as? [[String: Any]])?.isEmpty == true)
  }

  @Test func `asks for the end of a forgotten timer, and accepts any time in its zone`() throws {
    var browser = Browser(seed: 1)
    _ = try browser.act(["do": "read", "title": "Emma"])
    let id = try #require(try running(&browser).first?["id"] as? String)
    browser.now = browser.now + .hours(20)
    #expect(try running(&browser).first?["proposed"] as? String == "2026-01-05T19:00")
    #expect(try browser.act(["do": "pause", "session": id]) == "session.forgotten")
    #expect(try browser.act(["do": "stop", "session": id]) == "session.forgotten")
    let stop = ["do": "stop", "session": id]
    #expect(try browser.act(stop.merging(["ended": "soon"]) { $1 }) == "request.field")
    #expect(try browser.act(stop.merging(["ended": "2026-01-05T19:30"]) { $1 }) == nil)
    #expect(try listed(&browser)?["active"] as? String == "1h 30m")
  }

  /// Listening with only a known day is stored at noon, which must not be shown.
  @Test func `shows no time of day when only the day is known`() async throws {
    try await TestEngine.server.scratchLog(seed: 7) { server in
      let zone = try #require(server.environment.zone("Europe/Berlin"))
      _ = try await server.log.write("Listen") { writer in
        let story = try Story(id: Identifier(writer.newID()), title: "Emma")
        try writer.save(story)
        var heard = Listening(story: story.id)
        heard.isDayOnly = true
        let time = try Timeline(ended: [Segment(start: writer.now - .hours(2), end: writer.now)])
        let id = SessionID(writer.newID())
        try writer.save(Session(id: id, detail: heard, timeline: time, zone: zone.name))
      }
      var browser = Browser(seed: 7)
      browser.snapshot = try await snapshot(server, zone)
      #expect(try listed(&browser)?["time_range"] as? String == "time of day unknown")
    }
  }

  @Test func `rejects a skipped local time`() async throws {
    try await TestEngine.server.scratchLog(seed: 7) { server in
      let zone = try #require(server.environment.zone("Europe/Berlin"))
      var browser = Browser(seed: 7)
      browser.now = try #require(Instant(text: "2026-03-28T23:00:00Z"))
      server.clock.set(to: browser.now)
      browser.snapshot = try await snapshot(server, zone)
      _ = try browser.act(["do": "read", "title": "Emma"])
      let id = try #require(try running(&browser).first?["id"] as? String)
      browser.now = browser.now + .hours(20)
      let stop = ["do": "stop", "session": id, "ended": "2026-03-29T02:30"]
      #expect(try browser.act(stop) == "request.field")
      let answer = try #require(browser.asked.last?.answer)
      #expect(answer.contains("There is no 02:30 on Sun 29 Mar 2026 in Europe/Berlin"))
    }
  }

  /// The snapshot contains the number of climbs of ended sessions, not the climbs.
  @Test func `shows climbs and listening`() async throws {
    try await TestEngine.server.scratchLog(seed: 7) { server in
      let zone = try #require(server.environment.zone("Europe/Berlin"))
      var browser = Browser(seed: 7)
      browser.snapshot = try await snapshot(server, zone)
      _ = try browser.act(["do": "listen", "title": "Emma"])
      let heard = try #require(try running(&browser).first?["id"] as? String)
      browser.now = browser.now + .minutes(38)
      let place = ["do": "stop", "session": heard, "position": "0:38:00"]
      #expect(try browser.act(place) == nil)
      #expect(try listed(&browser)?["done"] as? String == "to 0:38:00")
      _ = try browser.act(["do": "climb", "discipline": "bouldering", "place": "Hall"])
      let session = try #require(try running(&browser).first?["id"] as? String)
      let climb = ["do": "add-climb", "session": session, "attempts": "1", "grade": "V4"]
      for outcome in ["fell", "sent", "sent"] {
        #expect(try browser.act(climb.merging(["outcome": outcome]) { $1 }) == nil)
      }
      browser.now = browser.now + .minutes(30)
      #expect(try browser.act(["do": "stop", "session": session]) == nil)
      #expect(try listed(&browser)?["done"] as? String == "3 climbs, 2 sent")
      server.clock.set(to: browser.now)
      _ = try await push(browser, to: server)
      var fresh = Browser(seed: 8)
      (fresh.now, fresh.snapshot) = (browser.now, try await snapshot(server, zone))
      #expect(try listed(&fresh)?["done"] as? String == "3 climbs, 2 sent")
      #expect(try listed(&fresh)?["title"] as? String == "Bouldering, Hall")
      #expect(!fresh.snapshot.contains(#""kind":"climb""#))
    }
  }

  /// Returns the first session of the list.
  private func listed(_ browser: inout Browser) throws -> [String: Any]? {
    let day = (try browser.view()["days"] as? [[String: Any]])?.first
    return (day?["sessions"] as? [[String: Any]])?.first
  }

  @Test func `rejects a text that the server would reject`() throws {
    var browser = Browser(seed: 1)
    #expect(try browser.act(["do": "read", "title": "Emma"]) == nil)
    let id = try #require(try running(&browser).first?["id"] as? String)
    browser.now = browser.now + .minutes(20)
    let note = String(repeating: "x", count: 1_048_577)
    #expect(try browser.act(["do": "stop", "session": id, "note": note]) == "request.field")
    #expect(try browser.act(["do": "stop", "session": id, "note": "x"]) == nil)
  }

  @Test func `rejects a time that the server would reject`() throws {
    var browser = Browser(seed: 1)
    browser.now = .limit
    #expect(try browser.act(["do": "read", "title": "Emma"]) == "session.time_out_of_range")
    #expect(browser.lines.isEmpty)
  }

  @Test(arguments: [Int64.min, -1, 0, 2_147_483_648, .max])
  func `writes no number that the server would reject`(extreme: Int64) async throws {
    var browser = Browser(seed: 1)
    let listen = ["do": "listen", "title": "Emma"]
    for start in [["do": "read", "title": "Emma"], ["do": "climb"], listen] {
      #expect(try browser.act(start) == nil)
    }
    for id in try running(&browser).map({ $0["id"] ?? "" }) {
      for name in ["page", "pitches", "attempts", "soreness", "energy", "speed", "position"] {
        let said: [String: Any] = ["session": id, name: "\(extreme)", "grade": "V1"]
        _ = try browser.act(said.merging(["do": "add-climb"]) { $1 })
        browser.now = browser.now + .minutes(20)
        _ = try browser.act(said.merging(["do": "stop"]) { $1 })
      }
    }
    try await TestEngine.server.scratchLog(seed: 1) { server in
      server.clock.set(to: browser.now)
      for result in try await push(browser, to: server) {
        #expect(isTaken(result), "\(result)")
      }
    }
  }

  @Test func `keeps all fields of a climb`() throws {
    var browser = Browser(seed: 1)
    #expect(try browser.act(["do": "climb", "partners": "Ann, Bob", "outdoor": "yes"]) == nil)
    let id = try #require(try running(&browser).first?["id"] as? String)
    let climb = [
      "do": "add-climb", "session": id, "grade": "6a", "scale": "FRENCH", "style": "lead",
      "pitches": "3", "climbDiscipline": "sport", "tag:hold:crimp": "hindered",
      "helped": "shade",
    ]
    let refusal = try browser.act(climb)
    #expect(refusal == nil, "\(browser.asked.last?.answer ?? "")")
    let line = browser.lines.joined()
    for word in ["Ann\\nBob", "isOutdoor", "hold:crimp", "own:shade", "\"pitches\":3", "lead"] {
      #expect(line.contains(word), "\(word)")
    }
  }

  private func isTaken(_ result: PushResult) -> Bool {
    if case .accepted = result.outcome { true } else { false }
  }

  private func push(_ browser: Browser, to server: ScratchLog) async throws -> [PushResult] {
    let head = try await server.log.syncHead()
    let body = """
      {"proto":2,"epoch":"\(head.epoch.text)","mutations":[\(browser.lines.joined(separator: ","))]}
      """
    return try await server.log.applyPush(SyncPush(Array(body.utf8)))
  }

  private func compareFigures(
    _ view: [String: Any],
    _ server: ScratchLog,
    _ zone: ZoneRules
  ) async throws {
    let today = zone.day(at: server.clock.now)
    let rows = try await server.log.dayActivity(in: (today - 89)...today)
    let figures = view["figures"] as? [String: Any] ?? [:]
    let days = figures["days"] as? [[String: Any]] ?? []
    #expect(days.map { $0["day"] as? String } == rows.map(\.day.text))
    #expect(days.map { $0["active_seconds"] as? Int64 } == rows.map { $0.time.count / 1_000 })
    #expect(days.map { $0["pages"] as? Int64 } == rows.map(\.pages))
    #expect(days.map { $0["sessions"] as? Int } == rows.map(\.sessions))
  }

  private func snapshot(_ server: ScratchLog, _ zone: ZoneRules) async throws -> String {
    let head = try await server.log.syncHead()
    let today = zone.day(at: server.clock.now)
    let snapshot = try await server.log.offlineSnapshot(today: today, confirm: [])
    let (node, now) = (server.log.context.node, server.clock.now)
    let bytes = snapshot.encode(head, node: node, at: now, zones: [zone])
    return String(decoding: bytes, as: UTF8.self)
  }

  private func running(_ browser: inout Browser) throws -> [[String: Any]] {
    try browser.view()["running"] as? [[String: Any]] ?? []
  }
}
