import Cairn
import Foundation
import Testing

@testable import CairnCLI

/// Defects of other apps in sessions and statistics (spec/reading.md 2.14), tested at the command line.
@Suite struct `Known defects of other reading logs` {
  // D3
  @Test func `deleting a session keeps its book, and deleting a book its sessions`() async throws {
    let me = try Person()
    await me.types("track", "18:00-19:00", "Emma", "--page", "30")
    await me.types("track", "20:00-21:00", "Emma", "--page", "60")
    await me.types("delete", "last")
    #expect(try await me.lists("shelf").map { $0["title"] as? String } == ["Emma"])
    await me.types("book", "delete", "Emma")
    #expect(try await me.lists("log").count == 1)
  }

  // D5
  @Test func `a limit returns only the newest`() async throws {
    let me = try Person()
    for hour in [18, 20, 16] { await me.types("track", "\(hour):00-\(hour):30", "Emma") }
    let starts = try await me.lists("log", "--limit", "2").map { $0["started_at"] as? String }
    #expect(starts == ["2026-03-05T19:00:00Z", "2026-03-05T17:00:00Z"])
  }

  // D6
  @Test func `a refused start leaves neither a session nor a book`() async throws {
    let me = try Person()
    #expect(await me.types("start", "read", "Emma", "--at", "23:30", "--mood", "9").exit == .usage)
    #expect(await me.types("start", "read", "Emma", "--at", "2026-03-06 09:00").exit == .refused)
    #expect(await me.types("status").exit == .refused)
    #expect(try await me.lists("shelf").isEmpty)
  }

  // D7
  @Test func `a book deleted with its open session leaves none behind`() async throws {
    let me = try Person()
    await me.types("start", "read", "Emma", "--at", "21:00")
    #expect(await me.types("book", "delete", "Emma").exit == .refused)
    #expect(await me.types("status").exit == .done)
    #expect(await me.types("book", "delete", "Emma", "--yes").exit == .done)
    #expect(await me.types("status").exit == .refused)
    #expect(await me.types("start", "read", "Dune").exit == .done)
    #expect(await me.types("cancel").exit == .done)
  }

  // D9, D10
  @Test func `a session of seconds is stored unchanged, and mentioned`() async throws {
    var me = try Person()
    await me.types("start", "read", "Emma")
    me.now = "2026-03-05T21:00:02Z"
    let short = await me.types("stop")
    #expect(short.exit == .done && short.out.contains("That was only 2 seconds."), "\(short.out)")
    #expect(short.out.contains("cairn delete last"))
    await me.types("undo")
    #expect(await me.types("status").exit == .done)
    #expect(try await me.reads("stop", "--allow-short")["active_seconds"] as? Int == 2)
  }

  // D11
  @Test func `a session begins at the book's position, and moves it to its end`() async throws {
    let me = try Person()
    await me.types("book", "page", "Emma", "20")
    await me.types("track", "18:00-18:30", "Emma", "--page", "20")
    await me.types("start", "read", "Emma", "--at", "21:00")
    let ended = try await me.reads("stop", "--page", "50")
    #expect((ended["start_position"] as? [String: Any])?["value"] as? Int == 20)
    let book = try await me.reads("book", "show", "Emma")["position"] as? [String: Any]
    #expect(book?["value"] as? Int == 50)
  }

  // D12
  @Test func `a session over midnight is listed on its first day`() async throws {
    let me = try Person()
    await me.types("track", "yesterday 23:30-00:20", "Emma")
    let session = try #require(try await me.lists("log").first)
    #expect(session["day"] as? String == "2026-03-04")
    #expect(session["ended_at"] as? String == "2026-03-04T23:20:00Z")
  }

  // D15
  @Test func `a session that begins at midnight is on one day`() async throws {
    let me = try Person()
    await me.types("track", "2026-03-05 00:00..00:30", "Emma")
    let rows = try await me.reads("stats", "--by", "day")["rows"] as? [[String: Any]] ?? []
    #expect(rows.map { $0["from"] as? String ?? "" } == ["2026-03-05"])
    let february = try await me.reads("stats", "--in", "2026-03-04")
    #expect(february["sessions"] as? Int == 0 && february["active_seconds"] as? Int == 0)
  }

  // D21, D22, D23
  @Test func `an ended session is in the book and in every figure at once`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "100")
    await me.types("start", "read", "Emma", "--at", "21:00")
    #expect(await me.types("stop", "--page", "30").exit == .done)
    let book = try await me.reads("book", "show", "Emma")
    #expect(book["sessions"] as? Int == 1 && book["pages_read"] as? Int == 30)
    #expect(try await me.reads("stats")["pages"] as? Int == 30)
    #expect(try await me.reads("streak")["current"] as? Int == 1)
    let pace = try await me.reads("pace", "Emma")["all"] as? [String: Any]
    #expect(pace?["hundredths"] as? Int == 3_000)
  }

  // D24
  @Test func `pages read again count as read, and do not extend the book`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "100")
    await me.types("track", "2026-03-03 20:00..21:00", "Emma", "--page", "100")
    await me.types("track", "2026-03-04 20:00..21:00", "Emma", "--page", "40")
    #expect(try await me.reads("stats")["pages"] as? Int == 140)
    let book = try await me.reads("book", "show", "Emma")
    #expect((book["position"] as? [String: Any])?["value"] as? Int == 40)
    let year = try await me.reads("year")["book_pages"] as? [String: Any]
    #expect(year?["pages"] as? Int == 100, "the pages of the book that was finished, once")
  }

  // D52
  @Test func `pages are those of sessions, and a book given up is not finished`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "100")
    await me.types("track", "20:00-21:00", "Emma", "--page", "30")
    await me.types("book", "status", "Emma", "did-not-finish")
    #expect(try await me.reads("stats")["pages"] as? Int == 30)
    let year = try await me.reads("year")
    #expect((year["books"] as? [String: Any])?["finished"] as? Int == 0)
    #expect((year["book_pages"] as? [String: Any])?["pages"] is NSNull)
  }

  // D65
  @Test func `the first session counts its pages, and a correction downward removes them`()
    async throws
  {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "100")
    await me.types("track", "20:00-20:30", "Emma", "--page", "40")
    #expect(try await me.reads("stats")["pages"] as? Int == 40)
    await me.types("edit", "last", "--page", "30")
    #expect(try await me.reads("stats")["pages"] as? Int == 30)
    await me.types("book", "page", "Emma", "20")
    #expect(try await me.reads("stats")["pages"] as? Int == 30, "the bookmark alone is no session")
    await me.types("track", "21:00-21:30", "Emma", "--page", "50")
    #expect(try await me.reads("stats")["pages"] as? Int == 60)
  }

  // D66
  @Test func `a second start opens nothing, and a page before the start moves nothing`()
    async throws
  {
    let me = try Person()
    await me.types("book", "add", "Emma", "--page-count", "100")
    await me.types("book", "page", "Emma", "50")
    await me.types("start", "read", "Emma", "--at", "21:00")
    let second = await me.types("start", "read", "Dune", "--new")
    #expect(second.exit == .refused && second.err.contains("Emma"))
    #expect(await me.types("stop", "--page", "40").exit == .refused)
    #expect(await me.types("stop", "--page", "101").exit == .refused)
    #expect(await me.types("status").out.contains("1h 00m so far, running since"))
    let book = try await me.reads("book", "show", "Emma")
    #expect((book["position"] as? [String: Any])?["value"] as? Int == 50)
  }
}
