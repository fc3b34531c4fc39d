import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Testing
import CairnReports

extension SyncTests {
  @Test(arguments: [true, false])
  func `have no open conflict on another server after it was resolved on the first`(
    isTaken: Bool
  ) async throws {
    try await withSharedSession { world, session in
      for (number, text) in ["first", "second"].enumerated() {
        world.devices[number].clock.advance(by: .minutes(Int64(number)))
        try await note(text, session, world.devices[number])
      }
      try await world.syncAll()
      let (log, standing) = (world.devices[0].log, isTaken ? "first" : "second")
      let lost = try #require(try await log.openConflicts().first?.conflict.recordID)
      world.devices[0].clock.advance(by: .minutes(5))
      try await log.write("Settle") {
        _ = try isTaken ? $0.useLosingValue(lost) : $0.keepCurrentValue(lost)
      }
      try await world.syncAll()
      let (notes, open) = try await joined(log, world, session)
      #expect(notes == [standing, standing] && open == 0)
    }
  }

  @Test func `keep their changes while the server uses an older protocol`() async throws {
    try await withSharedSession { world, session in
      let log = world.devices[0].log
      try await note("by the window", session, world.devices[0])
      let transport = TestConnection().transport(to: world.server.log)
      let error = await #expect(throws: CairnError.self) {
        _ = try await SyncRunner(log) { call in
          let reply = try await transport(call)
          let text = String(decoding: reply.body, as: UTF8.self).replacing(
            #""proto":2"#,
            with: #""proto":1"#
          )
          return SyncResponse(status: reply.status, body: Array(text.utf8))
        }.run()
      }
      #expect(error?.code == "sync.older_protocol")
      #expect(try await log.syncState().queued == 1)
      try await world.syncAll()
      #expect(try await world.server.log.session(session)?.note == "by the window")
    }
  }

  /// See spec/security.md S2.
  @Test func `do not send a log to a different server without an explicit choice`() async throws {
    try await withSharedSession { world, _ in
      let log = world.devices[0].log
      try await log.stopSyncing()
      #expect(try await log.syncState().cursor == nil)
      try await TestEngine.server.scratchLog(seed: 78) { other in
        other.clock.set(to: world.server.clock.now)
        let transport = TestConnection().transport(to: other.log)
        let error = await #expect(throws: CairnError.self) {
          _ = try await SyncRunner(log, transport: transport).run()
        }
        #expect(error?.code == "sync.wrong_log")
        let (before, now) = (try await world.server.log.syncHead(), try await other.log.syncHead())
        for head in [before, now] {
          #expect(error?.message.contains(head.log.text.suffix(6)) == true)
        }
        #expect(try await SyncWorld.export(other.log) == [])
        _ = try await SyncRunner(log, allowsLogMerge: true, transport: transport).run()
        #expect(try await log.syncState().followed?.log == now.log)
      }
    }
  }

  /// Joins a log with an empty one on another server.
  ///
  /// Returns the session's notes on both sides and the number of open conflicts.
  private func joined(
    _ log: Log,
    _ world: SyncWorld,
    _ session: SessionID
  ) async throws -> (notes: [String?], open: Int) {
    try await TestEngine.server.scratchLog(seed: 77) { other in
      other.clock.set(to: world.server.clock.now + .minutes(10))
      let transport = TestConnection().transport(to: other.log)
      _ = try await SyncRunner(log, allowsLogMerge: true, transport: transport).run()
      let (mine, theirs) = (try await SyncWorld.export(log), try await SyncWorld.export(other.log))
      #expect(mine == theirs)
      let notes = [
        try await log.session(session)?.note, try await other.log.session(session)?.note,
      ]
      return (notes, try await log.openConflictCount() + other.log.openConflictCount())
    }
  }
}
