import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer
import CairnReports

/// Concurrent edits of one record by two tabs, or by a form that was sent late after a disconnect.
@Suite struct `An unchanged form field` {
  @Test func `of a session keeps a concurrent edit`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      let session = try await served.person.track(book, "06:00:05-07:00:10", page: 40)
      let path = "/sessions/\(session.id.record.text)"
      let shown = try await Self.fields(of: path + "/edit", at: path, served)
      let other =
        "start=2026-01-05T05:30&page=60&note=by+the+fire%0D%0Aalone&place=home&mood_after=4"
      _ = try await served.client.submit(path + "/edit", other)
      try await Self.send(shown, ["mood_before": "2", "key": "k"], to: path + "/edit", served)
      let row = try #require(try await served.log.session(session.id))
      #expect(row.startedAt == served.person.instant("05:30"))
      #expect(row.endedAt == served.person.instant("07:00:10"))
      #expect(row.endPosition?.value == 60)
      #expect(row.note?.hasPrefix("by the fire") == true && row.sessionContext.place == "home")
      #expect([row.sessionContext.moodBefore, row.sessionContext.moodAfter] == [2, 4])
      let lines = try await Self.fields(of: path + "/edit", at: path, served)
      try await Self.send(lines, ["note": "by the fire\r\nalone"], to: path + "/edit", served)
      #expect(try await served.log.session(session.id)?.note == row.note)
    }
  }

  @Test func `of a listening session keeps a concurrent edit, and so does the checkbox`()
    async throws
  {
    try await ServedLog.run { served in
      try await `Listening in the browser`.track(served, "Emma")
      let row = try #require(try await served.log.sessions(SessionFilter()).first)
      let path = "/sessions/\(row.id.record.text)"
      let shown = try await Self.fields(of: path + "/edit", at: path, served)
      #expect(shown["was:completed"] == "yes")
      _ = try await served.client.submit(path + "/edit", "from=0:00:10&position=0:05:00&speed=1.25")
      let unheard = try await Self.fields(of: path + "/edit", at: path, served)
      try await Self.send(shown, ["note": "a", "completed": "yes"], to: path + "/edit", served)
      let heard = try #require(try await served.log.session(row.id)?.listening)
      #expect(heard.startPosition == .seconds(10) && heard.endPosition == .seconds(300))
      #expect(heard.speed == 125)
      #expect(!heard.isCompleted, "as it had become")
      try await Self.send(unheard, ["completed": "yes"], to: path + "/edit", served)
      #expect(try await served.log.session(row.id)?.listening?.isCompleted == true)
    }
  }

  @Test(arguments: [false, true])
  func `of a climbing session keeps a concurrent edit`(isOver: Bool) async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit("/climbing/start", "mental=3&place=Hall&key=s")
      let row = try #require(try await served.log.openSessions().first)
      let path = "/sessions/\(row.id.record.text)"
      served.scratch.clock.advance(by: .hours(1))
      if isOver { _ = try await served.client.submit(path + "/end", "rpe=5&key=e") }
      let shown = try await Self.fields(of: path + "/edit", at: path, served)
      let other = "mental=5&place=Wall&outdoor=yes&private=no&partners=Ada&temperature=-2.5"
      _ = try await served.client.submit(path + "/edit", other)
      try await Self.send(shown, ["conditions": "dry", "key": "k"], to: path + "/edit", served)
      let session = try #require(try await served.log.session(row.id, as: Climbing.self))
      let detail = session.detail
      #expect(detail.mental == 5 && detail.temperature == -25 && detail.conditions == "dry")
      #expect(detail.isOutdoor == true && !detail.isPrivate && detail.partners == ["Ada"])
      #expect(session.sessionContext.place == "Wall")
    }
  }

  @Test func `of a climb keeps a concurrent edit, and a grade keeps its scale`() async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit("/climbing/start", "discipline=bouldering&key=s")
      let row = try #require(try await served.log.openSessions().first)
      let session = "/sessions/\(row.id.record.text)"
      _ = try await served.client.submit(session + "/climbs", "name=A&grade=V4&key=c")
      let climb = try #require(try await served.log.latestClimbs(1).first).climb.id
      let path = "/climbs/\(climb.record.text)"
      let shown = try await Self.fields(of: path + "/edit", at: path, served)
      let other = "name=Arete&grade=6A&scale=FONT&pitches=2&tag%3Ahold%3Acrimp=helped&notes=x"
      _ = try await served.client.submit(path + "/edit", other)
      try await Self.send(shown, ["tag:hold:sloper": "hindered"], to: path + "/edit", served)
      let now = try #require(try await served.log.climb(climb))
      #expect(now.climb.name == "Arete" && now.climb.grade?.text == "6A" && now.climb.notes == "x")
      #expect(now.climb.pitches == 2 && now.marks.map(\.impact).count == 2)
      try await Self.send(shown, ["scale": "V", "grade": "V5"], to: path + "/edit", served)
      #expect(try await served.log.climb(climb)?.climb.grade?.scale == .v)
    }
  }

  @Test func `of a book keeps a concurrent edit, as do the dates and the rating of a reading`()
    async throws
  {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604, status: .read)
      let path = "/books/\(book.record.text)"
      let shown = try await Self.fields(of: path + "/edit", at: path + "?tab=about", served)
      _ = try await served.client.submit(
        path + "/edit",
        "pages=512&notes=worn&language=en&year=1965"
      )
      try await Self.send(shown, ["format": "paperback", "key": "k"], to: path + "/edit", served)
      let row = try #require(try await served.log.book(book))
      #expect(row.pages == 512 && row.notes == "worn" && row.format == "paperback")
      #expect(row.language == "en" && row.year == 1_965 && row.title == "Dune")

      let reading = try #require(try await served.log.readings(of: book).first?.reading.id)
      let dates = "\(path)/readings/\(reading.record.text)"
      let sheet = try await Self.fields(of: dates, at: path, served)
      _ = try await served.client.submit(dates, "started=2025-02&rating=17&key=a")
      try await Self.send(sheet, ["finished": "2025-03-05", "key": "b"], to: dates, served)
      let now = try #require(try await served.log.readings(of: book).first?.reading)
      #expect(now.started?.text == "2025-02" && now.rating == 17)
      #expect(now.finished?.text == "2025-03-05")
    }
  }

  @Test func `of a story keeps its value to the millisecond`() async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit("/stories", "title=Emma&length=16:40:00&key=a")
      let story = try #require(try await served.log.stories().first).id
      let path = "/stories/\(story.record.text)"
      let shown = try await Self.fields(of: path + "/edit", at: path, served)
      _ = try await served.client.submit(
        path + "/edit",
        "author=Jane+Austen&length=16:41:00&key=b"
      )
      try await Self.send(shown, ["series": "Novels", "key": "c"], to: path + "/edit", served)
      let row = try #require(try await served.log.story(story))
      #expect(row.author == "Jane Austen" && row.series == "Novels")
      #expect(row.duration == .minutes(1_001))
    }
  }

  @Test func `of facts about a book and its author keeps a concurrent edit`() async throws {
    try await ServedLog.run { served in
      let new = NewBook(title: "Sula", authors: ["Toni Morrison"])
      let book = try await served.log.write { try AddBook(new, zone: "UTC").run(in: $0).entry.id }
      let path = "/books/\(book.record.text)"
      let shown = try await Self.fields(of: path + "/facts", at: path + "?tab=about", served)
      let other = "originalLanguage=other+Quenya&region=asia&nationality=x&key=a"
      _ = try await served.client.submit(path + "/facts", other)
      try await Self.send(shown, ["ownVoices": "yes", "key": "b"], to: path + "/facts", served)
      let facts = try #require(try await served.log.describedBook(book)).facts
      #expect(facts.value(.originalLanguage) == "other Quenya" && facts.value(.region) == "asia")
      #expect(facts.value(.nationality) == "x" && facts.value(.ownVoices) == "yes")

      let author = try #require(try await served.log.authors().first?.id)
      let page = "/authors/\(author.record.text)"
      let form = try await Self.fields(of: page + "/edit", at: page, served)
      _ = try await served.client.submit(page + "/edit", "region=africa&birthYear=1931&key=c")
      try await Self.send(form, ["gender": "female", "key": "d"], to: page + "/edit", served)
      let known = try #require(try await served.log.author(author)).facts
      #expect(known.value(.region) == "africa" && known.value(.birthYear) == "1931")
      #expect(known.value(.gender) == "female")
    }
  }

  /// The form on an error page still contains the original values.
  @Test func `is still recognised after an error`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      let session = try await served.person.track(book, "06:00:05-07:00:10", page: 40)
      let path = "/sessions/\(session.id.record.text)"
      let shown = try await Self.fields(of: path + "/edit", at: path, served)
      let early = ["end": "2026-01-05T05:00", "note": "late", "key": "k"]
      let refused = try await served.client.submit(path + "/edit", Self.form(shown, early))
      #expect(refused.status == .unprocessable)
      let again = try Self.fields(of: path + "/edit", in: refused.text)
      #expect(again["note"] == "late" && again["was:note"] == "")
      try await Self.send(again, ["end": "2026-01-05T07:30"], to: path + "/edit", served)
      let row = try #require(try await served.log.session(session.id))
      #expect(row.note == "late" && row.endedAt == served.person.instant("07:30"))
      #expect(row.startedAt == served.person.instant("06:00:05"))
    }
  }

  /// A form saved without any change confirms all values that it shows.
  @Test func `is saved with all others when nothing in the form was changed`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      let session = try await served.person.track(book, "06:00-07:00", page: 40)
      let path = "/sessions/\(session.id.record.text)"
      _ = try await served.client.submit(path + "/edit", "note=original")
      let shown = try await Self.fields(of: path + "/edit", at: path, served)
      try await Self.send(shown, ["note": "mistake"], to: path + "/edit", served)
      try await Self.send(shown, [:], to: path + "/edit", served)
      #expect(try await served.log.session(session.id)?.note == "original")
    }
  }

  @Test func `shows its current value when the form is rejected`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      let session = try await served.person.track(book, "06:00-07:00", page: 40)
      let path = "/sessions/\(session.id.record.text)"
      let shown = try await Self.fields(of: path + "/edit", at: path, served)
      _ = try await served.client.submit(path + "/edit", "start=2026-01-05T06:20&note=new")
      let early = Self.form(shown, ["end": "2026-01-05T06:10"])
      let refused = try await served.client.submit(path + "/edit", early)
      #expect(refused.status == .unprocessable)
      let again = try Self.fields(of: path + "/edit", in: refused.text)
      #expect(again["start"] == "2026-01-05T06:20" && again["was:start"] == again["start"])
      #expect(again["end"] == "2026-01-05T06:10" && again["was:end"] == "2026-01-05T07:00")
      let mended = ["start": "2026-01-05T06:00", "end": "2026-01-05T06:30"]
      try await Self.send(again, mended, to: path + "/edit", served)
      let row = try #require(try await served.log.session(session.id))
      #expect(row.startedAt == served.person.instant("06:00") && row.note == "new")
    }
  }

  @Test func `is compared by a digest when it is long`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      let path = "/books/\(book.record.text)"
      let long = String(repeating: "ж", count: 40_000)
      let both = Self.form([:], ["notes": long, "review": long])
      _ = try await served.client.submit(path + "/edit", both)
      let shown = try await Self.fields(of: path + "/edit", at: path + "?tab=about", served)
      #expect(shown["notes"] == long && shown["was:notes"]?.utf8.count ?? 0 < 100)
      _ = try await served.client.submit(path + "/edit", "notes=short")
      try await Self.send(shown, ["language": "en"], to: path + "/edit", served)
      let row = try #require(try await served.log.book(book))
      #expect(row.notes == "short" && row.language == "en")
    }
  }

  @Test func `of the stop form keeps a concurrent edit`() async throws {
    try await ServedLog.run { served in
      _ = try await served.person.add("Dune", pages: 604)
      _ = try await served.client.submit("/start", "title=Dune&key=a")
      let row = try #require(try await served.log.openSessions().first)
      let path = "/sessions/\(row.id.record.text)"
      served.scratch.clock.advance(by: .minutes(20))
      let shown = try await Self.fields(of: path + "/stop", at: "/", served)
      _ = try await served.client.send(.patch, "/api/v1" + path, #"{"note":"by the fire"}"#)
      try await Self.send(shown, ["page": "12"], to: path + "/stop", served)
      let ended = try #require(try await served.log.session(row.id))
      #expect(ended.endedAt != nil && ended.note == "by the fire")
    }
  }

  @Test func `of the stop form for climbing keeps a concurrent edit`() async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit("/climbing/start", "key=s")
      let row = try #require(try await served.log.openSessions().first)
      let path = "/sessions/\(row.id.record.text)"
      served.scratch.clock.advance(by: .minutes(20))
      let shown = try await Self.fields(of: path + "/end", at: path, served)
      _ = try await served.client.send(.patch, "/api/v1" + path, #"{"note":"cold","pump":4}"#)
      try await Self.send(shown, ["rpe": "7"], to: path + "/end", served)
      let session = try #require(try await served.log.session(row.id, as: Climbing.self))
      #expect(session.detail.pump == 4 && session.detail.exertion == 7 && session.note == "cold")
    }
  }

  @Test func `of the settings keeps a concurrent edit`() async throws {
    try await ServedLog.run { served in
      let shown = try await Self.fields(of: "/settings", at: "/settings", served)
      _ = try await served.client.submit("/settings", "dayStartHour=4&key=a")
      try await Self.send(shown, ["boulderScale": "FONT"], to: "/settings", served)
      #expect(try await served.log.dayStartHour() == 4)
    }
  }

  @Test func `is a session's reading, even after that reading was deleted`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 604)
      let session = try await served.person.track(book, "06:00-07:00", page: 40)
      let (path, own) = ("/sessions/\(session.id.record.text)", "/books/\(book.record.text)")
      for year in ["2019", "2020"] {
        _ = try await served.client.submit(own + "/readings", "finished=\(year)&key=\(year)")
      }
      let row = try #require(try await served.log.session(session.id, as: Reading.self))
      let reading = row.detail.readThrough
      _ = try await served.client.submit("\(own)/readings/\(reading.record.text)/delete", "key=d")
      let shown = try await Self.fields(of: path + "/edit", at: path, served)
      try await Self.send(shown, ["note": "a"], to: path + "/edit", served)
      let now = try await served.log.session(session.id, as: Reading.self)
      #expect(now?.detail.readThrough == reading && now?.note == "a")
    }
  }

  private static func send(
    _ shown: [String: String],
    _ typed: [String: String],
    to action: String,
    _ served: ServedLog
  ) async throws {
    let done = try await served.client.submit(action, form(shown, typed))
    #expect(done.status == .seeOther, "\(done.text)")
  }

  private static func form(_ shown: [String: String], _ typed: [String: String]) -> String {
    shown.merging(typed) { $1 }
      .map { "\(PercentCoding.encoded($0))=\(PercentCoding.encoded($1))" }
      .joined(separator: "&")
  }

  private static func fields(
    of action: String,
    at path: String,
    _ served: ServedLog
  ) async throws -> [String: String] {
    try fields(of: action, in: try await served.client.ask(.get, path).text)
  }

  /// Returns the fields that a browser sends for an unchanged form, without checkboxes.
  private static func fields(of action: String, in page: String) throws -> [String: String] {
    let form = try #require(page.split(separator: "action=\"\(action)\"").dropFirst().first)
    let body = try #require(form.split(separator: "</form>").first)
    var fields: [String: String] = [:]
    for tag in body.split(separator: "<").map(String.init) {
      guard let name = value("name", tag) else { continue }
      if tag.hasPrefix("textarea") {
        // Browsers ignore a line feed at the start of a text area.
        fields[name] = String(tag.drop { $0 != ">" }.dropFirst().trimmingPrefix("\n"))
      }
      guard tag.hasPrefix("input"), !tag.contains("type=\"checkbox\"") else { continue }
      if tag.contains("type=\"radio\""), !tag.contains(" checked") { continue }
      fields[name] = value("value", tag) ?? ""
    }
    for select in body.split(separator: "<select ").dropFirst() {
      let chosen = select.split(separator: "<option ").first { $0.contains(" selected") }
      let name = try #require(value("name", String(select)))
      fields[name] = chosen.flatMap { value("value", String($0)) } ?? ""
    }
    return fields
  }

  private static func value(_ name: String, _ tag: String) -> String? {
    let parts = "_ \(tag)".split(separator: " \(name)=\"", maxSplits: 1)
    guard parts.count == 2, let end = parts[1].firstIndex(of: "\"") else { return nil }
    return String(parts[1][..<end])
  }
}
