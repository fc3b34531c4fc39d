import Cairn
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore
import CairnTestKit
import Foundation
import Testing

@Suite struct `Climbing in the browser` {
  /// Starts a session with one tap and returns its path.
  static func start(_ served: ServedLog, _ form: String = "key=s") async throws -> String {
    let started = try await served.client.submit("/climbing/start", form)
    #expect(started.status == .seeOther, "\(started.text)")
    return try #require(started.fields["location"])
  }

  static func add(_ served: ServedLog, _ session: String, _ form: String) async throws -> ClimbRow {
    let added = try await served.client.submit(session + "/climbs", form + "&key=\(form.hashValue)")
    #expect(added.status == .seeOther, "\(added.text)")
    return try #require(try await served.log.latestClimbs(1).first)
  }

  @Test(arguments: TestTransport.allCases)
  func `starts, logs and ends a session without JavaScript`(way: TestTransport) async throws {
    try await ServedLog.run(way) { served in
      let (client, clock) = (served.client, served.scratch.clock)
      let path = try await Self.start(
        served,
        "discipline=bouldering&mental=4&physical=&outdoor=no&place=Boulder+Hall&partners=Ana,+Ben"
      )
      clock.advance(by: .minutes(42))
      let running = try await client.ask(.get, path).text
      #expect(running.contains(">42:00</time>"))
      #expect(running.contains("<li>Mental <strong>4/5</strong></li>"))
      #expect(!running.contains("<li>Physical"))
      #expect(running.contains("<strong>0</strong> climbs"))
      let added = try await client.submit(
        path + "/climbs",
        "name=Cave&grade=V4&scale=&outcome=fell&attempts=2&tag%3Ahold%3Acrimp=helped&hindered=fear&key=a"
      )
      let place = try #require(added.fields["location"])
      #expect(place.contains("?done="))
      #expect(place.contains("#c-"))
      let climb = try #require(try await served.log.latestClimbs(1).first)
      _ = try await client.submit(
        "/climbs/\(climb.climb.id.record.text)/attempts",
        "result=send&key=b"
      )
      let logged = try await client.ask(.get, path).text
      #expect(logged.contains("Cave"))
      #expect(logged.contains("sent, redpoint"))
      #expect(logged.contains("Helped: crimp. Hindered: fear."))
      #expect(
        logged.contains(#"<span aria-hidden="true">✗</span><span class="hidden">fell</span>"#)
      )
      let ended = try await client.submit(path + "/end", "rpe=7&pump=&note=good&key=c")
      #expect(ended.fields["location"]?.hasPrefix(path) == true)
      let page = try await client.ask(.get, path).text
      #expect(page.contains("7 of 10"))
      #expect(!page.contains("Pump</dt>"))
      #expect(page.contains("Ana, Ben"))
      #expect(page.contains("good</p>"))
      #expect(try await client.ask(.get, "/").text.contains("1 climb, 1 sent"))
    }
  }

  @Test func `runs in parallel with reading`() async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit("/start", "title=Dune&key=r")
      let path = try await Self.start(served)
      let page = try await served.client.ask(.get, "/").text
      #expect(page.components(separatedBy: "role=\"timer\"").count == 3)
      #expect(page.contains("href=\"\(path)\""))
      #expect(page.contains(">Page</label>"))
      let again = try await served.client.submit("/climbing/start", "key=other")
      #expect(again.status == .conflict)
    }
  }

  static let refused: [(form: String, words: [String])] = [
    ("name=A+%3Cb%3E&grade=V99&outcome=sent&attempts=3", ["A &lt;b&gt;", "V99", "is not in"]),
    ("name=B&attempts=3&outcome=", ["Choose sent or fell", "value=\"3\""]),
    ("name=C&outcome=sent&attempts=2&tick=flash", ["is a send on the first attempt"]),
    ("name=D&attempts=x&outcome=fell", ["is not a whole number", "value=\"x\""]),
    ("name=E&pitches=0&notes=my+note", ["whole number from 1 to 1000", "my note</textarea>"]),
    (
      "name=F&grade=V99&tag%3Ahold%3Acrimp=hindered&helped=beta",
      ["name=\"tag:hold:crimp\" value=\"hindered\" checked", "value=\"beta\""]
    ),
  ]

  @Test(arguments: refused)
  func `keeps the input of a rejected climb`(
    form: String,
    words: [String]
  ) async throws {
    try await ServedLog.run { served in
      let path = try await Self.start(served)
      let answer = try await served.client.submit(path + "/climbs", form)
      #expect(answer.status == .unprocessable)
      #expect(answer.text.contains("role=\"alert\""))
      for word in words { #expect(answer.text.contains(word), "\(word)") }
      #expect(try await served.log.latestClimbs(9).isEmpty)
    }
  }

  @Test func `counts a double tap once`() async throws {
    try await ServedLog.run { served in
      let path = try await Self.start(served)
      for _ in 1...2 { _ = try await served.client.submit(path + "/climbs", "name=A&key=k") }
      let climb = try #require(try await served.log.latestClimbs(9).first)
      for _ in 1...2 {
        let tap = "/climbs/\(climb.climb.id.record.text)/attempts"
        #expect(try await served.client.submit(tap, "result=try&key=t").status == .seeOther)
      }
      let climbs = try await served.log.latestClimbs(9)
      #expect(climbs.count == 1)
      #expect(climbs[0].attempts.count == 1)
    }
  }

  @Test func `changes a climb without touching its other tags`() async throws {
    try await ServedLog.run { served in
      let session = try await Self.start(served)
      let row = try await Self.add(served, session, "name=A&grade=V4&tag%3Ahold%3Acrimp=helped")
      let path = "/climbs/\(row.climb.id.record.text)"
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains("name=\"tag:hold:crimp\" value=\"helped\" checked"))
      #expect(page.contains("Font (approx.)") && page.contains("<bdi>~6A+"))
      let kept = "grade=V4&scale=V&climbDiscipline=bouldering&tag%3Ahold%3Acrimp=helped"
      let edited = try await served.client.submit(path + "/edit", "name=B&\(kept)&key=e")
      #expect(edited.status == .seeOther)
      let changed = try #require(try await served.log.climb(row.climb.id))
      #expect(changed.climb.name == "B")
      #expect(changed.marks == row.marks)
      #expect(try await served.log.history(limit: 1).first?.parts == 1)
      let cleared = "name=&grade=&scale=&climbDiscipline=&tag%3Ahold%3Acrimp=&notes=x&key=f"
      _ = try await served.client.submit(path + "/edit", cleared)
      let bare = try #require(try await served.log.climb(row.climb.id))
      #expect(bare.climb.name == nil && bare.climb.grade == nil && bare.climb.discipline == nil)
      #expect(bare.marks.isEmpty)
      let refused = try await served.client.submit(path + "/edit", "name=C&grade=V77&key=g")
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("value=\"V77\""))
    }
  }

  @Test func `changes and deletes attempts, and restores a deleted climb`() async throws {
    try await ServedLog.run { served in
      let session = try await Self.start(served)
      let row = try await Self.add(served, session, "name=A&outcome=sent&attempts=2")
      let path = "/climbs/\(row.climb.id.record.text)"
      let first = "\(path)/attempts/\(row.attempts[0].id.record.text)"
      let last = "\(path)/attempts/\(row.attempts[1].id.record.text)"
      let late = try await served.client.submit(last, "result=flash&key=x")
      #expect(late.status == .unprocessable)
      _ = try await served.client.submit(first + "/delete", "key=y")
      _ = try await served.client.submit(last, "result=flash&key=z")
      let words = try await served.log.climb(row.climb.id)?.attempts.map(\.label)
      #expect(words == ["sent, flash"])
      let gone = try await served.client.submit(path + "/delete", "key=d")
      #expect(gone.fields["location"]?.hasPrefix(session) == true)
      #expect(try await served.log.climb(row.climb.id) == nil)
      _ = try await served.log.undo()
      #expect(try await served.log.climb(row.climb.id)?.attempts.count == 1)
    }
  }

  @Test func `proposes an end for a forgotten timer`() async throws {
    try await ServedLog.run { served in
      let path = try await Self.start(served)
      served.scratch.clock.advance(by: .hours(20))
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains("The timer has run for 20h 00m. When did you stop?"))
      #expect(try await served.client.ask(.get, "/").text.contains("When did you stop?"))
      let blind = try await served.client.submit(path + "/end", "rpe=5")
      #expect(blind.status == .conflict)
      #expect(blind.text.contains("name=\"rpe\" value=\"5\" checked"))
      _ = try await served.client.submit(path + "/end", "ended=2026-01-05T20:00&rpe=5")
      #expect(try await served.log.openSessions().isEmpty)
    }
  }

  @Test func `edits a session across midnight and adds a missing climb`() async throws {
    try await ServedLog.run { served in
      let path = try await Self.start(served, "mental=3&place=Hall&key=s")
      served.scratch.clock.advance(by: .hours(9))
      _ = try await served.client.submit(path + "/end", "rpe=5&key=e")
      let form =
        "start=2026-01-05T22:30&end=2026-01-06T01:15&mental=&rpe=8&place=&discipline=trad"
        + "&temperature=-2.5&private=no&note=cold&key=f"
      let edited = try await served.client.submit(path + "/edit", form)
      #expect(edited.status == .seeOther, "\(edited.text)")
      let id = SessionID(try #require(RecordID(text: String(path.split(separator: "/")[1]))))
      let session = try #require(try await served.log.session(id, as: Climbing.self))
      #expect(session.detail.mental == nil)
      #expect(session.detail.exertion == 8)
      #expect(session.detail.temperature == -25)
      #expect(try await served.client.ask(.get, path).text.contains("value=\"-2.5\""))
      #expect(!session.detail.isPrivate)
      #expect(session.sessionContext.place == nil)
      #expect(try await served.log.session(id)?.active == .minutes(165))
      let row = try await Self.add(served, path, "name=Forgotten&outcome=sent&attempts=1")
      #expect(row.climb.at == nil)
      let wrong = try await served.client.submit(path + "/edit", "temperature=cold&rpe=8")
      #expect(wrong.status == .unprocessable)
      #expect(wrong.text.contains("value=\"cold\""))
    }
  }
}

@Suite struct `The logbook` {
  private func sessions(_ served: ServedLog, _ count: Int) async throws -> [String] {
    var ids: [String] = []
    for number in 1...count {
      let path = try await `Climbing in the browser`.start(
        served,
        "place=Hall+\(number)&key=\(number)"
      )
      _ = try await `Climbing in the browser`.add(
        served,
        path,
        "name=%3Dcmd+\(number)&grade=V3&outcome=sent&attempts=2"
      )
      served.scratch.clock.advance(by: .minutes(30))
      _ = try await served.client.submit(path + "/end", "rpe=\(number)&key=e\(number)")
      ids.append(String(path.dropFirst("/sessions/".count)))
    }
    return ids
  }

  @Test func `is empty at first, then lists the newest first`() async throws {
    try await ServedLog.run { served in
      #expect(
        try await served.client.ask(.get, "/logbook").text.contains("No climbing yet.")
      )
      _ = try await sessions(served, 2)
      let page = try await served.client.ask(.get, "/logbook").text
      let first = try #require(page.range(of: "Hall 2"))
      let second = try #require(page.range(of: "Hall 1"))
      #expect(first.lowerBound < second.lowerBound)
      #expect(page.contains("1 climb, 1 sent"))
      let history = try await served.client.ask(.get, "/history?kind=reading").text
      #expect(!history.contains("Hall 1"))
      #expect(try await served.client.ask(.get, "/history?kind=climbing").text.contains("Hall 1"))
      #expect(try await served.client.ask(.get, "/history?kind=x").status == .unprocessable)
    }
  }

  @Test(arguments: 1...3)
  func `offers to undo a deletion`(number: Int) async throws {
    try await ServedLog.run { served in
      let ids = try await sessions(served, number)
      let form = ids.map { "s-\($0)=yes&" }.joined() + "do=delete&key=k"
      let done = try await served.client.submit("/logbook", form)
      let page = try await served.client.ask(.get, try #require(done.fields["location"])).text
      let undo = try #require(page.firstMatch(of: /action="(\/undo\/[^"]+)"/)?.1)
      _ = try await served.client.submit(String(undo), "back=/logbook&key=u")
      #expect(try await served.log.sessions(SessionFilter()).count == number)
    }
  }

  @Test func `deletes the selected sessions, and undoes it`() async throws {
    try await ServedLog.run { served in
      let ids = try await sessions(served, 3)
      let none = try await served.client.submit("/logbook", "do=delete&key=k")
      #expect(none.status == .unprocessable)
      #expect(none.text.contains("Nothing is selected."))
      let form = "s-\(ids[0])=yes&s-\(ids[2])=yes&do=delete&key=k"
      let done = try await served.client.submit("/logbook", form)
      let toast = try await served.client.ask(.get, try #require(done.fields["location"])).text
      #expect(toast.contains("2 sessions deleted"))
      #expect(try await served.log.sessions(SessionFilter()).count == 1)
      _ = try await served.log.undo()
      #expect(try await served.log.sessions(SessionFilter()).count == 3)
      #expect(try await served.log.latestClimbs(9).count == 3)
    }
  }

  @Test func `exports the selected sessions`() async throws {
    try await ServedLog.run { served in
      let ids = try await sessions(served, 2)
      let chosen = ids.map { "s-\($0)=yes&" }.joined()
      let table = try await served.client.submit("/logbook", chosen + "do=csv")
      #expect(table.status == .ok)
      #expect(table.fields["content-disposition"]?.contains(".csv") == true)
      #expect(table.text.split(separator: "\r\n").count == 3)
      let export = try await served.client.ask(.get, "/api/v1/exports/climbs").text
      #expect(export.split(separator: "\r\n").first == table.text.split(separator: "\r\n").first)
      #expect(table.text.contains("'=cmd 1"))
      let list = try await served.client.submit("/logbook", chosen + "do=json").json()
      #expect(list["sessions"]?[0]?["climbs"]?[0]?["name"] == .string("=cmd 1"))
      #expect(list["sessions"]?[1]?["climbing"]?["rpe"] == .integer(2))
    }
  }
}
