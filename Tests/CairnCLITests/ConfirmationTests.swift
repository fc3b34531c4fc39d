import Cairn
import Foundation
import Testing

@testable import CairnCLI

/// The local time is 22:00 on Thursday, 5 March 2026, in Berlin.
@Suite struct `A doubtful time` {
  @Test(arguments: ["22:40", "23:00", "9am", "09:59"])
  func `is confirmed if a session would begin half a day ago`(clock: String) async throws {
    let me = try Person()
    let asked = await me.types("start", "read", "Emma", "--at", clock)
    #expect(asked.exit == .usage && asked.err.contains("ago"), "\(asked.err)")
    #expect(await me.types("status").out.contains("Emma") == false)
  }

  @Test(arguments: ["yesterday 22:40", "2026-03-04 22:40", "10:01", "-13h"])
  func `is accepted with a date or if it is near`(time: String) async throws {
    let me = try Person()
    #expect(await me.types("start", "read", "Emma", "--at", time).exit == .done)
  }

  @Test func `that ends a session is the first after its start`() async throws {
    var me = try Person()
    me.now = "2026-03-04T22:00:00Z"  // 23:00
    await me.types("start", "read", "Emma")
    me.now = "2026-03-05T22:50:00Z"  // 23:50 the next day
    #expect(await me.types("stop", "--at", "23:40").out.contains("23:00–23:40"))
  }

  @Test func `that ends a session before its start refers to today`() async throws {
    var me = try Person()
    me.now = "2026-03-05T17:00:00Z"  // 18:00
    await me.types("start", "read", "Emma")
    me.now = "2026-03-05T18:00:00Z"
    let refused = await me.types("stop", "--at", "17:55")
    #expect(refused.err.contains("17:55") && refused.err.contains("before"), "\(refused.err)")
    #expect(!refused.err.contains("future"))
  }

  @Test func `that pauses or resumes is searched from the start`() async throws {
    var me = try Person()
    me.now = "2026-03-05T17:00:00Z"  // 18:00
    await me.types("start", "read", "Emma")
    me.now = "2026-03-05T21:00:00Z"
    await me.types("pause", "--at", "18:30")
    await me.types("resume", "--at", "19:00")
    #expect(await me.types("stop", "--at", "20:00").out.contains("1h 30m"))
  }

  @Test func `that makes a session longer than half a day is confirmed`() async throws {
    var me = try Person()
    me.now = "2026-03-04T08:00:00Z"
    await me.types("start", "read", "Emma")
    me.now = "2026-03-05T21:00:00Z"
    let asked = await me.types("stop", "--at", "today 9:00")
    #expect(asked.err.contains("would have run for 24h"), "\(asked.err)")
    #expect(await me.types("stop", "--at", "today 9:00", "--allow-long").out.contains("24h"))
  }

  @Test func `is confirmed in every command`() async throws {
    let me = try Person()
    let tracked = await me.types("track", "20:00-19:00", "Emma")
    #expect(tracked.err.contains("(23h 00m)") && tracked.err.contains("--allow-long"))
    #expect(await me.types("track", "20:00-19:00", "Emma", "--allow-long").exit == .done)
    await me.types("undo")
    await me.types("track", "2026-03-01 20:00-21:00", "Emma")
    #expect(await me.types("edit", "last", "--end", "19:30").err.contains("(23h 30m)"))
    #expect(await me.types("log", "--all").out.contains("20:00–21:00"))
  }
}

@Suite struct `A time typed for a session in another zone` {
  @Test func `uses the zone of the session, as the log shows it`() async throws {
    var me = try Person()
    me.zone = "Asia/Tokyo"
    await me.types("track", "2026-03-05 17:00..18:00", "Emma")
    me.zone = "Europe/Berlin"
    #expect(await me.types("edit", "last", "--end", "18:10").out.contains("17:00–18:10"))
    #expect(await me.types("edit", "last", "--start", "16:50").out.contains("16:50–18:10"))
    await me.types("split", "last", "--at", "17:30")
    let log = await me.types("log").out
    #expect(log.contains("16:50–17:30") && log.contains("17:30–18:10"), "\(log)")
    let moved = await me.types("move", "@1", "--to", "2026-03-05 20:00").out
    #expect(moved.contains("20:00–20:40"), "\(moved)")
    let long = await me.types("edit", "@1", "--end", "19:00").err
    #expect(long.contains("Thu 5 Mar 20:00 – Fri 6 Mar 19:00"), "\(long)")
  }

  @Test func `uses the zone of each end if they differ`() async throws {
    var me = try Person()
    (me.zone, me.now) = ("America/New_York", "2026-03-05T14:00:00Z")  // 9:00 local time
    await me.types("start", "read", "Emma")
    (me.zone, me.now) = ("Europe/Berlin", "2026-03-05T21:00:00Z")
    await me.types("stop", "--at", "21:00")
    (me.zone, me.now) = ("Asia/Tokyo", "2026-03-06T12:00:00Z")
    await me.types("edit", "last", "--start", "9:30")
    let edited = await me.types("edit", "last", "--end", "20:30").out
    #expect(edited.contains("5h 00m"), "\(edited)")
  }
}

@Suite struct `A doubtful title` {
  @Test(arguments: ["Middlmarch", "middelmarch", "Midlemarch", "Middlemarsh"])
  func `suggests the existing book`(typed: String) async throws {
    let me = try Person()
    await me.types("book", "add", "Middlemarch")
    let asked = await me.types("start", "read", typed)
    #expect(asked.err.contains("Did you mean “Middlemarch”") && asked.err.contains("--new"))
    #expect(await me.types("start", "read", typed, "--new").exit == .done)
  }

  @Test(arguments: [("Berserk 1", "Berserk 2"), ("Emma", "Anna"), ("It", "If"), ("1984", "1985")])
  func `is accepted for another volume or a short word`(known: String, typed: String) async throws {
    let me = try Person()
    await me.types("book", "add", known)
    #expect(await me.types("start", "read", typed).exit == .done)
  }

  @Test func `suggests the existing story`() async throws {
    let me = try Person()
    await me.types("story", "add", "The Moonstone")
    #expect(await me.types("start", "listen", "The Monstone").err.contains("The Moonstone"))
  }
}

@Suite struct `A doubtful page` {
  /// A log with three evenings of an hour in Emma, 40 pages each.
  private func reader() async throws -> Person {
    let me = try Person()
    for (day, page) in [(1, 40), (2, 80), (3, 120)] {
      await me.types("track", "2026-03-0\(day) 20:00-21:00", "Emma", "--page", "\(page)")
    }
    return me
  }

  @Test(arguments: ["2000", "460"])
  func `is confirmed above five times the usual pace`(page: String) async throws {
    var me = try await reader()
    await me.types("start", "read", "Emma", "--at", "-1h")
    let asked = await me.types("stop", "--page", page)
    #expect(asked.err.contains("usual pace") && asked.err.contains("--allow-fast"), "\(asked.err)")
    #expect(await me.types("status").out.contains("Emma"))
    me.now = "2026-03-05T21:01:00Z"
    #expect(await me.types("stop", "--page", page, "--allow-fast").exit == .done)
  }

  @Test func `is accepted if the book has a page count`() async throws {
    let me = try await reader()
    await me.types("book", "pages", "Emma", "2500")
    await me.types("start", "read", "Emma", "--at", "-1h")
    #expect(await me.types("stop", "--page", "2000").exit == .done)
  }

  @Test func `updates the next session when it is corrected`() async throws {
    let me = try await reader()
    await me.types("track", "2026-03-04 20:00-21:00", "Emma", "--page", "200")
    await me.types("edit", "@2", "--page", "130")
    let log = await me.types("log", "--all").out
    #expect(log.contains("   70  Emma") && log.contains("   50  Emma"), "\(log)")
    await me.types("undo")
    #expect(await me.types("log", "--all").out.contains("   80  Emma"))
  }

  @Test func `updates an open session as well`() async throws {
    let me = try await reader()
    await me.types("start", "read", "Emma", "--at", "-1h")
    await me.types("edit", "@2", "--page", "100")
    #expect(await me.types("stop", "--page", "110").out.contains("10 pages"))
  }
}

@Suite struct `A book on the shelf` {
  @Test(arguments: ["--owned", "--borrowed"])
  func `leaves the wishlist when it is owned or borrowed`(how: String) async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--status", "wishlist")
    #expect(await me.types("book", "edit", "Emma", how).out.contains("to read"))
  }

  @Test func `is at its end when finished, with or without a page count`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma", "--page", "40")
    await me.types("book", "status", "Emma", "read")
    #expect(await me.types("book", "show", "Emma").out.contains("100 %"))
    await me.types("book", "pages", "Emma", "300")
    #expect(await me.types("book", "show", "Emma").out.contains("100 %"))
  }
}

@Suite struct `A climb that is added twice` {
  @Test func `is confirmed within one session`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "-1h")
    await me.types("climb", "add", "The Roof", "V5", "--attempts", "2")
    let asked = await me.types("climb", "add", "the roof", "--sent")
    #expect(asked.err.contains("This session already has a climb"))
    #expect(await me.types("climb", "add", "The Roof", "V6").exit == .done)
    #expect(await me.types("climb", "add", "the roof", "--sent", "--new").exit == .done)
  }
}

@Suite struct `A session without counted pages` {
  @Test func `explains why`() async throws {
    let me = try Person()
    let list = me.scratch.path + "/list.csv"
    try "Title,Status\r\nDune,reading\r\n".write(toFile: list, atomically: true, encoding: .utf8)
    await me.types("import", list)
    await me.types("start", "read", "Dune", "--at", "-1h")
    let stopped = await me.types("stop", "--page", "40").out
    #expect(stopped.contains("pages not counted") && stopped.contains("--start-page"))
    #expect(await me.types("edit", "last", "--start-page", "10").out.contains("30 pages"))
  }
}

@Suite struct `A session of zero length` {
  @Test func `is refused if it had a duration before`() async throws {
    let me = try Person()
    await me.types("track", "18:00-19:00", "climb")
    #expect(await me.types("edit", "last", "--start", "19:00").exit != .done)
    #expect(await me.types("log").out.contains("18:00–19:00"))
    #expect(await me.types("track", "20:00-20:00", "climb", "--allow-short").exit != .done)
  }
}

@Suite struct `Redoing a change` {
  @Test func `does not delete a record that was changed since`() async throws {
    let me = try Person()
    await me.types("track", "18:00-19:00", "Emma")
    await me.types("delete", "last")
    await me.types("undo")
    await me.types("edit", "last", "--note", "kept")
    #expect(await me.types("redo").err.contains("was changed later"))
    #expect(await me.types("log").out.contains("18:00–19:00"))
  }
}

@Suite struct `A session shortened to make room` {
  @Test func `is named in the output and in the history`() async throws {
    let me = try Person()
    await me.types("track", "18:00-19:00", "Emma")
    let tracked = await me.types("track", "18:40-19:30", "Dune", "--adjust")
    #expect(tracked.out.contains("Trimmed:") && tracked.out.contains("18:00–18:40"))
    #expect(await me.types("history").out.contains("(trimmed “Emma”"))
  }
}

@Suite struct `A cancelled session` {
  @Test func `removes the book that it created`() async throws {
    let me = try Person()
    await me.types("start", "read", "Emma", "--author", "Jane Austen")
    await me.types("cancel")
    #expect(await me.types("shelf").out.contains("Emma") == false)
    await me.types("undo")
    #expect(await me.types("status").out.contains("Emma"))
    #expect(await me.types("shelf").out.contains("Emma"))
  }

  @Test func `removes the story that it created`() async throws {
    let me = try Person()
    await me.types("start", "listen", "Emma")
    await me.types("pause")
    await me.types("cancel")
    #expect(await me.types("stories").out.contains("Emma") == false)
  }

  @Test func `keeps a book with other data`() async throws {
    let me = try Person()
    await me.types("start", "read", "Emma")
    await me.types("pause")
    await me.types("book", "rate", "Emma", "4")
    await me.types("cancel")
    #expect(await me.types("shelf").out.contains("Emma"))
  }

  @Test func `keeps an older book unchanged`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma")
    let before = await me.types("shelf").out
    await me.types("start", "read", "Emma")
    await me.types("cancel")
    #expect(await me.types("shelf").out == before)
  }

  @Test func `restores the time that it had shortened`() async throws {
    let me = try Person()
    await me.types("track", "18:00-19:00", "Emma")
    await me.types("start", "read", "Dune", "--at", "18:40", "--adjust")
    await me.types("cancel")
    #expect(await me.types("log").out.contains("18:00–19:00"))
  }
}
