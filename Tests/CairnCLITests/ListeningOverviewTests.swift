import Cairn
import Testing

@testable import CairnCLI

@Suite struct `Listening statistics on the command line` {
  private func listener() async throws -> Person {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T21:00:00Z", "Europe/Berlin")
    await me.types("track", "7:00-8:00", "listen", "Emma", "--completed", "--new")
    await me.types("track", "20:00-20:30", "listen", "Persuasion", "--partial", "--new")
    await me.types("track", "yesterday 20:00-20:30", "listen", "Emma", "--completed")
    return me
  }

  @Test func `equal those of the page`() async throws {
    let me = try await listener()
    let told = await me.types("listening").out
    #expect(
      told.hasPrefix(
        """
        stories          1 finished, 1 in progress
        listening time   2h 00m, 30m of it unfinished
        streak           2 days, longest 2
        favourites       0
        completion       50 % of started stories
        unfinished       1 unknown
        per story        1.5 sessions
        usual start      20:00, evening
        most listened    Emma, 2 plays

        Listening per day

        """
      ),
      "\(told)"
    )
    #expect(told.contains("Listening time covers all sessions."))
  }

  @Test(arguments: [("week", 7), ("month", 30), ("year", 53), ("all", 1)])
  func `are drawn by day or week`(range: String, points: Int) async throws {
    let me = try await listener()
    let json = try JSON(
      parsing: Array(await me.types("listening", "--range", range, "--json").out.utf8)
    )
    guard case .array(let all)? = json["chart"]?["points"] else {
      Issue.record("no points: \(json.text)")
      return
    }
    #expect(range == "all" ? all.count < 8 : all.count == points, "\(range): \(all.count)")
    #expect(
      json["completed_seconds"] == .integer(5_400) && json["partial_seconds"] == .integer(1_800)
    )
    #expect(json["preferred_hour"] == .integer(20))
  }

  @Test func `are empty in an empty log`() async throws {
    let me = try Person()
    let told = await me.types("listening")
    #expect(told.exit == .refused)
    #expect(await me.types("listening", "hours").exit == .refused)
    #expect(await me.types("listening", "--why", "completion").exit == .refused)
  }

  private static let begun = [7, 7, 7, 9, 20, 20, 23]

  /// A log with sessions at distinct hours, and stories left at distinct positions.
  private func listenerOfManyStories() async throws -> Person {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T21:00:00Z", "Europe/Berlin")
    for (number, hour) in Self.begun.enumerated() {
      let when = "2026-03-0\(number % 3 + 1) \(hour):00..\(hour):30"
      await me.types(["track", when, "listen", "Story \(number)", "--new", "--partial"])
    }
    for number in 0...2 {
      await me.types("story", "edit", "Story \(number)", "--length", "2:00:00")
    }
    await me.types("track", "2026-03-04 20:00..20:30", "listen", "Story 3", "--completed")
    return me
  }

  @Test func `count the hours at which sessions began, as text, table and SVG`() async throws {
    let me = try await listenerOfManyStories()
    let all = Self.begun + [20]
    let counts = (0..<24).map { hour in Int64(all.count { $0 == hour }) }
    let json = try JSON(parsing: Array(await me.types("listening", "--json").out.utf8))
    #expect(json["hours"] == .array(counts.map { .integer($0) }))
    let table = await me.types("listening", "hours", "--table").out.split(separator: "\n")
      .dropFirst()
    let rows = table.map { $0.split(separator: " ").map { String($0) } }
    #expect(rows == counts.enumerated().map { [$0 < 10 ? "0\($0):00" : "\($0):00", "\($1)"] })
    let text = await me.types("listening").out
    for (hour, count) in counts.enumerated() where (7...23).contains(hour) {
      let name = hour < 10 ? "0\(hour):00" : "\(hour):00"
      #expect(text.contains("\n\(name)  \(count > 0 ? "\(count)  █" : "·")"), "\(text)")
    }
    #expect(!text.contains("\n06:00") && text.contains("Start times\n"))
    let picture = await me.types("listening", "hours", "--svg", "-").out
    #expect(picture.hasPrefix("<svg") && picture.contains("20:00: 3 sessions"))
  }

  @Test func `show how far each story was heard, and where others were left`() async throws {
    let me = try await listenerOfManyStories()
    let json = try JSON(parsing: Array(await me.types("listening", "--json").out.utf8))
    // Three stories of two hours stopped after half an hour, one is finished, three are unknown.
    #expect(json["drop_off"] == .array([0, 0, 3, 0, 0, 0, 0, 0, 0, 0].map { .integer($0) }))
    #expect(json["drop_off_unknown"] == .integer(3))
    #expect(json["completion_hundredths"] == .integer(10_000 / 7))
    guard case .array(let stories)? = json["stories"] else { return #expect(Bool(false)) }
    let shares = stories.map { $0["listened_hundredths"] ?? .null }
    #expect(shares == [.null, .null, .null] + [2_500, 2_500, 2_500, 10_000].map { .integer($0) })
    let text = await me.types("listening").out
    #expect(
      text.contains("\nunfinished       3 at 20 to 30 %, 3 unknown\n"),
      "\(text)"
    )
    let chart = await me.types("listening", "finished").out
    #expect(
      chart.contains("\n20 to 30 %   3  █") && chart.contains("\nfinished     1  █"),
      "\(chart)"
    )
    let why = await me.types("listening", "--why", "drop_off").out
    #expect(
      why.contains("3 excluded: unknown progress") && why.contains("1 excluded: finished")
    )
    let told = try JSON(
      parsing: Array(await me.types("listening", "--why", "drop_off", "--json").out.utf8)
    )
    #expect(told["n"] == .integer(3) && told["excluded"] == .integer(4))
    #expect(await me.types("story", "show", "Story 1").out.contains("position     25 %"))
    let sessions = await me.types("listening", "--why", "sessions").out
    #expect(sessions.split(separator: "\n").count { $0.contains("Story ") } == 8, "\(sessions)")
  }

  @Test(arguments: [["listening", "hours", "--range", "year"], ["listening", "--why", "pace"]])
  func `refuse a useless option`(words: [String]) async throws {
    let me = try await listenerOfManyStories()
    #expect(await me.types(words).exit == .usage)
  }

  @Test func `include ten milestones, with the day or the progress`() async throws {
    let me = try await listener()
    let table = await me.types("milestones").out
    let told = table.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    #expect(told.contains("First story Wed 4 Mar"), "\(told)")
    #expect(told.contains("First hour of listening Thu 5 Mar"), "\(told)")
    #expect(told.contains("5 stories 1 story"), "\(told)")
    // The names are distinct.
    #expect(told.contains("First hour Thu 5 Mar"), "\(told)")
    #expect(!(await me.types("milestones", "--kind", "reading").out.contains("First story")))
    let json = try JSON(parsing: Array(await me.types("milestones", "--json").out.utf8))
    guard case .array(let all)? = json["listening"] else { return }
    #expect(all.count == 10)
    #expect(all.first { $0["name"] == .string("STORIES_5") }?["percentage"] == .integer(20))
    #expect(all.first { $0["name"] == .string("STREAK_7") }?["value"] == .integer(2))
  }
}

@Suite struct `Webhooks on the command line` {
  @Test func `are created, listed with pending events, and removed`() async throws {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T21:00:00Z", "UTC")
    let made = await me.types("webhook", "add", "http://127.0.0.1:9/hook")
    #expect(made.out.hasSuffix("=\n") && made.out.contains("whsec_"), "\(made)")
    await me.types("track", "7:00-7:30", "listen", "Emma", "--completed", "--new")
    let list = await me.types("webhook", "list").out
    #expect(list.contains("http://127.0.0.1:9/hook\n"), "\(list)")
    for one in ["story", "session"] {
      #expect(list.contains("  First \(one): waiting\n"), "\(list)")
    }
    #expect(!list.contains("whsec_"))
    let id = String(list.prefix(6))
    #expect(await me.types("webhook", "test", id).exit == .unreachable)
    #expect(await me.types("webhook", "remove", id).exit == .done)
    #expect(await me.types("webhook", "list").exit == .refused)
    #expect(await me.types("webhook", "remove", id).exit == .refused)
  }

  @Test func `are refused for an invalid address`() async throws {
    let me = try Person()
    #expect(await me.types("webhook", "add", "example.org").exit == .refused)
  }
}
