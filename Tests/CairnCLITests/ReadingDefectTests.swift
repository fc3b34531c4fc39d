import Cairn
import Foundation
import Testing

@testable import CairnCLI

/// What sessions and statistics elsewhere got wrong (spec/reading.md 2.14), typed at our command
/// line; those of dates, streaks and goals have pages of their own.
@Suite struct `The defects of other reading logs` {
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
  @Test func `a session that has ended is in the book and in every figure at once`() async throws {
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
  @Test func `pages read again are read, and do not make the book longer`() async throws {
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
  @Test func `pages are those of sessions, and a book given up is none that was read`() async throws
  {
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
  @Test func `the first session counts its pages, and a correction downward takes them back`()
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
