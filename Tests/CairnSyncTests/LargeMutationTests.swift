import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Testing

@Suite("A mutation larger than one push")
struct LargeMutationTests {
  @Test func `is sent in parts after a rejection`() async throws {
    try await SyncWorld.with(1) { world in
      let (log, count) = (world.devices[0].log, 2_100)
      try await world.sync(0)
      try await log.write("Much") { try Self.fill($0, count) }
      let push = try #require(try await log.nextPush(limit: 1))
      let no = PushResult.Outcome.refused(code: "sync.unfit", reason: "No.")
      try await log.record([PushResult(push.mutations[0].mutation.id, no)], of: push)
      try await log.retryRejected()
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.syncHead().head >= Int64(count))
    }
  }

  private static func fill(_ writer: LogWriter, _ count: Int) throws {
    for _ in 0..<count {
      var fields = Fields()
      fields[RecordField.deleted] = .null
      try writer.set(fields, RecordKind("later_thing"), writer.newID())
    }
  }
}
