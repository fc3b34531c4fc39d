import Cairn
import CairnTestKit
import Testing

@testable import CairnStore
import CairnSync

extension ServedLog {
  /// Returns the push of a device that had this log, changed it, and has not pulled newer changes.
  func onAnotherDevice(
    _ body: @escaping @Sendable (LogWriter) throws -> Void
  ) async throws -> SyncPush {
    let head = try await log.syncHead()
    let page = try await log.syncPage(SyncPull(epoch: head.epoch, records: 0, mutations: 0))
    return try await TestEngine.device.scratchLog(seed: 77) { other in
      other.clock.set(to: scratch.clock.now)
      try await other.log.startFullComparison(head)
      _ = try await other.log.applyPull(
        page,
        of: SyncPull(epoch: head.epoch, records: 0, mutations: 0)
      )
      try await other.log.write("Edit") { try body($0) }
      return try #require(try await other.log.nextPush(limit: 9))
    }
  }
}
