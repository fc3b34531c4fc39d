import CairnExchange
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Detecting a file's format` {
  @Test func `reads only the beginning of a database`() async throws {
    let me = try Person()
    let file = me.scratch.path + "/statistics.sqlite3"
    try FileManager.default.copyItem(atPath: Person.foreign, toPath: file)
    try #require(truncate(file, LogReader.sizeLimit + 1) == 0)
    let report = await me.types("import", file, "--dry-run")
    #expect(report.err == "")
    #expect(report.out.contains("2 added (1 book, 1 session)"))
  }

  @Test func `reads all of a text, however long`() async throws {
    let me = try Person()
    await me.types(
      "track",
      "20:00-21:00",
      "Emma",
      "--note",
      String(repeating: "word ", count: 9_000)
    )
    let file = me.scratch.path + "/log.ndjson"
    #expect(await me.types("export", file).exit == .done)
    #expect(await me.types("import", file).out.hasPrefix("Imported 0 records"))
  }
}
