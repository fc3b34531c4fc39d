import Testing

@testable import CairnCLI

@Suite struct `A session of the wrong book` {
  private func someone() async throws -> Person {
    let me = try Person()
    await me.types("track", "10:00-11:00", "Dune", "--page-count", "600", "--page", "100")
    await me.types("track", "12:00-13:00", "Emma", "--page-count", "400", "--page", "50")
    await me.types("track", "20:00-21:00", "Dune", "--pages", "30")
    return me
  }

  @Test func `moves with its time and pages, and updates both bookmarks`() async throws {
    let me = try await someone()
    let moved = await me.types("edit", "last", "--book", "Emma").out
    #expect(moved.hasPrefix("Edited: “Emma”, Thu 5 Mar 20:00–21:00, 1h 00m ("))
    #expect(moved.contains("30 pages to page 80 of 400"))
    #expect(await me.types("book", "show", "Emma").out.contains("2h 00m in 2 sessions, 80 pages"))
    let dune = await me.types("book", "show", "Dune").out
    #expect(dune.contains("100/600 pages") && dune.contains("1h 00m in 1 session, 100 pages"))
    #expect(await me.types("doctor").exit == .done)
    let undone = await me.types("undo").out
    #expect(undone == "Undone: Session of “Dune” moved to “Emma”.\n")
    #expect(await me.types("book", "show", "Dune").out.contains("2h 00m in 2 sessions, 130 pages"))
    #expect(await me.types("book", "show", "Emma").out.contains("50/400 pages"))
  }

  @Test func `moves with a given position`() async throws {
    let me = try await someone()
    let words = ["edit", "last", "--book", "Emma", "--start-page", "60", "--page", "75"]
    #expect(await me.types(words).out.contains("15 pages to page 75 of 400"))
  }

  @Test func `moves while it runs`() async throws {
    let me = try await someone()
    await me.types("start", "read", "Dune", "--at", "21:30")
    #expect(await me.types("edit", "last", "--book", "Emma").exit == .done)
    #expect(await me.types("stop", "--page", "70").out.contains("20 pages to page 70 of 400"))
    #expect(await me.types("book", "show", "Dune").out.contains("130/600 pages"))
  }

  @Test func `does not move if the pages do not fit`() async throws {
    let me = try await someone()
    await me.types("book", "pages", "Emma", "30")
    let refused = await me.types("edit", "last", "--book", "Emma", "--json")
    #expect(refused.err.hasPrefix(#"{"code":"reading.page_beyond_end","#))
    #expect(await me.types("book", "show", "Dune").out.contains("2h 00m in 2 sessions"))
  }
}
