import Testing

@testable import CairnCLI

@Suite struct `Deleting a book` {
  @Test func `does not discard a running session without an option`() async throws {
    let me = try Person()
    await me.types("track", "18:00-19:00", "Emma")
    await me.types("start", "read", "Emma", "--at", "21:20")
    let refused = await me.types("book", "delete", "Emma")
    #expect(refused.exit == .refused)
    #expect(refused.err.contains("A session of “Emma” has been open since Thu 5 Mar 21:20."))
    #expect(await me.types("status").exit == .done)
    let deleted = await me.types("book", "delete", "Emma", "--yes").out
    #expect(deleted.contains("“Emma” and its open session of 40m; its other sessions stay."))
    #expect(await me.types("status").exit == .refused)
    await me.types("undo")
    #expect(await me.types("status").out.contains("Emma"))
  }

  /// A log whose book was deleted an hour ago, with its open session of forty minutes.
  private func personWithDeletedBook() async throws -> Person {
    var me = try Person()
    await me.types("start", "read", "Emma", "--at", "21:20")
    await me.types("book", "delete", "Emma", "--yes")
    me.now = "2026-03-05T22:00:00Z"
    return me
  }

  @Test func `restores the running session with the book`() async throws {
    let me = try await personWithDeletedBook()
    let restored = await me.types("book", "restore", "Emma").out
    #expect(
      restored.contains("Its open session is restored: 40m so far, paused since Thu 5 Mar 22:00.")
    )
    await me.types("resume")
    #expect(try await me.lists("status").first?["active_seconds"] as? Int == 2_400)
    await me.types("undo")
    await me.types("undo")
    #expect(await me.types("status").exit == .refused)
    await me.types("redo")
    #expect(await me.types("status").out.contains("Emma"))
  }

  @Test func `restores the session as ended if another is open`() async throws {
    let me = try await personWithDeletedBook()
    await me.types("start", "read", "Dune", "--at", "22:30")
    let restored = await me.types("book", "restore", "Emma").out
    #expect(restored.contains("is restored and ended: “Emma”, Thu 5 Mar 21:20–22:00, 40m"))
    #expect(await me.types("status").out.contains("Dune"))
  }

  @Test func `keeps the session deleted if its time is taken, and names the other`() async throws {
    let me = try await personWithDeletedBook()
    await me.types("track", "21:30-21:40", "Dune")
    let restored = await me.types("book", "restore", "Emma")
    #expect(restored.exit == .done)
    #expect(restored.out.contains("Its open session was not restored, because it overlaps: “Dune”"))
    #expect(try await me.reads("stats")["active_seconds"] as? Int == 600)
  }

  @Test func `restores no session that was cancelled before`() async throws {
    let me = try Person()
    await me.types("book", "add", "Emma")
    await me.types("start", "read", "Emma", "--at", "21:20")
    await me.types("cancel")
    await me.types("book", "delete", "Emma")
    #expect(await me.types("book", "restore", "Emma").out.hasPrefix("Restored: “Emma”"))
    #expect(await me.types("status").exit == .refused)
  }
}
