import CairnSQL
import CairnSQLite
import Testing

@testable import CairnCLI

@Suite struct `The doctor command` {
  @Test func `reports repairs, and a healthy log afterwards`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    try await me.damages("UPDATE day_total SET sessions = 7")
    let found = await me.types("doctor")
    #expect(found.out.contains("different; repair it with --rebuild"))
    #expect(found.exit == .refused)
    let mended = await me.types("doctor", "--rebuild")
    #expect(mended.out.hasSuffix("Repaired day_total: no problems left.\n"))
    #expect(mended.exit == .done)
    #expect(await me.types("doctor").exit == .done)
  }

  @Test func `lists the repaired tables as JSON`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    try await me.damages("DELETE FROM reading")
    let mended = await me.types("doctor", "--rebuild", "--json").out
    #expect(mended.hasPrefix(#"{"healthy":true,"damage":[],"repaired":["reading"],"#))
  }

  @Test func `reports an unrepairable log as unhealthy`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    try await me.damages("UPDATE record SET fields = '{}' WHERE kind = 'work'")
    let mended = await me.types("doctor", "--rebuild")
    #expect(mended.out.contains("unreadable: work "))
    #expect(
      mended.out.hasSuffix("Repaired work, search_word: the problems above remain.\n")
    )
    #expect(mended.exit == .refused)
  }
}

extension Person {
  /// Changes the database without the store.
  fileprivate func damages(_ sql: SQL) async throws {
    let database = try await SQLiteDatabase.open(path: scratch.path + "/log/log.sqlite")
    try await database.write { _ = try $0.run(sql) }
  }
}
