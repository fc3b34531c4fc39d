import Cairn
import CairnActions
import CairnSync
import CairnTestKit
import Testing

@testable import CairnStore

@Suite(.enabled(if: TestEngine.hasPostgreSQL)) struct `A log that is migrated to another engine` {
  /// Compares every record with its stamps, and every history entry, in order.
  @Test(arguments: [
    [TestEngine.device, .postgresql, .device], [.postgresql, .device, .postgresql],
  ])
  func `is the same there, and after it is migrated back`(engines: [TestEngine]) async throws {
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
          #expect(try await third.log.syncState().cursor == nil)
        }
      }
    }
  }

  /// A new epoch makes devices compare everything and continue without intervention.
  @Test(arguments: [[TestEngine.device, .postgresql], [.postgresql, .device]])
  func `keeps its devices and its idempotent responses`(
    engines: [TestEngine]
  ) async throws {
    try await engines[0].scratchLog { old in
      #expect(try await ask(old.log, "the answer") == "the answer")
      try await TestEngine.device.scratchLog(seed: 2) { device in
        _ = try await SyncRunner(device.log, transport: old.log.directTransport).run()
        try await engines[1].scratchLog(seed: 3) { new in
          try await new.log.fill(from: old.log)
          #expect(try await new.log.syncHead().log == old.log.syncHead().log)
          #expect(try await new.log.syncHead().epoch != old.log.syncHead().epoch)
          #expect(try await ask(new.log, "another") == "the answer")
          #expect(try await new.log.books().count == 1)
          _ = try await SyncRunner(device.log, transport: new.log.directTransport).run()
          #expect(try await lines(device.log) == lines(new.log))
        }
      }
    }
  }

  /// Adds a book, once per idempotency key.
  private func ask(_ log: Log, _ answer: String) async throws -> String {
    try await log.write("Add a book", once: RequestKey("a name", request: [1])) { writer in
      try AddBook(NewBook(title: "Emma"), zone: "UTC").run(in: writer)
      return answer
    }
  }

  private func lines(_ log: Log) async throws -> [String] { try await SyncWorld.export(log) }
}
