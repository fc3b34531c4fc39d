import Cairn
import Testing

@testable import CairnCLI

@Suite struct `The clock style of commands` {
  private func reader() async throws -> Person {
    var me = try Person()
    (me.now, me.zone) = ("2026-01-05T22:00:00Z", "UTC")
    await me.types("config", "clockStyle", "12h")
    return me
  }

  @Test func `applies to what they print`() async throws {
    let me = try await reader()
    let tracked = await me.types("track", "20:40-21:55", "Emma", "--new")
    #expect(tracked.out.contains("Mon 5 Jan 8:40 PM–9:55 PM"))
    #expect(await me.types("pattern").out.contains("12 AM 3 AM"))
    await me.types("undo")
    let again = await me.types("track", "Mon 5 Jan 8:40 PM–9:55 PM", "Emma", "--new")
    #expect(again.out.contains("Mon 5 Jan 8:40 PM–9:55 PM"))
  }

  @Test func `applies to their errors, and not to JSON`() async throws {
    let me = try await reader()
    await me.types("track", "20:40-21:55", "Emma", "--new")
    let overlap = await me.types("track", "21:00-21:30", "Dune", "--new")
    #expect(overlap.err.contains("8:40 PM"))
    let first = try #require(try await me.lists("log").first)
    #expect(first["started_at"] as? String == "2026-01-05T20:40:00Z")
  }

  @Test func `is 24h or 12h`() async throws {
    let me = try await reader()
    #expect(await me.types("config", "clockStyle", "13h").err.contains("Give 24h or 12h."))
    await me.types("config", "clockStyle", "default")
    let tracked = await me.types("track", "20:40-21:55", "Emma", "--new")
    #expect(tracked.out.contains("Mon 5 Jan 20:40–21:55"))
  }
}
