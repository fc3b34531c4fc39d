import Cairn
import CairnActions
import CairnHTTP
import CairnInsights
import CairnReports
import CairnStore
import CairnTestKit
import Foundation
import Testing

/// The clock says 19:00 on Monday 5 January 2026, in Berlin.
@Suite struct `The page Log something` {
  @Test func `logs a session of a typed line, and undoes it`() async throws {
    try await ServedLog.run { served in
      _ = try await served.person.add("Dune", pages: 604)
      let logged = try await served.client.submit(
        "/add/line",
        "line=Dune+30m+yesterday+to+p+72&key=k1"
      )
      #expect(logged.status == .seeOther, "\(logged.text)")
      let place = try #require(logged.fields["location"])
      #expect(place.hasPrefix("/history?day=2026-01-04&done="))
      let page = try await served.client.ask(.get, place).text
      #expect(page.contains("Session tracked: “Dune”") && page.contains("Undo</button>"))
      #expect(page.contains("18:30–19:00") && page.contains("72 pages"))
      let row = try #require(try await served.log.sessions(SessionFilter(limit: 9)).first)
      #expect(row.active == .minutes(30) && row.endPosition?.value == 72)
    }
  }

  @Test(arguments: [
    ("listen Emma 20m", "Listening", "20 minutes"), ("climb 2h @Hall", "Climbing", "2 hours"),
    ("Dune 17:00-17:45", "Reading", "45 minutes"),
    ("Ulysses 1h30", "adds a new book", "1 h 30 min"),
  ])
  func `shows how a line is read, and logs the same`(
    line: String,
    kind: String,
    length: String
  ) async throws {
    try await ServedLog.run { served in
      _ = try await served.person.add("Dune", pages: 604)
      let query = line.replacing(" ", with: "+")
      let page = try await served.client.ask(.get, "/add/preview?line=\(query)").text
      #expect(page.contains(kind) && page.contains("Log \(length)</button>"), "\(page)")
      #expect(page.contains(#"value="\#(line)""#))
      #expect(try await served.log.sessions(SessionFilter(limit: 9)).isEmpty)
      let logged = try await served.client.submit("/add/line", "line=\(query)&key=k1")
      #expect(logged.status == .seeOther, "\(logged.text)")
      #expect(try await served.log.sessions(SessionFilter(limit: 9)).count == 1)
    }
  }

  @Test(arguments: [
    ("Dune", "Add how long"), ("30m", "Add a title"), ("Dun 30m", "Did you mean"),
    ("Dune 9-8", "Add how long"), ("Dune 20m 30m", "are two times"),
    ("Emma tomorrow 20m", "are two times"),
  ])
  func `says what a line lacks, and keeps it when it is sent`(line: String, why: String)
    async throws
  {
    try await ServedLog.run { served in
      _ = try await served.person.add("Dune")
      let query = line.replacing(" ", with: "+")
      #expect(try await served.client.ask(.get, "/add/preview?line=\(query)").text.contains(why))
      let refused = try await served.client.submit("/add/line", "line=\(query)&key=k1")
      #expect(refused.status != .seeOther)
      #expect(refused.text.contains(#"id="line-problem" role="alert""#))
      #expect(refused.text.contains(#"value="\#(line)" aria-invalid="true""#))
      #expect(try await served.log.sessions(SessionFilter(limit: 9)).isEmpty)
    }
  }

  @Test func `logs each kind from its fields`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.start(served.person.add("Dune", pages: 604)).detail.entry
      _ = try await served.client.submit("/listening/start", "title=Emma&key=k0")
      let page = try await served.client.ask(.get, "/add").text
      #expect(page.contains(#"value="book:\#(book.record.text)" checked"#), "\(page)")
      let story = try #require(page.firstMatch(of: /value="(story:[^"]+)"/)).output.1
      for (key, what) in ["book:\(book.record.text)", String(story), "kind:climbing"].enumerated() {
        let form = "what=\(what)&when=yesterday&length=45m&page=&place=Hall&key=p\(key)"
        let logged = try await served.client.submit("/add", form)
        #expect(logged.status == .seeOther, "\(logged.text)")
      }
      let rows = try await served.log.sessions(SessionFilter(limit: 9)).filter { $0.endedAt != nil }
      #expect(Set(rows.map(\.kind)) == [Reading.kind, Listening.kind, Climbing.kind])
      #expect(rows.allSatisfy { $0.active == .minutes(45) })
      #expect(rows.first { $0.kind == Climbing.kind }?.sessionContext.place == "Hall")
    }
  }

  @Test(arguments: [
    ("what=other&title=&when=now&length=30m", "A book needs a title"),
    ("what=other&title=Dune&when=now&length=other&other_length=soon", "is not a length of time"),
    ("what=other&title=Dune&when=pick&ended=&length=30m", "takes a date and a time"),
    ("what=other&title=Dune&when=now&length=30m&page=many", "is not a whole number"),
    ("what=other&title=Dune&when=now&length=30m&page=700", "Page 700 is past the end"),
    ("what=other&title=Dune&when=now&length=2h", "This overlaps session"),
  ])
  func `shows an error at its field and keeps the input`(form: String, why: String) async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      _ = try await served.person.track(book, "17:30-17:40")
      let refused = try await served.client.submit("/add", form + "&kind=reading&key=k1")
      #expect(refused.status != .seeOther)
      #expect(refused.text.contains(#"id="past-problem" role="alert""#), "\(refused.text)")
      #expect(refused.text.contains(why), "\(refused.text)")
      #expect(refused.text.contains(#"value="other" checked"#))
      #expect(try await served.log.sessions(SessionFilter(limit: 9)).count == 1)
    }
  }

  @Test func `trims what is in the way, if asked`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune")
      _ = try await served.person.track(book, "16:30-17:30")
      let form = "what=book:\(book.record.text)&when=now&length=1h&key="
      let refused = try await served.client.submit("/add", form + "k1")
      #expect(refused.text.contains("Trim overlapping sessions"))
      #expect(try await served.client.submit("/add", form + "k2&adjust=yes").status == .seeOther)
      let rows = try await served.log.sessions(SessionFilter(limit: 9))
      #expect(rows.map(\.active) == [.minutes(60), .minutes(30)])
    }
  }

  @Test func `adds a similar title as a new book only if told so`() async throws {
    try await ServedLog.run { served in
      _ = try await served.person.add("Dune Messiah")
      let form = "what=other&title=Dune&kind=reading&when=now&length=15m&key="
      #expect(
        try await served.client.submit("/add", form + "k1").text.contains("This is a new book")
      )
      #expect(try await served.client.submit("/add", form + "k2&new=yes").status == .seeOther)
      #expect(try await served.log.books().count == 2)
    }
  }
}

@Suite struct `The page after the last page` {
  @Test func `follows the stop, and rates with one form`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      let session = try await served.person.start(book)
      served.scratch.clock.advance(by: .minutes(42))
      let stopped = try await served.client.submit(
        "/sessions/\(session.id.record.text)/stop",
        "page=604&key=k1"
      )
      let own = "/books/\(book.record.text)"
      let place = try #require(stopped.fields["location"])
      #expect(place.hasPrefix("\(own)/finished?done="))
      let page = try await served.client.ask(.get, place).text
      #expect(page.contains("You finished <em><bdi>Dune</bdi></em>"))
      #expect(page.contains("Your 1st book this year") && page.contains("<dd>42m</dd>"))
      #expect(page.contains("Session saved") && page.contains("Undo</button>"))
      let form = "was:review=&review=&stars=4&key=k2"
      let rated = try await served.client.submit("\(own)/rate", form)
      #expect(rated.fields["location"]?.hasPrefix("\(own)/finished?done=") == true)
      #expect(try await served.log.book(book)?.rating == 16)
      let again = try await served.client.ask(.get, "\(own)/finished").text
      #expect(again.contains(#"aria-pressed="true" aria-label="4 stars""#))
      let line = "was:review=&review=Slow+and+wise&done=yes&key=k3"
      #expect(
        try await served.client.submit("\(own)/rate", line).fields["location"]?.hasPrefix("/?done=")
          == true
      )
      #expect(try await served.log.book(book)?.review == "Slow and wise")
      #expect(try await served.log.book(book)?.rating == 16)
    }
  }

  @Test func `does not follow a stop before it`() async throws {
    try await ServedLog.run { served in
      let session = try await served.person.start(served.person.add("Dune", pages: 604))
      served.scratch.clock.advance(by: .minutes(2))
      let stopped = try await served.client.submit(
        "/sessions/\(session.id.record.text)/stop",
        "page=603&key=k1"
      )
      #expect(stopped.fields["location"]?.hasPrefix("/?done=") == true)
    }
  }
}

@Suite struct `A start while another session runs` {
  @Test(arguments: [
    ("/start", "title=Emma", "title=Dune&new=yes"),
    ("/listening/start", "title=Emma", "title=Dune"),
    ("/climbing/start", "place=Hall", "place=Crag"),
  ])
  func `is one question, whose button does both, undone as one`(
    path: String,
    first: String,
    second: String
  ) async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit(path, first + "&key=k1")
      let running = try #require(try await served.log.openSessions().first)
      served.scratch.clock.advance(by: .seconds(20))
      let asked = try await served.client.submit(path, second + "&key=k2")
      #expect(asked.status == .conflict)
      #expect(asked.text.contains("Finish and start</button>"), "\(asked.text)")
      #expect(asked.text.contains(#"name="finish" value="\#(running.id.record.text)""#))
      #expect(!asked.text.contains("That didn’t work"))
      let both = second + "&finish=\(running.id.record.text)&key=k3"
      #expect(try await served.client.submit(path, both).status == .seeOther)
      let open = try await served.log.openSessions()
      #expect(open.count == 1 && open[0].id != running.id)
      #expect(try await served.log.session(running.id)?.active == .seconds(20))
      _ = try await served.log.undo()
      #expect(try await served.log.openSessions().map(\.id) == [running.id])
      _ = try await served.log.redo()
      #expect(try await served.log.openSessions().map(\.id) == open.map(\.id))
    }
  }

  @Test func `goes on if the other one cannot start`() async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit("/start", "title=Emma&key=k1")
      let running = try #require(try await served.log.openSessions().first)
      let both = "title=Dune&new=yes&start_page=-1&finish=\(running.id.record.text)&key=k2"
      #expect(try await served.client.submit("/start", both).status != .seeOther)
      #expect(try await served.log.openSessions().map(\.id) == [running.id])
    }
  }
}

@Suite struct `A session of under a minute` {
  @Test(arguments: [
    ("/start", "title=Dune", "stop"), ("/listening/start", "title=Dune", "heard"),
    ("/climbing/start", "place=Hall", "end"),
  ])
  func `is saved after one question, which is not at a field`(
    path: String,
    form: String,
    stop: String
  ) async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit(path, form + "&key=k1")
      let id = try #require(try await served.log.openSessions().first).id
      served.scratch.clock.advance(by: .seconds(stop == "heard" ? 3 : 22))
      let own = "/sessions/\(id.record.text)/\(stop)"
      let asked = try await served.client.submit(own, "key=k2")
      #expect(asked.status == .unprocessable)
      #expect(asked.text.contains("seconds. Save it anyway?</p>"), "\(asked.text)")
      #expect(asked.text.contains(#"name="allow_short" value="yes""#))
      #expect(!asked.text.contains(#"aria-invalid="true""#))
      #expect(try await served.client.submit(own, "allow_short=yes&key=k3").status == .seeOther)
      #expect(try await served.log.openSessions().isEmpty)
    }
  }

  @Test func `is saved without a question if it has climbs`() async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit("/climbing/start", "place=Hall&key=k1")
      let id = try #require(try await served.log.openSessions().first).id.record.text
      _ = try await served.client.submit(
        "/sessions/\(id)/climbs",
        "name=Roof&attempts=2&outcome=fell&key=k2"
      )
      served.scratch.clock.advance(by: .seconds(20))
      #expect(try await served.client.submit("/sessions/\(id)/end", "key=k3").status == .seeOther)
      #expect(try await served.client.ask(.get, "/sessions/\(id)").text.contains("2 attempts"))
    }
  }

  @Test func `is saved over the API, unless it asks for a refusal`() async throws {
    try await ServedLog.run { served in
      let started = try await served.client.post("/api/v1/sessions", #"{"title":"Dune"}"#)
      let path = try #require(started.fields["location"])
      let refused = try await served.client.post(path + "/end", #"{"allow_short":false}"#)
      #expect(try refused.json()["code"] == .string("session.too_short"))
      #expect(try await served.client.post(path + "/end").status == .ok)
    }
  }
}
