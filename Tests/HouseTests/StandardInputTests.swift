import Foundation
import Testing

@Suite struct `Importing from standard input` {
  private func run(_ command: String) throws -> String {
    let scratch = try Scratch()
    let folder = scratch.url.appendingPathComponent("temporary")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let variables = Page.cli.file.consoleVariables.merging(["TMPDIR": folder.path]) { $1 }
    let said = try scratch.run(command, variables)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    return said
  }

  @Test(
    arguments: [
      ("koreader", "koreader_statistics_example.sqlite3"), ("", "goodreads-2026-23col.csv"),
      ("", "koreader_statistics_example.sqlite3"), ("goodreads", "goodreads-2026-23col.csv"),
    ]
  )
  func `equals importing from a file, and leaves no copy`(format: String, file: String) throws {
    let piped = try run("cat \(file) | cairn import \(format) -")
    #expect(piped.contains(" added"))
    #expect(try piped == run("cairn import \(format) \(file)"))
  }

  @Test func `accepts a log, and leaves no copy`() throws {
    let said = try run(
      """
      cairn track 20:00-20:45 Dune > /dev/null; cairn export > log.ndjson
      cat log.ndjson | CAIRN_DATA_DIR=other cairn import cairn - | head -1
      CAIRN_DATA_DIR=other cairn export | cmp - log.ndjson && echo same
      """
    )
    #expect(said.contains("0 unchanged.\nsame\n"))
  }

  @Test(
    arguments: [
      "koreader - < goodreads-2026-23col.csv", "- < /dev/zero", "koreader - < /dev/zero",
      "cairn - < /dev/zero", "goodreads - < /dev/zero", "- < /dev/null", "koreader - < /dev/null",
    ]
  )
  func `refuses another format, and leaves no copy`(words: String) throws {
    #expect(try run("cairn import \(words) --json; echo $?").hasSuffix("65\n"))
  }
}
