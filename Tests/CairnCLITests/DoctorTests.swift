import CairnSQL
import CairnSQLite
import Testing

@testable import CairnCLI

@Suite struct `The doctor on the command line` {
  @Test func `says what it mended, and that all is well then`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    try await me.damages("UPDATE day_total SET sessions = 7")
    let found = await me.types("doctor")
    #expect(found.out.contains("different; --rebuild mends it"))
    #expect(found.exit == .refused)
    let mended = await me.types("doctor", "--rebuild")
    #expect(mended.out.hasSuffix("Mended day_total: nothing is wrong any more.\n"))
    #expect(mended.exit == .done)
    #expect(await me.types("doctor").exit == .done)
  }

  @Test func `names the mended tables to another program`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    try await me.damages("DELETE FROM reading")
    let mended = await me.types("doctor", "--rebuild", "--json").out
    #expect(mended.hasPrefix(#"{"healthy":true,"damage":[],"mended":["reading"],"#))
  }

  @Test func `does not call well what it cannot mend`() async throws {
    let me = try Person()
    await me.types("track", "20:00-21:00", "Emma")
    try await me.damages("UPDATE record SET fields = '{}' WHERE kind = 'work'")
    let mended = await me.types("doctor", "--rebuild")
    #expect(mended.out.contains("not readable: work "))
    #expect(
      mended.out.hasSuffix("Mended work, search_word: what is listed above is still wrong.\n")
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
