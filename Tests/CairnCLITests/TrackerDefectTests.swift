import Foundation
import Testing

@testable import CairnCLI

/// Defects of other trackers (spec/peers.md, section 6), tested at the command line.
///
/// Others have their own tests: the repeated request (6) in `IdempotencyTests`, the full disk (19) in
/// `FullDiskTests`, and several devices (7, 8) and climbing (15–17) with their
/// features.
@Suite struct `Known defects of other trackers` {
  @Test func `1, 2: a session over midnight keeps both days in the streak`() async throws {
    let me = try Person()
    await me.types("track", "yesterday 23:41-00:19", "Emma")
    let streak = try await me.reads("streak")
    #expect(streak["current_days"] as? [String] == ["2026-03-04", "2026-03-05"])
    #expect(try await me.reads("stats", "--today")["active_seconds"] as? Int == 19 * 60)
    #expect(try await me.reads("stats", "--week")["active_seconds"] as? Int == 38 * 60)
  }

  @Test(arguments: [(0, "2026-03-05"), (4, "2026-03-04")])
  func `2: a night belongs to the day of the chosen day start`(
    hour: Int,
    day: String
  ) async throws {
    let me = try Person()
    await me.types("config", "dayStartHour", "\(hour)")
    await me.types("track", "00:30-03:30", "Emma")
    #expect(try await me.reads("streak")["current_days"] as? [String] == [day])
    #expect(try await me.lists("log").map { $0["day"] as? String } == [day])
  }

  @Test(arguments: [
    ("Asia/Kathmandu", "2026-03-05T20:30:00Z", "yesterday 23:00-01:00"),
    ("Australia/Lord_Howe", "2026-04-04T20:00:00Z", "01:00-03:00"),
    ("Pacific/Apia", "2011-12-30T12:00:00Z", "01:00-02:00"),
    ("America/St_Johns", "2026-03-08T20:00:00Z", "01:30-04:30"),
  ])
  func `3: odd zones lose no minute`(zone: String, now: String, range: String) async throws {
    var me = try Person()
    (me.zone, me.now) = (zone, now)
    await me.types("track", range, "Emma")
    let session = try #require(try await me.lists("log").first)
    let stats = try await me.reads("stats", "--month")
    #expect(stats["active_seconds"] as? Int == session["active_seconds"] as? Int)
    #expect((session["active_seconds"] as? Int ?? 0) > 0)
  }

  @Test func `4: a streak survives the clock change in spring`() async throws {
    var me = try Person()
    for day in 28...30 {
      me.now = "2026-03-\(day)T21:30:00Z"
      await me.types("track", "20:00-20:30", "Emma")
    }
    let days = try await me.reads("streak")["current_days"] as? [String]
    #expect(days == ["2026-03-28", "2026-03-29", "2026-03-30"])
  }

  @Test func `5: a flight west over the date line adds and loses nothing`() async throws {
    var me = try Person()
    (me.zone, me.now) = ("Asia/Tokyo", "2026-03-05T08:00:00Z")
    await me.types("start", "read", "Emma")
    (me.zone, me.now) = ("America/Los_Angeles", "2026-03-05T10:00:00Z")
    await me.types("stop", "--page", "40")
    #expect(try await me.reads("stats")["active_seconds"] as? Int == 7_200)
    let session = try #require(try await me.lists("log").first)
    #expect(session["zone"] as? String == "Asia/Tokyo")
    #expect(session["end_zone"] as? String == "America/Los_Angeles")
    #expect(try await me.reads("streak")["current"] as? Int == 1)
  }

  @Test func `9: the same file twice changes nothing, a longer one adds the new rows`() async throws
  {
    let me = try Person()
    let (once, longer) = (me.scratch.path + "/1.csv", me.scratch.path + "/2.csv")
    try Data((Self.header + Self.row(1, "Emma")).utf8).write(to: URL(filePath: once))
    let rows = Self.header + Self.row(1, "Emma") + Self.row(2, "Dune")
    try Data(rows.utf8).write(to: URL(filePath: longer))
    #expect(await me.types("import", "goodreads", once).out.contains("1 added"))
    #expect(await me.types("import", "goodreads", once).out.contains("0 added"))
    #expect(await me.types("import", "goodreads", longer).out.contains("1 added"))
    #expect(try await me.lists("shelf").count == 2)
  }

  @Test func `10: a book read at an unknown time gets no date from an import`() async throws {
    let me = try Person()
    let file = me.scratch.path + "/1.csv"
    try Data((Self.header + Self.row(1, "Emma")).utf8).write(to: URL(filePath: file))
    await me.types("import", "goodreads", file)
    let emma = try await me.reads("book", "show", "Emma")
    #expect(emma["status"] as? String == "read")
    #expect(emma["started"] is NSNull && emma["finished"] is NSNull)
  }

  @Test func `11: a new page count changes no stored page`() async throws {
    var me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "300")
    await me.types("start", "read", "Emma", "--at", "21:00")
    await me.types("stop", "--page", "100")
    await me.types("book", "pages", "Emma", "512")
    #expect(try await me.lists("log").first?["pages"] as? Int == 100)
    me.now = "2026-03-06T21:00:00Z"
    await me.types("start", "read", "Emma", "--at", "21:00")
    await me.types("stop", "--page", "200")
    let sessions = try await me.lists("log")
    #expect(sessions.last?["pages"] as? Int == 100)
    #expect(sessions.first?["pages"] as? Int == 200 - 100 * 512 / 300)
    #expect(try await me.reads("book", "show", "Emma")["sessions"] as? Int == 2)
  }

  @Test func `12: finishing without sessions adds no pages to the day`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "474", "--status", "reading")
    await me.types("book", "status", "Emma", "read")
    let stats = try await me.reads("stats", "--today")
    #expect(stats["active_seconds"] as? Int == 0)
    #expect(stats["pages"] as? Int == 0)
  }

  @Test func `13: a timer of two weeks needs a confirmation`() async throws {
    var me = try Person()
    await me.types("start", "read", "Emma")
    me.now = "2026-03-20T01:00:00Z"
    let asked = await me.types("stop")
    #expect(asked.exit == .refused)
    #expect(asked.err.contains("--at"))
    #expect(try await me.reads("stats")["active_seconds"] as? Int == 0)
    #expect(await me.types("stop", "--at", "2026-03-05 22:40").exit == .done)
    #expect(try await me.reads("stats")["active_seconds"] as? Int == 2_400)
  }

  @Test func `14: a clock set back loses no session and counts no negative minute`() async throws {
    var me = try Person()
    await me.types("start", "read", "Emma")
    me.now = "2026-03-05T20:00:00Z"
    let early = await me.types("stop")
    #expect(early.exit == .refused)
    #expect(await me.types("status").exit == .done)
    me.now = "2026-03-05T21:30:00Z"
    #expect(await me.types("stop").exit == .done)
    #expect(try await me.reads("stats")["active_seconds"] as? Int == 1_800)
  }

  @Test func `18: a deleted book keeps its hours`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    await me.types("book", "delete", "Emma")
    #expect(try await me.reads("stats")["active_seconds"] as? Int == 3_600)
    #expect(try await me.lists("log").map { $0["title"] as? String } == ["Emma"])
    #expect(await me.types("book", "restore", "Emma").exit == .done)
    #expect(try await me.reads("book", "show", "Emma")["active_seconds"] as? Int == 3_600)
  }

  private static let header = "Book Id,Title,Author,ISBN13,Date Read,Date Added,Exclusive Shelf\n"

  private static func row(_ id: Int, _ title: String) -> String {
    "\(id),\(title),Jane Austen,,,2024/01/02,read\n"
  }
}

extension Person {
  /// Returns the `--json` output of a command as an object.
  func reads(_ words: String...) async throws -> [String: Any] {
    try #require(try await object(words) as? [String: Any])
  }

  /// Returns the `--json` output of a command as a list of objects.
  func lists(_ words: String...) async throws -> [[String: Any]] { try await lists(words) }

  func lists(_ words: [String]) async throws -> [[String: Any]] {
    try #require(try await object(words) as? [[String: Any]])
  }

  private func object(_ words: [String]) async throws -> Any {
    try JSONSerialization.jsonObject(with: Data(await types(words + ["--json"]).out.utf8))
  }
}
