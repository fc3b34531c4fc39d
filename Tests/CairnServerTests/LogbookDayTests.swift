import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnReports
import CairnStore
import CairnTestKit
import Foundation
import Testing

@Suite struct `Climbs of a day without a session` {
  private let day = LocalDay(number: 20_455)  // 2026-01-02, three days before the clock

  /// Adds climbs as imports do: with a day and a location, without a time.
  @discardableResult
  private func add(
    _ name: String,
    _ day: LocalDay,
    at place: String?,
    _ served: ServedLog
  ) async throws -> ClimbRow {
    try await served.log.write("Add") { writer in
      var new = NewClimb()
      (new.name, new.grade, new.isSent) = (name, GradeInput("V3"), true)
      let today = LocalDay(number: 20_458)
      return try writer.climbRow(
        AddClimb(new, on: day, at: place, isOutdoor: true, today: today).run(in: writer)
      )
    }
  }

  private func addSome(_ served: ServedLog) async throws {
    try await add("Cave", day, at: "=Crag", served)
    try await add("Roof", day, at: "=Crag", served)
    try await add("Slab", day, at: nil, served)
    try await add("Nose", day - 400, at: "Valley_of_Rock", served)
  }

  @Test func `are listed in the logbook next to sessions, and open on their own page`() async throws
  {
    try await ServedLog.run { served in
      try await addSome(served)
      _ = try await `Climbing in the browser`.start(served, "place=Hall&key=k")
      let page = try await served.client.ask(.get, "/logbook").text
      #expect(page.contains("href=\"/logbook/2026-01-02\""))
      #expect(page.contains("bouldering · =Crag"))
      #expect(page.contains("2 climbs, 2 sent, hardest V3"))
      let list = try #require(page.firstRange(of: "<main ")).lowerBound
      #expect(!page[list...].contains("Hall"), "what runs is in the bar above")
      let opened = try await served.client.ask(.get, "/logbook/2026-01-02").text
      #expect(opened.contains(">=Crag</bdi>") && opened.contains("Unknown place"))
      #expect(["Cave", "Roof", "Slab"].allSatisfy { opened.contains($0) })
      #expect(!opened.contains("Nose"))
      let none = try await served.client.ask(.get, "/logbook/2026-01-03").text
      #expect(none.contains("No extra climbs this day"))
      for wrong in ["/logbook/x", "/logbook/2026-02-30"] {
        #expect(try await served.client.ask(.get, wrong).status == .notFound)
      }
    }
  }

  @Test func `are selected, exported and deleted like sessions`() async throws {
    try await ServedLog.run { served in
      try await addSome(served)
      let all = try await served.client.ask(.get, "/logbook?chosen=all").text
      #expect(all.components(separatedBy: " checked>").count - 1 == 3)
      let crag = "d-2026-01-02_%3DCrag=yes&"
      let table = try await served.client.submit("/logbook", crag + "do=csv").text
      let lines = table.split(separator: "\r\n")
      #expect(lines.count == 3)
      let width = lines[0].split(separator: ",", omittingEmptySubsequences: false).count
      for line in lines.dropFirst() {
        #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == width)
        #expect(line.contains(",,2026-01-02,'=Crag,yes,"))
      }
      let list = try await served.client.submit("/logbook", crag + "do=json").json()
      #expect(list["sessions"] == .array([]))
      #expect(list["days"]?[0]?["climbs"]?[1]?["name"] == .string("Roof"))
      let two = crag + "d-2024-11-28_Valley_of_Rock=yes&do=delete&key=k"
      let done = try await served.client.submit("/logbook", two)
      let shown = try await served.client.ask(.get, try #require(done.fields["location"])).text
      #expect(shown.contains("3 climbs deleted") && shown.contains("Undo"))
      #expect(try await served.log.allClimbs().map(\.climb.name) == ["Slab"])
      let again = try await served.client.submit("/logbook", two)
      #expect(again.fields["location"] == done.fields["location"], "a form counts once")
      let gone = try await served.client.submit("/logbook", crag + "do=delete&key=k2")
      #expect(gone.status == .notFound && gone.text.contains("on Fri 2 Jan 2026 at =Crag"))
      _ = try await served.log.undo()
      #expect(try await served.log.allClimbs().count == 4)
    }
  }

  @Test func `are deleted together with sessions, and one undo restores both`() async throws {
    try await ServedLog.run { served in
      try await addSome(served)
      let path = try await `Climbing in the browser`.start(served, "place=Hall&key=k")
      served.scratch.clock.advance(by: .minutes(30))
      _ = try await served.client.submit(path + "/end", "key=e")
      let id = path.dropFirst("/sessions/".count)
      let done = try await served.client.submit(
        "/logbook",
        "s-\(id)=yes&d-2026-01-02_=yes&do=delete&key=d"
      )
      let shown = try await served.client.ask(.get, try #require(done.fields["location"])).text
      #expect(shown.contains(" and 1 climb deleted</bdi>"))
      #expect(try await served.log.logbook(LogbookFilter()).count == 2)
      _ = try await served.log.undo()
      #expect(try await served.log.logbook(LogbookFilter()).count == 4)
    }
  }

  @Test func `are found by name`() async throws {
    try await ServedLog.run { served in
      try await addSome(served)
      let page = try await served.client.ask(.get, "/logbook?q=nose").text
      #expect(page.contains(">Nose</bdi>") && !page.contains("Cave"))
      let none = try await served.client.ask(.get, "/logbook?q=cobbler").text
      #expect(none.contains("No climbs found."))
      let found = try await served.client.ask(.get, "/api/v1/search?words=ca").json()
      #expect(found["climbs"]?[0]?["name"] == .string("Cave") && found["climbs"]?[1] == nil)
    }
  }

  @Test func `appear in the history under their day`() async throws {
    try await ServedLog.run { served in
      try await addSome(served)
      let all = try await served.client.ask(.get, "/history").text
      #expect(
        all.contains("Bouldering · =Crag") && all.contains("2 climbs, 2 sent, hardest V3")
          && all.contains("time unknown")
      )
      #expect(all.contains("/history?kind=climbing"), "the kinds are offered")
      let climbing = try await served.client.ask(.get, "/history?kind=climbing").text
      #expect(climbing.contains("=Crag"))
      let reading = try await served.client.ask(.get, "/history?kind=reading").text
      #expect(!reading.contains("=Crag"))
      let one = try await served.client.ask(.get, "/history?day=2026-01-02").text
      #expect(one.contains("=Crag") && !one.contains("0m"))
      let month = try await served.client.ask(.get, "/history/calendar?month=2026-01").text
      #expect(month.contains("aria-label=\"Fri 2 Jan 2026: 3 climbs without a time\""))
      #expect(month.contains("3 climbs without a time (▲).") && !month.contains("No activity in"))
    }
  }

  @Test func `appear once each in the history, page by page among sessions`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune")
      for number in 0..<60 {
        let day = LocalDay(number: 20_455 - Int32(number) * 2)
        try await add("Climb \(number).", day, at: "A~B_\(number % 2)", served)
      }
      served.person.at("12:00")
      for hour in 0..<10 { try await served.person.track(book, "0\(hour):00-0\(hour):30") }
      var (path, shown): (String?, [String]) = ("/history", [])
      while let next = path {
        let page = try await served.client.ask(.get, next).text
        shown += page.components(separatedBy: "class=\"whole\" href=\"").dropFirst()
          .map { String($0.prefix { $0 != "\"" }) }
        path = page.components(separatedBy: "href=\"").first { $0.hasPrefix("/history?before=") }
          .map { String($0.prefix { $0 != "\"" }) }
      }
      #expect(shown.count == 70)
      #expect(Set(shown).count == 70)
      #expect(shown.prefix(10).allSatisfy { $0.hasPrefix("/sessions/") })
    }
  }

  @Test func `are listed page by page through the API`() async throws {
    try await ServedLog.run { served in
      try await addSome(served)
      let path = try await `Climbing over the API`.session(served, #""discipline":"trad""#)
      var (found, before): ([JSON], String?) = ([], "")
      while let word = before {
        let more = word.isEmpty ? "" : "&before=\(PercentCoding.encoded(word))"
        let page = try await served.client.ask(.get, "/api/v1/logbook?limit=1\(more)").json()
        guard case .array(let rows)? = page["rows"] else { break }
        found += rows
        if case .string(let next)? = page["next"] { before = next } else { before = nil }
      }
      #expect(
        found.map { $0["place"] } == [.null, .string("=Crag"), .null, .string("Valley_of_Rock")]
      )
      #expect(found.first?["state"] == .string("running"))
      #expect(found.first?["discipline"] == .string("trad"))
      #expect(found[1]["climbs"] == .integer(2) && found[1]["session_id"] == .null)
      let some = try await served.client.ask(.get, "/api/v1/logbook?to=2025-01-01").json()
      #expect(some["rows"]?[0]?["place"] == .string("Valley_of_Rock") && some["next"] == .null)
      let climbs = try await served.client.ask(.get, "/api/v1/logbook/2026-01-02").json()
      #expect(climbs["climbs"]?[2]?["name"] == .string("Slab"))
      for wrong in ["?before=x", "?limit=0", "?from=x"] {
        let answer = try await served.client.ask(.get, "/api/v1/logbook" + wrong)
        #expect(answer.status == .unprocessable)
      }
      #expect(try await served.client.ask(.get, "/api/v1/logbook/x").status == .notFound)
      _ = try await served.client.post(path + "/cancel")
    }
  }
}
