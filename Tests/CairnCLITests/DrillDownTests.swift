import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `The sessions behind a figure` {
  private func reader() async throws -> Person {
    let me = try Person()
    for hour in 10..<14 { await me.types("track", "\(hour):00-\(hour):30", "Emma", "--pages", "9") }
    await me.types("track", "15:00-15:30", "Emma")
    return me
  }

  @Test func `are the newest, with their number`() async throws {
    let me = try await reader()
    let few = await me.types("stats", "--why", "pace", "--limit", "2").out
    #expect(few.contains("4 sessions; showing the newest 2, use --all for all\n"))
    #expect(few.contains("1 excluded: no pages or no time\n"))
    #expect(few.contains("13:00–13:30") && !few.contains("11:00–11:30"))
    let all = await me.types("stats", "--why", "pace", "--all").out
    #expect(all.contains("10:00–10:30") && !all.contains("newest"))
  }

  @Test func `are limited in JSON too, with the full number`() async throws {
    let me = try await reader()
    let few = try await me.reads("stats", "--why", "pace", "--limit", "2")
    #expect(few["n"] as? Int == 4 && few["excluded"] as? Int == 1)
    #expect((few["sessions"] as? [String])?.count == 2)
    #expect((few["exclusions"] as? [[String: Any]])?.count == 1)
  }

  @Test func `of a forecast belong to books in progress`() async throws {
    let me = try await reader()
    await me.types("track", "16:00-16:30", "Dune", "--pages", "9", "--new")
    await me.types("book", "status", "Dune", "read")
    #expect(try await me.reads("forecast", "--why")["n"] as? Int == 4)
    #expect(try await me.reads("pace", "--why")["n"] as? Int == 5)
  }

  @Test func `of a forecast have percentages if the page count is unknown`() async throws {
    let me = try Person()
    for (day, percent) in [(1, "10"), (2, "20"), (3, "35"), (4, "40")] {
      await me.types("track", "2026-03-0\(day) 20:00..20:30", "Emma", "--percent", percent)
    }
    let said = await me.types("forecast").out
    #expect(said.contains("left       60 %") && said.contains("time left  3h 00m"), "\(said)")
    let forecast = try await me.lists("forecast")[0]
    #expect(forecast["percent_left_hundredths"] as? Int == 6_000)
    let why = try await me.reads("forecast", "--why")
    let time = try #require(forecast["time_left"] as? [String: Any])
    #expect(why["n"] as? Int == 3 && why["excluded"] as? Int == 1)
    #expect(time["n"] as? Int == 3 && time["excluded"] as? Int == 1)
    await me.types("book", "pages", "Emma", "500")
    #expect(await me.types("forecast").out.contains("0 of the 3 sessions needed, with pages"))
    #expect(try await me.reads("forecast", "--why")["n"] as? Int == 0)
  }

  @Test func `of the best hours began in them`() async throws {
    let me = try Person()
    for day in 10..<28 {
      let hour = day % 3 == 0 ? 7 : 20
      await me.types("track", "2026-02-\(day) \(hour):00..\(hour):30", "Emma")
    }
    let best = try await me.reads("pattern", "--why", "--limit", "3")
    #expect(best["n"] as? Int == 12 && (best["sessions"] as? [String])?.count == 3)
    #expect((try await me.reads("pattern", "--why")["sessions"] as? [String])?.count == 12)
  }
}

@Suite struct `A limit` {
  @Test func `keeps the first books and the latest days, and averages over all`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-03 20:00..21:00", "Emma")
    await me.types("track", "2026-03-04 20:00..20:30", "Dune", "--new")
    let books = try await me.reads("stats", "--by", "book", "--limit", "1")["rows"]
    #expect((books as? [[String: Any]])?.map { $0["name"] as? String } == ["Emma"])
    let days = try await me.reads("stats", "--by", "day", "--limit", "2")
    let rows = days["rows"] as? [[String: Any]] ?? []
    #expect(rows.map { $0["from"] as? String } == ["2026-03-04", "2026-03-05"])
    #expect((days["average"] as? [String: Any])?["active_seconds"] as? Int == 1_800)
    #expect(try await me.lists("shelf", "--limit", "1").count == 1)
    #expect(try await me.lists("shelf").count == 2)
  }

  @Test(arguments: ["log", "shelf", "history", "stats --by book", "search emma"])
  func `below one is refused`(command: String) async throws {
    let words = command.split(separator: " ").map(String.init)
    #expect(await (try Person()).types(words + ["--limit", "0"]).exit == .usage)
  }
}

@Suite struct `Every command that prints data` {
  @Test func `accepts --json`() {
    let all = Program.cairn.commands.flatMap { [$0] + $0.subcommands }
    let others = all.filter { !$0.printsJSON && $0.action != nil && !$0.isHidden }.map(\.name)
    #expect(others == ["watch", "serve", "healthcheck", "export", "restore", "completion", "man"])
  }

  @Test func `prints the deleted session as JSON`() async throws {
    let me = try Person()
    await me.types("track", "20:00-20:30", "Emma")
    #expect(try await me.reads("delete", "last")["title"] as? String == "Emma")
    await me.types("start", "read", "Emma", "--at", "21:00")
    #expect(try await me.reads("cancel")["active_seconds"] as? Int == 3_600)
    #expect(await me.types("goal", "--json").out == "[]\n")
  }
}
