import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `The position of a tracked session` {
  @Test(arguments: [
    ("--percent", "42.5", "percent", 4_250), ("--location", "812", "location", 812),
  ])
  func `may be a location of an e-book`(option: String, value: String, unit: String, stored: Int)
    async throws
  {
    let me = try Person()
    #expect(await me.types("track", "20:00-21:00", "Emma", option, value).exit == .done)
    let end = try await me.lists("log").first?["end_position"] as? [String: Any]
    #expect(end?["unit"] as? String == unit && end?["value"] as? Int == stored)
    let book = try await me.reads("book", "show", "Emma")["position"] as? [String: Any]
    #expect(book?["value"] as? Int == stored)
  }

  @Test(arguments: [
    ["--page", "30", "--percent", "10"], ["--page", "30", "--pages", "10"],
    ["--percent", "30", "--pages", "10"],
  ])
  func `is given in one form only`(words: [String]) async throws {
    let me = try Person()
    let said = await me.types(["track", "20:00-21:00", "Emma"] + words)
    #expect(said.exit == .usage && said.err.contains("cannot be used together"))
    #expect(try await me.lists("shelf").isEmpty)
  }
}

@Suite struct `A page past the last one` {
  @Test(arguments: [
    ["stop", "--page", "700"], ["track", "19:00-20:00", "Emma", "--page", "700"],
    ["book", "page", "Emma", "700"], ["edit", "@2", "--page", "700"],
  ])
  func `is refused unless the page count is corrected with it`(words: [String]) async throws {
    let me = try Person()
    await me.types("track", "17:00-18:00", "Emma", "--page-count", "604", "--page", "30")
    await me.types("start", "read", "Emma", "--at", "21:00")
    let refused = await me.types(words)
    #expect(refused.exit == .refused)
    #expect(refused.err.contains("Check the number, or set the page count with --page-count"))
    #expect(await me.types(words + ["--page-count", "720"]).exit == .done)
    let book = try await me.reads("book", "show", "Emma")
    #expect(book["pages"] as? Int == 720)
    await me.types("undo")
    #expect(try await me.reads("book", "show", "Emma")["pages"] as? Int == 604)
  }
}

@Suite struct `Places and reasons` {
  @Test func `that differ only in case and spaces are one, as first written`() async throws {
    let me = try Person()
    await me.types("track", "18:00-19:00", "Emma", "--place", "Train")
    await me.types("track", "20:00-20:30", "Emma", "--place", " train ")
    await me.types("track", "21:00-21:10", "Emma", "--place", "Café")
    let rows = try await me.reads("stats", "--by", "place")["rows"] as? [[String: Any]] ?? []
    #expect(rows.map { $0["name"] as? String } == ["Train", "Café"])
    #expect(rows.map { $0["times"] as? Int } == [2, 1])
    #expect(await me.types("stats").out.contains("Train 1h 30m, Café 10m"))
  }

  @Test func `keep pairs of moods separate`() async throws {
    let me = try Person()
    await me.types("track", "18:00-19:00", "Emma", "--mood-before", "4")
    await me.types("track", "20:00-20:30", "Emma", "--mood-after", "4")
    #expect((try await me.reads("stats", "--by", "mood")["rows"] as? [Any])?.count == 2)
  }

  @Test func `behave like tags and shelves`() async throws {
    let me = try Person()
    for (title, name) in [("Emma", "Book club"), ("Dune", "book  CLUB")] {
      await me.types("book", "add", title, "--shelf", name, "--tag", name)
    }
    #expect(try await me.lists("shelves").map { $0["books"] as? Int } == [2])
    #expect(try await me.lists("tags").map { $0["name"] as? String } == ["Book club"])
  }
}

@Suite struct `A figure` {
  @Test func `has no mean for one week`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-03 20:00..21:00", "Emma")
    #expect(await me.types("stats", "--in", "this week").out.contains("average    20m a day\n"))
    #expect(!(await me.types("stats", "--today").out.contains("average")))
    await me.types("track", "2026-02-25 20:00..21:00", "Emma")
    #expect(await me.types("stats").out.contains(" a week\n"))
  }

  @Test func `names what a year excludes once`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--status", "read", "--page-count", "300")
    await me.types("book", "add", "Dune", "--status", "read")
    await me.types("book", "dates", "Dune", "--clear-finished")
    let said = await me.types("year").out
    #expect(said.components(separatedBy: "1 excluded: no finish date").count == 2)
  }

  @Test func `shows the given stars`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma")
    #expect(await me.types("book", "rate", "Emma", "4.5").out.hasSuffix("to read, 4.5 of 5\n"))
  }

  @Test func `explains why a finished book is in no goal`() async throws {
    let me = try Person()
    for (title, date) in [("Emma", "2026"), ("Dune", "")] {
      await me.types("book", "add", title, "--status", "read")
      await me.types("book", "dates", title, "--clear-finished")
      if !date.isEmpty { await me.types("book", "dates", title, "--finished", date) }
    }
    let said = await me.types("goal", "set", "books", "2", "--monthly").out
    #expect(said.contains("1 finished book is excluded: only a month or a year of finish known."))
    #expect(said.contains("1 finished book is excluded: no finish date."))
  }
}
