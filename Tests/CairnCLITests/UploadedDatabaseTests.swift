import Cairn
import CairnExchange
import CairnTransfer
import Testing

@testable import CairnCLI

@Suite struct `An uploaded database` {
  @Test func `that is none is named once, without its path`() async throws {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let file = try ScopedTemporaryFile(in: scratch.path)
    try file.append(Array("This is no database, and longer than a header of SQLite.".utf8))
    let error = await #expect(throws: CairnError.self) {
      _ = try await file.database(as: .koreader, RowChoice())
    }
    let reason = "The upload is not a KOReader statistics database: it is not a database."
    #expect(error?.message == reason)
  }
}
