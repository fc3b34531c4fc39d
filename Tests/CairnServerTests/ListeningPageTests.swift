import Cairn
import CairnHTTP
import CairnReports
import CairnStore
import CairnTestKit
import Foundation
import Testing

@testable import CairnServer
import CairnAccounts

@Suite struct `Listening in the browser` {
  /// Logs a session that ended a number of days and minutes ago.
  static func track(
    _ served: ServedLog,
    _ title: String,
    daysAgo: Int64 = 0,
    minutes: Int64 = 30,
    completed: Bool = true
  ) async throws {
    let end = served.scratch.environment.now() + .hours(-24 * daysAgo) + .minutes(-1)
    let start = end + .minutes(-minutes)
    let body =
      #"{"kind":"listening","title":"\#(title)","start":"\#(start.text)","end":"\#(end.text)","completed":\#(completed)}"#
    let tracked = try await served.client.post("/api/v1/sessions/track", body)
    #expect(tracked.status == .created, "\(tracked.text)")
  }

  static func session(_ served: ServedLog) async throws -> SessionRow {
    try #require(try await served.log.openSessions().first { $0.kind == Listening.kind })
  }

  @Test(arguments: TestTransport.allCases)
  func `starts, pauses, resumes and stops at a position without JavaScript`(
    way: TestTransport
  ) async throws {
    try await ServedLog.run(way) { served in
      let (client, clock) = (served.client, served.scratch.clock)
      let started = try await client.submit(
        "/listening/start",
        "title=Emma&author=Jane+Austen&from=1:00:00&speed=1.5&key=a"
      )
      #expect(started.fields["location"] == "/")
      clock.advance(by: .minutes(10))
      let page = try await client.ask(.get, "/").text
      #expect(page.contains(">10:00</time>"))
      #expect(page.contains(" · from 1:00:00 · 1.5×"))
      #expect(page.contains(#"value="1:15:00""#))
      let path = "/sessions/\(try await Self.session(served).id.record.text)"
      _ = try await client.submit(path + "/pause", "key=b")
      clock.advance(by: .minutes(10))
      #expect(try await client.ask(.get, "/").text.contains(">Resume</button>"))
      _ = try await client.submit(path + "/resume", "key=c")
      let ended = try await client.submit(
        path + "/heard",
        "position=1:16:30&completed=yes&note=good&key=d"
      )
      #expect(ended.fields["location"]?.hasPrefix("/?done=") == true, "\(ended.text)")
      let shown = try await client.ask(.get, path).text
      #expect(shown.contains("1:16:30"))
      #expect(shown.contains("<dt>Finished</dt><dd><bdi>yes</bdi></dd>"))
      #expect(try await client.ask(.get, "/").text.contains("to 1:16:30 · finished · 1.5×"))
    }
  }

  @Test func `shows an invalid position again, with the reason`() async throws {
    try await ServedLog.run { served in
      _ = try await served.client.submit("/listening/start", "title=Emma&key=a")
      served.scratch.clock.advance(by: .minutes(10))
      let path = "/sessions/\(try await Self.session(served).id.record.text)"
      let refused = try await served.client.submit(path + "/heard", "position=far&note=n&key=b")
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("“far” is not hours, minutes and seconds of audio."))
      #expect(refused.text.contains(#"value="far""#))
      #expect(try await served.log.openSessions().count == 1)
    }
  }

  @Test(arguments: [
    ("1:02:03", 3_723), ("1:30", 5_400), ("1h 2m 3s", 3_723), ("90m", 5_400),
    ("30 S", 30), ("0", 0),
  ])
  func `parses positions as people type them`(text: String, seconds: Int64) {
    #expect(AudioTime(typed: text)?.length == .seconds(seconds))
  }

  @Test(arguments: ["", "45", "1:60", "1:2:3:4", "-1", "1.5", "m", "1m2h", "١", "1h1h", "999999"])
  func `rejects any other text`(text: String) {
    #expect(AudioTime(typed: text) == nil)
  }

  @Test func `resumes an unfinished story with one tap, and offers no finished one`() async throws {
    try await ServedLog.run { served in
      try await Self.track(served, "Done", minutes: 5)
      try await Self.track(served, "Begun", daysAgo: 1, completed: false)
      let page = try await served.client.ask(.get, "/").text
      #expect(page.contains(#"aria-label="Listen to Begun""#))
      #expect(!page.contains(#"aria-label="Listen to Done""#))
      #expect(page.contains(#"<option value="Done">"#))
    }
  }

  @Test func `shows totals with the unfinished part`() async throws {
    try await ServedLog.run { served in
      try await Self.track(served, "A", daysAgo: 1, minutes: 60)
      try await Self.track(served, "A", minutes: 30)
      try await Self.track(served, "B", daysAgo: 3, minutes: 20, completed: false)
      let page = try await served.client.ask(.get, "/listening").text
      #expect(
        page.contains("<dt>story finished</dt><dd>1</dd><dd class=\"quiet\">1 in progress</dd>")
      )
      #expect(
        page.contains(
          "<dt>listening time</dt><dd>1h 50m</dd><dd class=\"quiet\">including 20m unfinished</dd>"
        )
      )
      #expect(page.contains("<dt>day streak</dt><dd>2</dd>"))
      #expect(page.contains("First story"))
      #expect(page.contains("1 of 5 stories"))
      #expect(page.contains("7 days from"))
      #expect(page.contains("1h 50m in total, 1h 30m of it in sessions that finished a story"))
    }
  }

  @Test(arguments: [("week", 7), ("month", 30), ("year", 53), ("all", 1)])
  func `draws every period, including empty ones`(range: String, most: Int) async throws {
    try await ServedLog.run { served in
      try await Self.track(served, "A")
      let page = try await served.client.ask(.get, "/listening?range=\(range)")
      #expect(page.status == .ok)
      let rows = page.text.split(separator: "<h2 id=\"activity\"")[1].split(separator: "</table>")[
        0
      ]
      .matches(of: /<th scope="row">/).count
      #expect((most...(most + 1)).contains(rows), "\(rows)")
      #expect(try await served.client.ask(.get, "/listening?range=day").status == .unprocessable)
    }
  }

  @Test func `adds, edits, favourites, deletes and restores stories`() async throws {
    try await ServedLog.run { served in
      let client = served.client
      let form = "title=Emma&author=Jane+Austen&series=&narrator=&length=16:40:00&key=a"
      let added = try await client.submit("/stories", form)
      let story = try #require(try await served.log.stories().first)
      #expect(story.duration == .minutes(1_000))
      let path = "/stories/\(story.id.record.text)"
      #expect(added.fields["location"]?.hasPrefix(path) == true)
      _ = try await client.submit(path + "/favorite", "favorite=yes&key=b")
      #expect(try await client.ask(.get, "/stories?favorites=yes").text.contains("Emma"))
      _ = try await client.submit(path + "/edit", "title=Emma+II&author=&length=&key=c")
      let edited = try #require(try await served.log.story(story.id))
      #expect(edited.title == "Emma II")
      #expect(edited.author == nil)
      #expect(edited.duration == nil)
      let refused = try await client.submit(path + "/edit", "title=&key=d")
      #expect(refused.status == .unprocessable)
      try await Self.track(served, "Emma II")
      _ = try await client.submit(path + "/delete", "key=e")
      #expect(try await client.ask(.get, path).status == .notFound)
      let deleted = try await client.ask(.get, "/stories/deleted").text
      #expect(deleted.contains("30m in 1 session"))
      _ = try await client.submit(path + "/restore", "key=f")
      #expect(try await client.ask(.get, path).text.contains("Emma II"))
      #expect(try await client.ask(.get, "/stories?q=EMM").text.contains("Emma II"))
      #expect(try await client.ask(.get, "/stories?q=%25").text.contains("No stories found."))
    }
  }

  @Test func `corrects a session's positions, speed, end and story`() async throws {
    try await ServedLog.run { served in
      try await Self.track(served, "Other", daysAgo: 2)
      try await Self.track(served, "Emma")
      let row = try #require(try await served.log.sessions(SessionFilter()).first)
      let path = "/sessions/\(row.id.record.text)"
      let edit = try await served.client.submit(
        path + "/edit",
        "from=0:00:10&position=0:30:10&speed=1.25&key=a"
      )
      #expect(edit.status == .seeOther, "\(edit.text)")
      let heard = try #require(try await served.log.session(row.id)?.listening)
      #expect(heard.startPosition == .seconds(10))
      #expect(heard.endPosition == .seconds(1_810))
      #expect(heard.speed == 125)
      #expect(!heard.isCompleted)
      _ = try await served.client.submit(path + "/book", "title=Other&key=b")
      #expect(try await served.log.session(row.id)?.title == "Other")
      let history = try await served.client.ask(.get, "/history?kind=listening").text
      #expect(history.contains("0:30:10 · 1.25×"))
    }
  }
}

@Suite struct `A shared page` {
  /// Creates a share link and returns its path.
  static func share(_ served: ServedLog, _ form: String = "range=month&lifetime=7") async throws
    -> String
  {
    let made = try await served.client.submit("/listening/share", form)
    #expect(made.status == .ok, "\(made.text)")
    let link = try #require(made.text.firstMatch(of: /value="http:\/\/[^\/"]+(\/shared\/[^"]+)"/))
    return String(link.1)
  }

  @Test(arguments: TestTransport.allCases)
  func `shows numbers and a chart to anyone with the link, but no titles`(
    way: TestTransport
  ) async throws {
    try await ServedLog.run(way) { served in
      try await `Listening in the browser`.track(served, "Secret Story")
      let path = try await Self.share(served)
      let page = try await served.client.ask(.get, path)
      #expect(page.status == .ok)
      #expect(page.text.contains("<dt>story finished</dt><dd>1</dd>"))
      #expect(page.text.contains("First story"))
      #expect(!page.text.contains("Secret Story"))
      #expect(!page.text.contains("href=\"/history"))
      #expect(page.fields["x-robots-tag"]?.contains("noindex") == true)
      #expect(page.fields["cache-control"] == "no-store")
      let picture = try await served.client.ask(.get, path + "/listening.svg")
      #expect(picture.fields["content-type"] == "image/svg+xml")
      #expect(picture.text.hasPrefix("<svg "))
      #expect(!picture.text.contains("style"))
      let titled = try await Self.share(served, "range=month&lifetime=1&titles=yes")
      #expect(try await served.client.ask(.get, titled).text.contains("Secret Story"))
    }
  }

  @Test func `is created once, however often the form is sent`() async throws {
    try await ServedLog.run { served in
      let form = "range=month&lifetime=7&key=one"
      _ = try await Self.share(served, form)
      let again = try await served.client.submit("/listening/share", form)
      #expect(again.status == .seeOther && again.fields["location"] == "/listening/share")
      #expect(try await served.log.listeningShares().count == 1)
    }
  }

  @Test func `ends when it expires and when it is revoked`() async throws {
    try await ServedLog.run { served in
      let (short, long) = (
        try await Self.share(served, "range=week&lifetime=1"), try await Self.share(served)
      )
      served.scratch.clock.advance(by: .hours(25))
      #expect(try await served.client.ask(.get, short).status == .notFound)
      #expect(try await served.client.ask(.get, long).status == .ok)
      let list = try await served.client.ask(.get, "/listening/share").text
      #expect(list.contains("expired"))
      #expect(!list.contains(long))
      for share in try await served.log.listeningShares() {
        let path = "/listening/share/\(share.id.record.text)/revoke"
        _ = try await served.client.submit(path, "key=\(share.id.record.text)")
      }
      #expect(try await served.client.ask(.get, long).status == .notFound)
      #expect(try await served.log.listeningShares().isEmpty)
    }
  }

  @Test(arguments: [
    "/shared/own/0", "/shared/else/0", "/shared/own/%2F", "/shared/own/0/listening.svg",
  ])
  func `does not exist at any other path`(path: String) async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, path)
      #expect(answer.status == .notFound)
    }
  }

  @Test func `stores only a hash of the secret`() async throws {
    try await ServedLog.run { served in
      let secret = try #require(try await Self.share(served).split(separator: "/").last)
      let share = try #require(try await served.log.listeningShares().first)
      #expect(share.hash == SHA256.hex(Array(secret.utf8)))
      let contents = try await served.contents()
      #expect(!contents.contains(secret))
    }
  }

  @Test func `is rate-limited`() async throws {
    try await ServedLog.run { served in
      var last = HTTPStatus.ok
      for _ in 0..<70 { last = try await served.client.ask(.get, "/shared/own/1").status }
      #expect(last == .tooManyRequests)
    }
  }

  @Test(arguments: ["range=day&lifetime=7", "range=week&lifetime=0", "range=week&lifetime=400"])
  func `rejects an unknown range and a lifetime that is too short or too long`(
    form: String
  ) async throws {
    try await ServedLog.run { served in
      let refused = try await served.client.submit("/listening/share", form)
      #expect(refused.status == .unprocessable)
      #expect(try await served.log.listeningShares().isEmpty)
    }
  }

  @Test func `of one person shows nothing of another`() async throws {
    try await ServedAccounts.run { served in
      try await served.add("anna")
      let ben = try await served.add("ben")
      var browser = try await served.browser(of: "anna")
      let made = try await browser.submit("/listening/share", "range=week&lifetime=7")
      let link = try #require(made.text.firstMatch(of: /\/shared\/([^\/"]+)\/([0-9a-f]{64})"/))
      let (owner, secret) = (String(link.1), String(link.2))
      #expect(try await served.client.ask(.get, "/shared/\(owner)/\(secret)").status == .ok)
      let other = "/shared/\(ben.id.record.text)/\(secret)"
      #expect(try await served.client.ask(.get, other).status == .notFound)
    }
  }
}
