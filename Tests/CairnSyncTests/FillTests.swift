import Cairn
import CairnSync
import CairnTestKit
import Testing

@testable import CairnStore

@Suite struct `A log that is moved to another engine` {
  /// Every record with its stamps, and every line of history, in order.
  @Test(arguments: [
    [TestEngine.device, .postgresql, .device], [.postgresql, .device, .postgresql],
  ])
  func `is the same there, and when it is moved back`(engines: [TestEngine]) async throws {
    try await engines[0].scratchLog { first in
      let person = Scenario(first)
      let book = try await person.add("Emma \u{1F9D7}", pages: 300)
      person.at("19:00")
      let session = try await person.start(book)
      person.at("19:40")
      try await person.pause(session.id)
      _ = try await first.log.undo()
      try await engines[1].scratchLog(seed: 2) { second in
        try await second.log.fill(from: first.log)
        #expect(try await lines(second.log) == lines(first.log))
        try await engines[2].scratchLog(seed: 3) { third in
          try await third.log.fill(from: second.log)
          #expect(try await lines(third.log) == lines(first.log))
          #expect(try await third.log.checkProjections(repair: false).isHealthy)
          #expect(try await third.log.syncState().place == nil)
        }
      }
    }
  }

  private func lines(_ log: Log) async throws -> [String] { try await SyncWorld.export(log) }
}
