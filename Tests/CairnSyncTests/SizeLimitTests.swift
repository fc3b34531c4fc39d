import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Testing

@Suite("A network with a size limit")
struct SizeLimitTests {
  @Test func `gets smaller batches immediately after a rejection for size`() async throws {
    try await SyncWorld.with(1) { world in
      let (log, line, most) = (world.devices[0].log, TestConnection(), 3_000)
      for number in 0..<8 {
        _ = try await Scenario(world.devices[0]).add("\(number)" + Self.text(800))
      }
      let outcome = try await SyncRunner(log, transport: line.limited(most, to: world.server.log))
        .run()
      #expect(outcome.sent == 8)
      #expect(line.calls.allSatisfy { ($0.body?.count ?? 0) <= most })
      try await expectEqual(world)
    }
  }

  /// Such mutations are sent together with the records they change.
  @Test func `gets smaller batches of rejected mutations as well`() async throws {
    try await SyncWorld.with(1) { world in
      let (log, line) = (world.devices[0].log, TestConnection())
      try await world.sync(0)
      for number in 0..<6 {
        _ = try await Scenario(world.devices[0]).add("\(number)" + Self.text(900))
      }
      let push = try #require(try await log.nextPush(limit: 6))
      let no = PushResult.Outcome.refused(code: "sync.unfit", reason: "No.")
      try await log.record(push.mutations.map { PushResult($0.mutation.id, no) }, of: push)
      try await log.retryRejected()
      _ = try await SyncRunner(log, transport: line.limited(7_000, to: world.server.log)).run()
      #expect(line.calls.count < 40)
      try await expectEqual(world)
      #expect(try await world.server.log.books().count == 6)
    }
  }

  @Test func `reports a single change that is too large, and nothing is lost`() async throws {
    try await SyncWorld.with(1) { world in
      let (log, line) = (world.devices[0].log, TestConnection())
      _ = try await Scenario(world.devices[0]).add(Self.text(900))
      let runner = SyncRunner(log, transport: line.limited(700, to: world.server.log))
      let error = await #expect(throws: CairnError.self) { try await runner.run() }
      #expect(error?.code == "sync.too_large")
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  @Test func `does not cause endless requests for missing records`() async throws {
    try await SyncWorld.with(1) { world in
      _ = try await Scenario(world.server).add("Emma")
      let (server, log) = (world.server.log, world.devices[0].log)
      let runner = SyncRunner(log) { call in
        let whole = TestConnection().transport(to: server)
        guard call.path.hasSuffix("pull") else { return try await whole(call) }
        let pull = try SyncPull(call.body ?? [])
        var page = SyncPage(
          epoch: pull.epoch,
          nextRecord: pull.records,
          nextMutation: pull.mutations
        )
        page.hasMore = true
        return SyncResponse(status: 200, body: page.encode())
      }
      let error = await #expect(throws: CairnError.self) { try await runner.run() }
      #expect(error?.code == "sync.malformed")
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }
}

extension TestConnection {
  /// Rejects request bodies above `most` bytes, as a proxy does.
  fileprivate func limited(_ most: Int, to server: Log) -> SyncTransport {
    let whole = transport(to: server)
    return { call in
      guard (call.body?.count ?? 0) <= most else {
        return SyncResponse(status: 413, body: Array("<html>Too large</html>".utf8))
      }
      return try await whole(call)
    }
  }
}
