import Cairn
import Testing

@testable import CairnCLI

@Suite struct `A time of day without a date` {
  @Test func `changes a session on its own day`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-01 20:00..22:00", "Emma", "--new")
    await me.types("edit", "last", "--end", "21:30")
    #expect(await me.types("log").out.contains("20:00–21:30"))
    await me.types("edit", "last", "--start", "19:30")
    #expect(await me.types("log").out.contains("19:30–21:30"))
    await me.types("split", "last", "--at", "20:30")
    let log = await me.types("log").out
    #expect(log.contains("19:30–20:30") && log.contains("20:30–21:30"))
  }

  @Test func `ends a session on the next day if necessary`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-01 23:00..23:50", "Emma", "--new")
    await me.types("edit", "last", "--end", "0:20")
    #expect(await me.types("log", "--json").out.contains("4800"))
  }
}

@Suite struct `An average of a period` {
  @Test func `counts the empty days from the start of the period`() async throws {
    let me = try Person()
    await me.types("track", "2025-01-01 20:00..21:00", "Emma", "--new")
    await me.types("track", "2026-03-04 20:00..21:04", "Emma")
    // 64 days from New Year to 5 March.
    #expect(await me.types("stats", "--year").out.contains("1m a day"))
    let months = await me.types("stats", "--by", "month", "--in", "2026").out
    #expect(["Jan", "Feb", "Mar"].allSatisfy(months.contains))
  }
}
