import Testing

@testable import CairnCLI

@Suite struct `Deleting a book` {
  @Test func `throws no running session away unless told to`() async throws {
    let me = try Person()
    await me.types("track", "18:00-19:00", "Emma")
    await me.types("start", "read", "Emma", "--at", "21:20")
    let refused = await me.types("book", "delete", "Emma")
    #expect(refused.exit == .refused)
    #expect(refused.err.contains("A session of “Emma” is open since Thu 5 Mar 21:20."))
    #expect(await me.types("status").exit == .done)
    let deleted = await me.types("book", "delete", "Emma", "--yes").out
    #expect(deleted.contains("“Emma” and its open session of 40m; its other sessions stay."))
    #expect(await me.types("status").exit == .refused)
    await me.types("undo")
    #expect(await me.types("status").out.contains("Emma"))
  }
}
