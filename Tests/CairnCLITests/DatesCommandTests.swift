import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Dating a book` {
  @Test func `shows dates as written, and counts days only between days`() async throws {
    let me = try Person()
    await me.types("book", "add", "Dune")
    let month = await me.types(
      "book",
      "dates",
      "Dune",
      "--started",
      "feb 2025",
      "--finished",
      "2025"
    )
    #expect(month.out == "Dates set: “Dune”, reading 1, started February 2025, finished 2025.\n")
    let day = await me.types("book", "dates", "Dune", "--started", "1 feb 2025")
    #expect(day.out == "Dates set: “Dune”, reading 1, started Sat 1 Feb 2025, finished 2025.\n")
    await me.types("book", "dates", "Dune", "--finished", "2025-02-18")
    let shown = await me.types("book", "show", "Dune").out
    #expect(
      shown.contains(
        "  started  Sat 1 Feb 2025\n  finished Tue 18 Feb 2025\n  days     17 days\n"
      )
    )
    await me.types("book", "dates", "Dune", "--finished", "2025-02-01")
    #expect(await me.types("book", "show", "Dune").out.contains("  days     in one day\n"))
  }

  @Test func `shows a start after it was started, and a finish after it was read`() async throws {
    var me = try Person()
    await me.types("book", "add", "Dune")
    let dates = { (text: String) in
      ["added", "started", "finished", "stopped", "days"].filter { text.contains("  \($0)") }
    }
    #expect(dates(await me.types("book", "show", "Dune").out) == ["added"])
    let expected = [
      ("reading", ["added", "started"]), ("read", ["added", "started", "finished", "days"]),
      ("to-read", ["added"]), ("reading", ["added", "started"]),
      ("did-not-finish", ["added", "started", "stopped"]), ("wishlist", ["added"]),
    ]
    for (minute, (status, names)) in expected.enumerated() {
      me.now = "2026-03-05T21:0\(minute):00Z"
      await me.types("book", "status", "Dune", status)
      #expect(dates(await me.types("book", "show", "Dune").out) == names, "\(status)")
    }
  }

  @Test(arguments: [
    (["--finished", "soon"], "usage.time"),
    (["--finished", "2026-03-06"], "reading.day_in_future"),
    (["--started", "2026-02", "--finished", "2026-01"], "reading.finish_before_start"),
    (["--started", "2026", "--clear-started"], "usage.value"),
    (["--reading", "2", "--started", "2026"], "reading.read_through_not_found"),
    (["--stopped", "2026"], "reading.date_not_applicable"),
  ])
  func `is refused with a code and changes nothing`(words: [String], code: String) async throws {
    let me = try Person()
    await me.types("book", "add", "Dune", "--status", "read")
    let before = await me.types("book", "show", "Dune", "--json").out
    let refused = await me.types(["book", "dates", "Dune", "--json"] + words)
    #expect(refused.err.contains("\"\(code)\""), "\(refused.err)")
    #expect(refused.exit != .done)
    #expect(await me.types("book", "show", "Dune", "--json").out == before)
  }

  @Test func `uses the day start hour for today`() async throws {
    var me = try Person()
    me.now = "2026-03-06T01:30:00Z"
    await me.types("config", "dayStartHour", "4")
    await me.types("book", "add", "Dune")
    let dated = await me.types("book", "dates", "Dune", "--finished", "today").out
    #expect(dated.contains("finished Thu 5 Mar 2026"))
    #expect(await me.types("book", "dates", "Dune", "--finished", "2026-03-06").exit == .refused)
  }

  @Test func `is one history entry that names the dates`() async throws {
    let me = try Person()
    await me.types("book", "add", "Dune")
    await me.types("book", "dates", "Dune", "--started", "2025", "--finished", "2025-03")
    await me.types("book", "dates", "Dune", "--clear-started")
    let titles = await me.types("history").out
    #expect(titles.contains("Dates of “Dune” edited: started 2025, finished March 2025"))
    #expect(titles.contains("Dates of “Dune” edited: start cleared"))
    await me.types("book", "dates", "Dune")
    #expect(await me.types("history").out == titles, "looking changes nothing")
  }
}

@Suite struct `Reading again` {
  @Test func `deletes a read-through and restores it by its ID`() async throws {
    let me = try Person()
    await me.types("book", "add", "Dune", "--status", "read")
    await me.types("book", "reread", "Dune", "--finished", "2010")
    let reread = await me.types("book", "reread", "Dune").out
    #expect(reread.contains("reading 3, started Thu 5 Mar 2026, open"))
    let all = await me.types("book", "readings", "Dune").out
    let deleted = await me.types("book", "reading", "Dune", "1", "--delete").out
    let hint = try #require(deleted.firstMatch(of: /Restore it with `cairn (.+)`/)?.1)
    #expect(await me.types("book", "readings", "Dune").out != all)
    #expect(await me.types("book", "readings", "Dune", "--deleted").out.contains("2010"))
    await me.types(hint.split(separator: " ").map(String.init))
    #expect(await me.types("book", "readings", "Dune").out == all)
  }

  @Test func `rates each read-through separately`() async throws {
    let me = try Person()
    await me.types("book", "add", "Dune", "--status", "read")
    await me.types("book", "reread", "Dune", "--finished", "2010")
    await me.types("book", "reading", "Dune", "1", "--rating", "3.25")
    await me.types("book", "reading", "Dune", "2", "--rating", "5")
    let table = await me.types("book", "readings", "Dune").out
    #expect(table.contains("3.25") && table.contains("     5"))
    await me.types("book", "reading", "Dune", "--rating", "none")
    #expect(
      await me.types("book", "reading", "Dune", "--json").out.contains("\"rating_quarters\":null")
    )
    for rating in ["0", "5.25", "4.1", "x", "-1", "4.5.0", ""] {
      let refused = await me.types("book", "reading", "Dune", "--rating=\(rating)")
      #expect(refused.exit == .usage, "\(rating)")
    }
  }

  @Test func `moves a session to another read-through`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Dune")
    await me.types("book", "reread", "Dune", "--finished", "2010")
    #expect(await me.types("edit", "last", "--reading", "1").exit == .done)
    let first = await me.types("book", "reading", "Dune", "1", "--json").out
    #expect(first.contains("\"sessions\":1"))
    #expect(await me.types("edit", "last", "--reading", "9").exit == .refused)
  }
}

@Suite struct `This day in earlier years` {
  @Test func `shows the 29th of February on the 28th in common years`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma")
    await me.types("book", "dates", "Emma", "--started", "2024-02-29", "--finished", "2024-02-29")
    await me.types("track", "2024-02-29 20:00..20:45", "Emma")
    let remembered = await me.types("today", "2026-02-28").out
    #expect(
      remembered == """
        28 February in earlier years
          2024  started “Emma”
                finished “Emma” in one day
                reading “Emma” 20:00–20:45, 45m

        """
    )
    #expect(await me.types("on-this-day", "2025-02-28").exit == .done)
    #expect(await me.types("today", "2026-03-01").exit == .refused)
    #expect(await me.types("today", "2024-02-29").exit == .refused)
  }

  @Test func `omits dates with an unknown day`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma")
    await me.types("book", "dates", "Emma", "--started", "2024", "--finished", "2024-03")
    let nothing = await me.types("today")
    #expect(nothing.out.hasPrefix("Nothing on 5 March in earlier years. `cairn log"))
    #expect(nothing.exit == .refused)
  }
}

@Suite struct `The timeline in the terminal` {
  @Test func `groups by month and counts entries without a date`() async throws {
    let me = try Person()
    for title in ["Dune", "Emma", "Ulysses"] {
      await me.types("book", "add", title, "--status", "read")
    }
    await me.types("book", "dates", "Dune", "--started", "2024", "--finished", "2025-03")
    await me.types("book", "dates", "Emma", "--started", "2025-03-09", "--finished", "2025-03-10")
    await me.types("book", "dates", "Ulysses", "--clear-started", "--clear-finished")
    #expect(
      await me.types("timeline").out == """
        2024
                  started “Dune”

        March 2025
                  finished “Dune”
          Sun  9  started “Emma”
          Mon 10  finished “Emma” after 1 day
          Mon 10  1 book finished

        1 book finished on an unknown date.

        """
    )
    #expect(await me.types("timeline", "--year", "2024").out == "2024\n          started “Dune”\n")
    #expect(await me.types("timeline", "--year", "2000").exit == .refused)
  }
}
