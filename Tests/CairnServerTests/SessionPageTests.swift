import Cairn
import CairnHTTP
import CairnInsights
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnReports

@Suite struct `An error on a page` {
  @Test(arguments: [
    (
      "The time 2026-01-05T18:30:00Z is in the future; it is 2026-01-05T18:00:00.000Z now.",
      "The time 19:30 is in the future; it is 19:00 now."
    ),
    ("Started 2026-01-04T18:00:07Z, too late.", "Started yesterday 19:00:07, too late."),
    ("2026-01-04T18:00:00Z), not 2026-01-05T18:00", "yesterday 19:00), not 2026-01-05T18:00"),
    ("Zoë said: 5Z, T and 2026-01-05.", "Zoë said: 5Z, T and 2026-01-05."), ("", ""),
  ])
  func `shows times in the time zone of the page`(sentence: String, reported: String) throws {
    let zone = try #require(SystemZones.rules("Europe/Berlin"))
    let now = try #require(Instant(text: "2026-01-05T18:00:00Z"))
    let error = CairnError("a.b", sentence, hint: sentence)
    let said = WallClock(zone: zone, now: now).withLocalTimes(error)
    #expect(said == CairnError("a.b", reported, hint: reported))
  }

  @Test func `shows the rejected end in local time`() async throws {
    try await ServedLog.run { served in
      let path = try await `Climbing in the browser`.start(served)
      served.scratch.clock.advance(by: .minutes(90))
      let wrong = try await served.client.submit(path + "/end", "ended=2026-01-05T11:00&key=e")
      #expect(wrong.status == .unprocessable)
      #expect(!wrong.text.contains("Z, before"), "\(wrong.text)")
      #expect(wrong.text.contains("11:00"))
    }
  }
}

@Suite struct `The page of a session` {
  /// Creates a log with one session from 06:00:05 to 07:00:10, pages 0 to 40.
  private func run(_ body: (ServedLog, String) async throws -> Void) async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      let session = try await served.person.track(book, "06:00:05-07:00:10", page: 40)
      try await body(served, "/sessions/\(session.id.record.text)")
    }
  }

  @Test func `shows the details of the session`() async throws {
    try await run { served, path in
      let page = try await served.client.ask(.get, path).text
      for fact in ["1h 00m", "06:00", "07:00", "40 pages an hour"] {
        #expect(page.contains("<bdi>\(fact)</bdi>"))
      }
    }
  }

  @Test func `rejects a skipped local time, and asks which of two repeated ones is meant`()
    async throws
  {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      var person = served.person
      person.zone = "Europe/Berlin"
      served.scratch.clock.set(to: try #require(Instant(text: "2026-10-26T12:00:00Z")))
      let session = try await person.track(book, "08:00-09:00", page: 40)
      let path = "/sessions/\(session.id.record.text)"
      let edit = "end=&key=a&start="
      let refused = try await served.client.submit(path + "/edit", edit + "2026-03-29T02:30")
      #expect(refused.text.contains("There is no 02:30 on Sun 29 Mar 2026 in Europe/Berlin"))
      #expect(refused.text.contains("Write a time before 02:00 or from 03:00."))
      let moved = try await served.client.submit(
        path + "/edit",
        "start=2026-10-25T02:30&end=2026-10-25T03:30&key=b"
      )
      #expect(moved.status == .seeOther, "\(moved.text)")
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains("<bdi>02:30 (the first of two, +02:00)</bdi>"))
      #expect(page.contains("<bdi>03:30</bdi>"))
    }
  }

  @Test func `accepts a long note and states the limit`() async throws {
    try await run { served, path in
      let long = String(repeating: "ä", count: 50_000)
      let done = try await served.client.submit(path + "/edit", "mood=3&note=\(long)")
      #expect(done.status == .seeOther, "\(done.text)")
      let refused = try await served.client.submit(path + "/edit", "note=\(long)a")
      #expect(refused.text.contains("takes a text of at most 100000 bytes"))
    }
  }

  @Test func `changes only edited fields and keeps the seconds of the others`() async throws {
    try await run { served, path in
      let form =
        "start=2026-01-05T06:00&end=2026-01-05T07:30&start_page=&page=60&note=by+the+fire&place=home"
        + "&tags=beach,+holiday&mood_before=2&mood_after=&key=k"
      let done = try await served.client.submit(path + "/edit", form)
      #expect(done.status == .seeOther)
      let row = try #require(try await served.log.sessions(SessionFilter()).first)
      #expect(row.startedAt == served.person.instant("06:00:05"))
      #expect(row.endedAt == served.person.instant("07:30"))
      #expect(row.note == "by the fire")
      #expect(row.sessionContext.place == "home")
      #expect(row.sessionContext.tags.names == ["beach", "holiday"])
      #expect(row.sessionContext.moodBefore == 2)
      #expect(row.sessionContext.moodAfter == nil)
      #expect(row.endPosition?.value == 60)
      let page = try await served.client.ask(.get, try #require(done.fields["location"])).text
      #expect(
        page.contains("<div class=\"toast\" role=\"status\"><p><bdi>Session edited: “Dune”</bdi>")
      )
    }
  }

  @Test func `moves to its previous book and to another read of it`() async throws {
    try await run { served, path in
      let emma = try await served.person.add("Emma", pages: 474)
      let moved = try await served.client.submit(path + "/book", "title=emma&key=k")
      #expect(try #require(moved.fields["location"]).hasPrefix(path + "?done="))
      let row = try #require(try await served.log.sessions(SessionFilter()).first)
      #expect(row.entry == emma)
      let refused = try await served.client.submit(path + "/book", "title=Orlando")
      #expect(refused.status == .notFound)
      #expect(refused.text.contains("value=\"Orlando\""))
      #expect(refused.text.contains("That book is not on the shelf."))
      let finished = "started=2019&finished=2019&key=r"
      _ = try await served.client.submit("/books/\(emma.record.text)/readings", finished)
      let readings = try await served.log.readings(of: emma)
      let other = try #require(readings.first).reading.id
      let page = try await served.client.ask(.get, path).text
      #expect(
        page.contains("<option value=\"\(other.record.text)\">First read, started 2019</option>")
      )
      _ = try await served.client.submit(path + "/edit", "reading=\(other.record.text)&key=e")
      let session = try await served.log.session(row.id, as: Reading.self)
      #expect(session?.detail.readThrough == other)
    }
  }

  @Test func `removes a note that was cleared`() async throws {
    try await run { served, path in
      _ = try await served.client.submit(path + "/edit", "note=short")
      _ = try await served.client.submit(path + "/edit", "note=")
      let row = try await served.log.sessions(SessionFilter()).first
      #expect(row?.note == nil)
    }
  }

  @Test func `shows an error in the form and keeps the input`() async throws {
    try await run { served, path in
      let form = "start=2026-01-05T09:00&end=2026-01-05T08:00&note=%3Cb%3E"
      let refused = try await served.client.submit(path + "/edit", form)
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("<details class=\"sheet card\" open>"))
      #expect(refused.text.contains("value=\"2026-01-05T08:00\""))
      #expect(refused.text.contains("&lt;b&gt;</textarea>"))
      let mood = try await served.client.submit(path + "/edit", "mood_before=9")
      #expect(mood.text.contains("“9” is not a whole number from 1 to 5."))
      let word = try await served.client.submit(path + "/edit", "start=soon")
      #expect(word.text.contains("“start” takes a date and a time such as 2026-01-05T20:40."))
    }
  }

  @Test func `splits a session and merges it again`() async throws {
    try await run { served, path in
      let split = try await served.client.submit(path + "/split", "at=2026-01-05T06:30&key=k")
      #expect(try #require(split.fields["location"]).hasPrefix("/history?day=2026-01-05&done="))
      let rows = try await served.log.sessions(SessionFilter())
      let lengths: [Milliseconds] = [.seconds(1810), .seconds(1795)]
      #expect(rows.map(\.active) == lengths)
      let page = try await served.client.ask(.get, path).text
      #expect(page.contains("<option value=\"\(rows[0].id.record.text)\">"))
      _ = try await served.client.submit(path + "/merge", "other=\(rows[0].id.record.text)&key=m")
      let merged = try await served.log.sessions(SessionFilter())
      #expect(merged.map(\.active) == [Milliseconds.seconds(3605)])
    }
  }

  @Test func `deletes a session, confirms it and restores it`() async throws {
    try await run { served, path in
      let before = try await served.log.sessions(SessionFilter())
      let gone = try await served.client.submit(path + "/delete", "key=k")
      let place = try #require(gone.fields["location"])
      let without = try await served.log.sessions(SessionFilter())
      #expect(without.isEmpty)
      let page = try await served.client.ask(.get, place).text
      #expect(page.contains("Session deleted: “Dune”"))
      let undo = try #require(page.firstMatch(of: /action="(\/undo\/[^"]+)"/)?.output.1)
      #expect(page.contains("name=\"back\" value=\"/history?day=2026-01-05\""))
      let form = "back=%2Fhistory%3Fday%3D2026-01-05&key=u"
      let undone = try await served.client.submit(String(undo), form)
      #expect(try #require(undone.fields["location"]).hasPrefix("/history?day=2026-01-05&done="))
      let after = try await served.log.sessions(SessionFilter())
      #expect(after == before)
      let again = try await served.client.submit(String(undo), form)
      #expect(again.status == .seeOther)
    }
  }

  @Test(arguments: [
    "//evil.example", "https://evil.example", "/api/v1/shelf", "/\\evil",
  ])
  func `redirects from an undo only to our own pages`(back: String) async throws {
    try await run { served, path in
      _ = try await served.client.submit(path + "/delete", "key=k")
      let line = try #require(try await served.log.history(limit: 1).first)
      let undone = try await served.client.submit("/undo/\(line.id.text)", "back=\(back)&key=u")
      #expect(try #require(undone.fields["location"]).hasPrefix("/?done="))
    }
  }

  @Test func `links to the timer while the session is open`() async throws {
    try await ServedLog.run { served in
      let session = try await served.person.start(try await served.person.add("Dune"))
      let answer = try await served.client.ask(.get, "/sessions/\(session.id.record.text)")
      #expect(answer.fields["location"] == "/")
    }
  }
}
