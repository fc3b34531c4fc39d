import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `A confirmation` {
  @Test func `shows start and duration`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma")
    #expect(await me.types("start", "read", "Emma").out.hasSuffix(", Thu 5 Mar 22:00.\n"))
    await me.types("cancel")
    let started = await me.types("start", "read", "Emma", "--at", "21:30").out
    #expect(started == "Started reading “Emma”, Thu 5 Mar 21:30, 30m so far.\n")
    let paused = await me.types("pause", "--at", "21:40").out
    #expect(paused == "Paused reading “Emma”, Thu 5 Mar 21:40, 10m so far.\n")
    let status = await me.types().out
    #expect(status == "reading “Emma”, 10m so far, paused since Thu 5 Mar 21:40\n")
  }

  @Test(arguments: [
    ("20:00-21:00", "Thu 5 Mar 20:00–21:00, 1h 00m"),
    ("yesterday 23:30-00:10", "Wed 4 Mar 23:30 – Thu 5 Mar 00:10, 40m"),
  ])
  func `shows both ends of a session`(range: String, told: String) async throws {
    let tracked = try await Person().types("track", range, "Emma").out
    #expect(tracked.contains("Tracked: “Emma”, \(told) ("))
  }

  @Test func `uses the singular for one day`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma", "--pages", "30")
    #expect(await me.types("streak").out == "current  1 day\nlongest  1 day\n")
    #expect(await me.types("stats").out.contains("1h 00m on 1 day\n"))
    #expect(await me.types("stats").out.contains("30 pages an hour, from 1 session\n"))
    #expect(await me.types("book", "show", "Emma").out.contains("1h 00m in 1 session, 30 pages\n"))
  }

  @Test func `shows imported instants in local time`() async throws {
    let report = try await Person().types("import", "koreader", Person.foreign, "--dry-run")
    #expect(report.out.contains("  + Crime and Punishment, Sat 15 Feb 2025 19:16\n"))
    #expect(report.out.contains("2 added (1 book, 1 session), 0 changed, 0 unchanged.\n"))
  }

  @Test func `has no progress bar for a quick command`() async throws {
    var me = try Person()
    me.columns = 80
    #expect(await me.types("import", "koreader", Person.foreign).err == "")
  }
}

@Suite struct `Stopping a session` {
  @Test func `before its pause is refused, not ignored`() async throws {
    let me = try Person()
    await me.types("start", "read", "Emma", "--at", "19:00")
    await me.types("pause", "--at", "21:00")
    let early = await me.types("stop", "--at", "20:00")
    #expect(early.exit == .refused)
    #expect(early.err.contains("Thu 5 Mar 20:00 is before Thu 5 Mar 21:00"))
    #expect(await me.types("stop", "--at", "21:30").out.contains("19:00–21:00, 2h 00m"))
  }

  @Test func `beyond 100 percent quotes the typed percentage`() async throws {
    let me = try Person()
    await me.types("start", "read", "Emma", "--at", "19:00")
    let slip = await me.types("stop", "--percent", "101.5")
    #expect(slip.err.contains("a number from 0 to 100, with two decimals at most, not “101.5”"))
  }
}

@Suite struct `A traveller` {
  @Test func `sees reading dated tomorrow in local time`() async throws {
    var me = try Person()
    me.zone = "Asia/Tokyo"
    #expect(await me.types("track", "05:00-05:50", "Emma").out.contains("Fri 6 Mar"))
    me.zone = "America/New_York"
    #expect(await me.types("stats").out.contains("50m on 1 day\n"))
    #expect(await me.types("streak").out == "current  1 day\nlongest  1 day\n")
  }
}

@Suite struct `Merging an exported log` {
  @Test func `makes a backup first, only if there is something new`() async throws {
    let (me, other) = (try Person(), try Person())
    await other.types("track", "18:00-19:00", "Emma")
    try me.scratch.write(await other.types("export").out, to: "export.ndjson")
    let file = me.scratch.path + "/export.ndjson"
    await me.types("track", "20:00-21:00", "Dune")
    let backups = me.scratch.path + "/log/backups"
    await me.types("import", file, "--dry-run")
    #expect(!FileManager.default.fileExists(atPath: backups))
    #expect(await me.types("import", "cairn", file).exit == .done)
    #expect(await me.types("import", file).out.contains("Imported 0 records and 0 mutations"))
    let kept = try FileManager.default.contentsOfDirectory(atPath: backups)
    #expect(kept.count == 1)
    #expect(await me.types("log").out.contains("Emma"))
    #expect(await me.types("restore", backups + "/" + (kept.first ?? "")).exit == .done)
    #expect(await !me.types("log").out.contains("Emma"))
    #expect(await me.types("log").out.contains("Dune"))
  }
}

@Suite struct `Merging as JSON` {
  @Test func `prints exactly one object`() async throws {
    let (me, other) = (try Person(), try Person())
    await other.types("track", "18:00-19:00", "Emma")
    try me.scratch.write(await other.types("export").out, to: "export.ndjson")
    let joined = await me.types("import", me.scratch.path + "/export.ndjson", "--json")
    #expect(joined.out.hasPrefix("{") && joined.out.hasSuffix("}\n"))
  }
}

@Suite struct `A list of sessions` {
  /// Returns the number of rows without the heading and the totals.
  private static func rows(_ text: String) -> Int {
    text.split(separator: "\n").dropFirst().count { !$0.contains("  total  ") }
  }

  @Test func `reports how many sessions are not shown`() async throws {
    let me = try Person()
    for minute in 10..<61 {
      await me.types(
        "track",
        "2026-03-0\(minute % 4 + 1) \(minute / 4):00..\(minute / 4):10",
        "Emma"
      )
    }
    let log = await me.types("log")
    #expect(Self.rows(log.out) == 50)
    #expect(log.err == "Showing the newest 50. Use --limit N for more, or --all.\n")
    #expect(await me.types("log", "--limit", "2").err == "")
    #expect(await Self.rows(me.types("log", "--all").out) == 51)
    #expect(await Self.rows(me.types("log", "--limit", "51").out) == 51)
    #expect(await me.types("history", "--json").err.hasPrefix("Showing the newest 50"))
  }

  @Test func `puts books in progress first`() async throws {
    let me = try Person()
    for (title, status) in [("A", "read"), ("B", "wishlist"), ("C", "reading")] {
      await me.types("book", "add", title, "--status", status)
    }
    let titles = await me.types("shelf").out.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(titles.dropFirst().map { $0[1] } == ["reading", "wishlist", "read"])
  }
}

@Suite struct `Starting to read` {
  @Test func `in the middle of a book counts from that page`() async throws {
    let me = try Person()
    await me.types("start", "read", "Emma", "--start-page", "180", "--at", "21:00")
    let stopped = await me.types("stop", "--page", "212").out
    #expect(stopped.contains("32 pages to page 212, 32 pages an hour"))
    #expect(await me.types("history").out.split(separator: "\n").count == 3)
  }

  @Test func `reports unused options for a new book`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "474")
    let again = await me.types("start", "read", "Emma", "--author", "Jane", "--page-count", "480")
    #expect(again.err.contains("so --author was ignored."))
    #expect(await me.types("book", "show", "Emma").out.contains("480 pages"))
  }
}

@Suite struct `A mistake` {
  @Test(arguments: [
    (["start", "read", " "], "reading.title_missing"),
    (["track", "20:00-21:00", ""], "reading.title_missing"),
    (["stats", "--week", "--year"], "usage.period"),
  ])
  func `is refused by its name`(words: [String], code: String) async throws {
    let me = try Person()
    await me.types("book", "add", "Emma")
    let slip = await me.types(words + ["--json"])
    #expect(slip.err.hasPrefix(#"{"code":"\#(code)","#))
  }

  @Test func `of adding a book twice is reported`() async throws {
    let me = try Person()
    #expect(await me.types("book", "add", "Emma").err == "")
    let again = await me.types("book", "add", "emma")
    #expect(again.err.hasPrefix("Note: a book with a similar title already exists: “Emma” ("))
    #expect(again.err.contains("`cairn book merge "))
    #expect(again.exit == .done)
  }

  @Test(arguments: [
    ["edit", "last"], ["split", "last"], ["move", "last"],
  ])
  func `of changing nothing is refused`(words: [String]) async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let slip = await me.types(words[0], words[1], "--json")
    #expect(slip.err.hasPrefix(#"{"code":"usage.missing","#))
    #expect(slip.exit == .usage)
  }

  @Test func `in a time is answered with examples that work as typed`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let slip = await me.types("edit", "last", "--start", "soon")
    #expect(slip.err.hasSuffix("2026-01-05 18:00 or 2026-01-05T18:00:00Z.\n"))
  }

  @Test(arguments: ["99999999999999999", "9223372036854775807", "10001", "42.555", "0.001"])
  func `in a percentage leaves the session open`(percent: String) async throws {
    let me = try Person()
    await me.types("start", "read", "Emma", "--at", "21:30")
    let slip = await me.types("stop", "--percent", percent)
    #expect(slip.exit == .usage)
    #expect(slip.err.contains("from 0 to 100, with two decimals at most, not “\(percent)”"))
    #expect(await me.types("stop", "--percent", "42.55").exit == .done)
  }

  @Test func `in a setting's name is refused`() async throws {
    let slip = try await Person().types("config", "dayStart", "--json")
    #expect(slip.err.hasPrefix(#"{"code":"setting.unknown","#))
    #expect(slip.out == "")
  }
}

@Suite struct `A reset system clock` {
  @Test(arguments: ["streak", "stats"])
  func `does not prevent statistics`(command: String) async throws {
    var me = try Person()
    me.now = "1970-01-01T00:00:00Z"
    #expect(await me.types(command).exit == .done)
  }
}

@Suite struct `An undone import` {
  @Test func `can be redone and undone again`() async throws {
    let me = try Person()
    for _ in 0..<3 {
      #expect(await me.types("import", Person.foreign).out.contains("2 added"))
      #expect(await me.types("undo").out == "Undone: Imported 1 session from KOReader.\n")
      #expect(await me.types("shelf").out == "No books.\n")
    }
  }
}

@Suite struct `Restoring a backup` {
  @Test func `replaces the log, and keeps the previous one`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    let backup = me.scratch.path + "/backup.sqlite"
    #expect(await me.types("backup", backup).exit == .done)
    await me.types("delete", "last")
    #expect(await me.types("log").out == "No sessions.\n")
    #expect(await me.types("restore", backup).exit == .done)
    #expect(await me.types("log").out.contains("Emma"))
    let kept = try FileManager.default.contentsOfDirectory(atPath: me.scratch.path + "/log/backups")
    #expect(kept.count == 1)
  }

  @Test func `keeps the new copy though the clock was set back`() async throws {
    var me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    await me.types("backup")
    me.now = "2026-03-04T21:00:00Z"
    let said = await me.types("backup", "--keep", "1").out
    let path = try #require(said.split(separator: " ").last).dropLast(2)
    #expect(said.hasPrefix("Backed up to ") && FileManager.default.fileExists(atPath: "\(path)"))
  }

  @Test func `refuses an invalid file and leaves the log unchanged`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    try me.scratch.write("no database", to: "text")
    for file in [Person.foreign, me.scratch.path + "/text", me.scratch.path + "/nothing"] {
      #expect(await me.types("restore", file).exit == .badInput)
    }
    #expect(await me.types("log").out.contains("Emma"))
  }
}
