import Testing

@testable import CairnCLI

@Suite struct `The list of sessions` {
  @Test(arguments: [
    ("2026-03-01 20:00..21:15", "20:00–21:15 "),
    ("2026-03-01 23:30..00:20", "23:30–00:20 "),
    ("2026-03-01 20:00..2026-03-04 20:00", "20:00 – Wed 4 Mar 20:00 "),
    ("2026-03-01 20:00..2026-03-02 20:00", "20:00 – Mon 2 Mar 20:00 "),
    ("2025-03-30 01:30..03:30", "01:30 (+01:00)–03:30 (+02:00) "),
    ("2025-10-26 01:30..03:30", "01:30 (+02:00)–03:30 (+01:00) "),
    ("2025-10-26 02:30..04:00", "02:30 (the first of two, +02:00)–04:00 (+01:00) "),
  ])
  func `distinguishes sessions with equal times of day`(range: String, told: String) async throws {
    let me = try Person()
    await me.types("track", range, "Emma", "--allow-long")
    #expect(await me.types("log").out.contains("  \(told)"))
  }

  @Test func `shows the end of a flight in the time zone of the arrival`() async throws {
    var me = try Person()
    await me.types("start", "read", "Emma", "--at", "15:00")
    me.zone = "America/New_York"
    let stopped = await me.types("stop", "--at", "15:30").out
    #expect(stopped.contains("Thu 5 Mar 15:00 (+01:00)–15:30 (-05:00), 6h 30m"))
    me.zone = "Europe/Berlin"
    #expect(await me.types("log").out.contains("  15:00 (+01:00)–15:30 (-05:00)  6h 30m"))
  }

  @Test func `shows positions other than pages, if any`() async throws {
    let me = try Person()
    await me.types("track", "10:00-11:00", "Dune", "--page", "50")
    #expect(await !me.types("log").out.contains("pages  to  "))
    for (time, place) in [("12:00", ["--percent", "42.5"]), ("14:00", ["--location", "1234"])] {
      await me.types("start", "read", "Emma", "--at", time)
      await me.types(["stop", "--at", time.prefix(2) + ":30"] + place)
    }
    let log = await me.types("log").out
    for place in ["42.5 %", "location 1234", "page 50"] { #expect(log.contains("  \(place)")) }
  }
}

@Suite struct `A slow reader` {
  @Test func `uses the singular for one page`() async throws {
    let me = try Person()
    await me.types("track", "10:00-10:30", "Dune", "--page", "5")
    let words = ["track", "11:00-12:00", "Dune", "--pages", "1"]
    #expect(await me.types(words).out.contains("  1 page to page 6, 1 page an hour\n"))
  }
}

@Suite struct `An empty log` {
  @Test func `is reported by every list`() async throws {
    let me = try Person()
    let history = await me.types("history")
    #expect(history.out == "No history yet.\n" && history.exit == .refused)
    #expect(await me.types("history", "--json").out == "[]\n")
  }
}
