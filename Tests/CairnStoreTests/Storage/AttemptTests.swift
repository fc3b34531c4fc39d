import Cairn
import CairnSQL
import CairnTestKit
import Testing

@testable import CairnStore

@Suite struct `A part of a write` {
  /// A lost connection is no bad row: the push must fail, so that the device sends it again.
  @Test func `passes on a failure of the database from within an act`() async throws {
    try await TestEngine.any.scratchLog { scratch in
      let error = await #expect(throws: CairnError.self) {
        try await scratch.log.write("Act") { writer in
          try writer.attempt(catchesErrors: true) { try Self.fail(.busy, in: writer) }
        }
      }
      #expect(error?.code == "storage.busy")
    }
  }

  @Test func `is rolled back if a table rejects a row of an act`() async throws {
    try await TestEngine.any.scratchLog { scratch in
      try await scratch.log.write("Act") { writer in
        let done: Void? = try writer.attempt { try Self.fail(.check, in: writer) }
        #expect(done == nil)
      }
    }
  }

  private static func fail(_ code: StorageError.Code, in writer: LogWriter) throws(CairnError) {
    try writer.translatingErrors { () throws -> Void in throw StorageError(code, "as planned") }
  }
}
