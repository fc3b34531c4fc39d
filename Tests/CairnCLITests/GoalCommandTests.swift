import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `A streak on the command line` {
  @Test func `counts overlapping listening and climbing once`() async throws {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T21:00:00Z", "UTC")
    await me.types("track", "19:00-20:00", "climb")
    await me.types("track", "19:30-20:30", "listen", "Emma")
    let goal = await me.types("goal", "set", "minutes", "100", "--daily").out
    #expect(goal.contains("1h 30m  1h 40m") && goal.contains("10m left"), "\(goal)")
  }

  @Test func `is repaired by a late session, and broken by a deletion`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-03 20:00..21:00", "Emma")
    await me.types("track", "2026-03-05 20:00..21:00", "Emma")
    #expect(try await me.reads("streak")["current"] as? Int == 1)
    await me.types("track", "2026-03-04 20:00..21:00", "Emma")
    #expect(try await me.reads("streak")["current"] as? Int == 3)
    await me.types("delete", "@2")
    #expect(try await me.reads("streak")["current"] as? Int == 1)
  }

  @Test func `continues over a rest day, which is shown and can be removed`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-03 20:00..21:00", "Emma")
    await me.types("track", "2026-03-05 20:00..21:00", "Emma")
    let said = await me.types("streak", "rest", "yesterday").out
    #expect(said == "Rest day added: Wed 4 Mar. The streak is 2 days.\n")
    let why = await me.types("streak", "--why").out
    #expect(why.hasSuffix("adding to it.\n  Tue 3 Mar\n  Wed 4 Mar  rest day\n  Thu 5 Mar\n"))
    #expect(await me.types("streak", "rest").out == "Wed 4 Mar  rest day\n")
    await me.types("streak", "rest", "yesterday", "--remove")
    #expect(try await me.reads("streak")["current"] as? Int == 1)
    await me.types("undo")
    #expect(try await me.reads("streak")["current"] as? Int == 2)
  }

  @Test func `uses the settings, unless options override them`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-05 20:00..20:08", "Emma")
    await me.types("track", "2026-02-25 20:00..20:30", "Emma")
    await me.types("streak", "minimum", "10 minutes", "--from", "2026-02-25")
    #expect(try await me.reads("streak")["current"] as? Int == 0)
    #expect(try await me.reads("streak", "--minimum", "any")["current"] as? Int == 1)
    await me.types("config", "streakCadence", "weekly")
    await me.types("streak", "minimum", "10 minutes", "--from", "2026-02-25")
    let weekly = try await me.reads("streak")
    #expect(weekly["current"] as? Int == 1 && weekly["excluded"] as? Int == 1)
    #expect(weekly["current_days"] as? [String] == ["2026-02-23"])
    #expect(await me.types("streak", "minimum", "2 books").exit == .usage)
    #expect(await me.types("streak", "--minimum", "much").exit == .usage)
    #expect(await me.types("streak", "--daily", "--weekly").exit == .usage)
  }

  @Test func `keeps its days when the minimum rises, and gains none when it falls`() async throws {
    var me = try Person()
    await me.types("track", "2026-03-03 20:00..20:05", "Emma")
    await me.types("track", "2026-03-04 20:00..20:20", "Emma")
    await me.types("track", "2026-03-05 20:00..20:20", "Emma")
    let said = await me.types("streak", "minimum", "20 minutes").out
    #expect(said == "From Thu 5 Mar: at least 20 minutes each day. The streak is 3 days.\n")
    me.now = "2026-03-06T21:00:00Z"
    await me.types("track", "20:00-20:10", "Emma")
    #expect(try await me.reads("streak")["open_today"] as? Bool == true)
    me.now = "2026-03-07T21:00:00Z"
    await me.types("streak", "minimum", "10 minutes", "-q")
    await me.types("track", "20:00-20:10", "Emma")
    #expect(try await me.reads("streak")["current"] as? Int == 1, "the day before was not enough")
    #expect(
      try await me.lists("streak", "minimum").map { $0["from"] as? String ?? "" } == [
        "2026-03-05", "2026-03-07",
      ]
    )
  }

  @Test func `of weeks has its own minimums`() async throws {
    let me = try Person()
    let said = await me.types("streak", "minimum", "3 sessions", "--weekly").out
    #expect(said == "From Thu 5 Mar: at least 3 sessions each week. The streak is 0 weeks.\n")
    #expect(try await me.reads("streak")["minimum"] as? String == "any")
    #expect(try await me.reads("streak", "--weekly")["minimum"] as? String == "3 sessions")
    #expect(await me.types("streak", "minimum").out.contains("week  3 sessions  Thu 5 Mar\n"))
    #expect(await (try Person()).types("streak", "minimum").out == "Any tracked time counts.\n")
    #expect(await me.types("history").out.contains("Streak minimum set to 3 sessions each week"))
  }

  @Test func `does not break in Samoa on the skipped day`() async throws {
    var me = try Person()
    me.zone = "Pacific/Apia"
    me.now = "2011-12-31T08:00:00Z"
    await me.types("track", "2011-12-29 20:00..21:00", "Emma")
    await me.types("track", "2011-12-31 20:00..21:00", "Emma")
    let streak = try await me.reads("streak")
    #expect(streak["current"] as? Int == 2)
    #expect(streak["skipped_days"] as? [String] == ["2011-12-30"])
    me.zone = "Europe/Berlin"
    #expect(try await me.reads("streak")["current"] as? Int == 2, "wherever it is looked at")
  }
}

@Suite struct `A goal on the command line` {
  @Test func `shows what is done and what is due`() async throws {
    let me = try Person()
    await me.types("track", "20:00-20:20", "Emma", "--pages", "12")
    let set = await me.types("goal", "set", "minutes", "30", "--daily").out
    #expect(set.contains("minutes today   20m  30m  ████████░░░░  10m left\n"))
    await me.types("goal", "set", "books", "24", "--yearly")
    let goals = try await me.lists("goal", "list")
    #expect(goals.map { $0["due"] as? Int } == [30, 4])
    #expect(goals.map { $0["ahead"] as? Int } == [-10, -4])
  }

  @Test func `that is changed or removed keeps past days unchanged`() async throws {
    var me = try Person()
    await me.types("track", "20:00-20:20", "Emma")
    await me.types("goal", "set", "minutes", "15", "--daily")
    me.now = "2026-03-06T21:00:00Z"
    await me.types("goal", "set", "minutes", "60", "--daily")
    me.now = "2026-03-07T21:00:00Z"
    await me.types("goal", "remove", "minutes", "--daily")
    let past = try await me.lists("goal", "show", "minutes", "--daily")
    #expect(past.map { $0["target"] as? Int } == [60, 15])
    #expect(past.map { $0["met"] as? Bool } == [false, true])
    #expect(await me.types("goal", "list").exit == .refused)
    #expect(await me.types("goal", "remove", "minutes", "--daily").err.contains("There is no"))
  }

  @Test(arguments: [
    (["set", "minutes", "30"], ExitCode.usage), (["set", "minutes", "0", "--daily"], .refused),
    (["set", "cups", "3", "--daily"], .usage), (["show", "pages", "--weekly"], .refused),
  ])
  func `that is impossible is refused`(words: [String], exit: ExitCode) async throws {
    #expect(await (try Person()).types(["goal"] + words).exit == exit)
  }
}

@Suite struct `Looking back` {
  private func reader() async throws -> Person {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "100")
    await me.types("track", "2026-03-02 20:00..20:25", "Emma", "--page", "30")
    await me.types("track", "2026-03-05 20:00..21:10", "Emma", "--page", "100")
    await me.types("streak", "rest", "2026-03-03", "-q")
    return me
  }

  @Test func `at a month shows every day, without colour and within 80 columns`() async throws {
    let me = try await reader()
    let out = await me.types("calendar").out
    #expect(out.contains("Time in March 2026\nMon       Tue       Wed"))
    #expect(out.contains(" 2         3 rest    4         5 today"))
    #expect(
      out.contains("· none   ░ ≤ 10m") && out.contains(" *  ") && out.contains("   * rest day")
    )
    let sum = "1h 35m on 2 of 5 days. 1 rest day. Best day: 1h 10m, Thu 5 Mar 2026.\n"
    #expect(out.hasSuffix(sum))
    #expect(out.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(!out.contains("\u{1B}"))
  }

  @Test(arguments: ["2026", "2026-03", "march", "mar 2026"])
  func `accepts common forms of a month or a year`(period: String) async throws {
    let days = try await reader().reads("calendar", period)["days"] as? [[String: Any]]
    #expect(days?.count == (period == "2026" ? 365 : 31))
    #expect(days?.compactMap { $0["value"] as? Int }.reduce(0, +) == 95)
  }

  @Test(arguments: ["13", "2026-13", "soon", "march april", "20260"])
  func `refuses anything else`(period: String) async throws {
    #expect(await (try Person()).types("calendar", period).exit == .usage)
  }

  @Test func `prints the same numbers as text, table, JSON and SVG`() async throws {
    let me = try await reader()
    let table = await me.types("chart", "days", "march", "--table").out
    #expect(table.contains("Mon 2 Mar 2026        25\n"))
    #expect(table.contains("Thu 5 Mar 2026        70\n"))
    let points = try await me.reads("chart", "days", "march")["points"] as? [[String: Any]]
    #expect(points?.compactMap { $0["value"] as? Int }.filter { $0 > 0 } == [25, 70])
    let svg = await me.types("chart", "days", "march", "--svg", "-").out
    #expect(svg.contains("<title>Mon 2 Mar 2026: 25m</title>"))
    #expect(svg.contains("<title>Thu 5 Mar 2026: 1h 10m so far</title>"))
    #expect(await me.types("chart", "days", "march").out.contains("5 Mar   1h 10m  ███"))
  }

  @Test func `draws to a new file, and overwrites none`() async throws {
    let me = try await reader()
    let file = me.scratch.path + "/year.svg"
    #expect(await me.types("calendar", "2026", "--svg", file).exit == .done)
    let drawn = try String(contentsOfFile: file, encoding: .utf8)
    #expect(drawn.hasPrefix("<svg xmlns=") && drawn.hasSuffix("</svg>\n"))
    #expect(await me.types("chart", "weeks", "--svg", file).err.contains("already exists"))
  }

  @Test func `at a year of books shows progress toward the goal`() async throws {
    let me = try await reader()
    await me.types("goal", "set", "books", "12", "--yearly", "-q")
    let chart = try await me.reads("chart", "total", "--measure", "books")
    #expect((chart["summary"] as? String)?.hasSuffix("1 book behind.") == true)
    let text = await me.types("chart", "total", "--measure", "books").out
    #expect(text.contains("what the goal asks for"))
  }

  @Test func `dates milestones by the day they were reached`() async throws {
    let me = try await reader()
    let json = try await me.reads("milestones")
    let reached = json["reached"] as? [[String: Any]] ?? []
    let told = Set(reached.map { "\($0["kind"] ?? "") \($0["reached"] ?? "")" })
    #expect(told == ["hours 2026-03-05", "sessions 2026-03-02", "books 2026-03-05"])
    #expect(await me.types("milestones").out.contains("First book     Thu 5 Mar\n"))
  }

  @Test func `names an idle book until it is continued`() async throws {
    var me = try Person()
    await me.types("start", "read", "Emma", "--new")
    me.now = "2026-03-05T22:00:00Z"
    await me.types("stop")
    me.now = "2026-04-20T21:00:00Z"
    let nudge = await me.types("nudges")
    #expect(nudge.exit == .done && nudge.out.contains("Emma  Thu 5 Mar  for 46 days"))
    await me.types("track", "20:00-20:30", "Emma")
    #expect(await me.types("nudges").exit == .refused)
  }
}
