import Foundation
import Testing

@testable import CairnCLI

@Suite struct `A climb without a name` {
  private func climber() async throws -> Person {
    var me = try Person()
    me.now = "2026-03-03T18:00:00Z"
    await me.types("start", "climb")
    await me.types("climb", "add", "Old", "V6", "--attempts", "2")
    me.now = "2026-03-03T20:00:00Z"
    await me.types("stop")
    me.now = "2026-03-05T18:00:00Z"
    return me
  }

  @Test func `does not belong to a session of another day`() async throws {
    let me = try await climber()
    let before = await me.types("history").out
    let (climb, attempt) = (await me.types("climb", "add", "V5"), await me.types("attempt", "sent"))
    #expect(climb.exit != .done && climb.err.contains("the last one was on Tue 3 Mar"))
    #expect(attempt.exit != .done && attempt.err.contains("“Old” V6, belongs to Tue 3 Mar"))
    #expect(await me.types("history").out == before)
    #expect(await me.types("attempt", "sent", "--climb", "Old").exit == .done)
    #expect(await me.types("climb", "add", "V5", "--session", "last").exit == .done)
  }

  @Test func `does not belong to another session while one runs`() async throws {
    let me = try await climber()
    await me.types("start", "climb")
    let ran = await me.types("attempt", "sent")
    #expect(ran.err.contains("The open session has no climbs yet."))
    #expect(!(await me.types("climb", "show", "Old").out.contains("✓")))
  }

  @Test func `belongs to the session that continues after midnight`() async throws {
    var me = try await climber()
    me.now = "2026-03-05T22:30:00Z"
    await me.types("start", "climb")
    await me.types("climb", "add", "Late", "V4", "--attempts", "1")
    me.now = "2026-03-06T00:10:00Z"
    #expect(await me.types("attempt", "sent").out.contains("“Late” V4, 2 attempts"))
    await me.types("stop")
    me.now = "2026-03-06T00:20:00Z"
    let ran = await me.types("climb", "add", "Forgotten", "V1")
    #expect(ran.exit == .done && ran.out.contains("Added to the session that ended"))
    #expect(await me.types("attempt", "fell").exit == .done)
  }
}
