import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Testing

@Suite("A device with a checksum mismatch")
struct ChecksumMismatchTests {
  @Test func `compares everything again after an interrupted comparison`() async throws {
    try await SyncWorld.with(1) { world in
      try await world.sync(0)
      #expect(try await finds(world.devices[0]))
      #expect(try await finds(world.devices[0]))
      #expect(try await world.devices[0].log.syncState().cursor?.problem == nil)
    }
  }

  @Test func `reports the mismatch for a day after a complete comparison`() async throws {
    try await SyncWorld.with(1) { world in
      let device = world.devices[0]
      try await world.sync(0)
      #expect(try await !finds(device, isFullyCompared: true))
      #expect(try await !finds(device))
      #expect(try await device.log.syncState().cursor?.problem?.contains("differ") == true)
      device.clock.advance(by: .hours(25))
      #expect(try await finds(device))
    }
  }

  @Test func `stops reporting it once both agree`() async throws {
    try await SyncWorld.with(1) { world in
      try await world.sync(0)
      _ = try await finds(world.devices[0], isFullyCompared: true)
      try await world.sync(0)
      try await expectEqual(world)
    }
  }

  /// Applies an empty page with a wrong checksum; returns whether that requires a full comparison.
  private func finds(_ device: ScratchLog, isFullyCompared: Bool = false) async throws -> Bool {
    let pull = try #require(try await device.log.nextPull())
    var page = SyncPage(epoch: pull.epoch, nextRecord: pull.records, nextMutation: pull.mutations)
    page.digest = LogDigest(count: 1, sum: 1)
    return try await device.log.applyPull(page, of: pull, isFullyCompared: isFullyCompared)
      .needsFullComparison
  }
}
