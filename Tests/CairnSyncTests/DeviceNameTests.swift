import Cairn
import CairnActions
import CairnSync
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports

@Suite("Device names")
struct DeviceNameTests {
  @Test func `that are suggested reach all devices, without a history entry`() async throws {
    try await SyncWorld.with(2) { world in
      try await world.devices[0].log.suggest("laptop")
      try await world.devices[1].log.suggest("phone")
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await names(world) == [["laptop", "phone"]])
      #expect(try await world.server.log.mutationCount() == 0)
      try await world.devices[1].log.suggest("tablet")
      #expect(try await world.sync(1).received == 0)
      #expect(try await names(world) == [["laptop", "phone"]])
    }
  }

  @Test func `are sent when they arrive later, and do not count as received`() async throws {
    try await SyncWorld.with(2) { world in
      _ = try await Scenario(world.devices[0]).add("Emma")
      try await world.syncAll()
      try await world.devices[0].log.suggest("laptop")
      #expect(try await world.sync(0).sent == 0)
      #expect(try await world.sync(1).received == 0)
      #expect(try await names(world) == [["laptop"]])
      try await expectEqual(world)
    }
  }

  @Test func `are chosen here or elsewhere, undone, and never suggested again`() async throws {
    try await SyncWorld.with(2) { world in
      try await world.devices[0].log.suggest("laptop")
      try await world.syncAll()
      for log in world.devices + [world.server] { log.clock.advance(by: .minutes(1)) }
      let id = Device.id(of: world.devices[0].log.context.node)
      try await world.devices[1].log.write { try RenameDevice("Desk", device: id).run(in: $0) }
      try await world.syncAll()
      #expect(try await names(world) == [["Desk"]])
      try await world.devices[0].log.suggest("laptop")
      try await world.syncAll()
      #expect(try await names(world) == [["Desk"]])
      _ = try await world.devices[1].log.undo()
      try await world.syncAll()
      #expect(try await names(world) == [["laptop"]])
      try await expectEqual(world)
    }
  }

  @Test func `that are chosen before the device's first record identify the device`() async throws {
    try await SyncWorld.with(1) { world in
      try await world.sync(0)
      let log = world.devices[0].log
      try await log.suggest("laptop")
      try await log.write("Name") { try RenameDevice("Desk").run(in: $0) }
      try await world.syncAll()
      #expect(try await names(world) == [["Desk"]])
      try await expectEqual(world)
    }
  }

  @Test func `move to another server`() async throws {
    try await SyncWorld.with(2) { world in
      let (log, other) = (world.devices[0].log, world.devices[1].log)
      try await log.suggest("laptop")
      try await world.sync(0)
      try await log.write("Name") { try RenameDevice("Desk").run(in: $0) }
      try await world.sync(0)
      let before = try await SyncWorld.export(log)
      let transport = TestConnection().transport(to: other)
      _ = try await SyncRunner(log, allowsLogMerge: true, transport: transport).run()
      for one in [log, other] { #expect(try await SyncWorld.export(one) == before) }
    }
  }

  @Test func `are listed for known devices only`() async throws {
    try await SyncWorld.with(1) { world in
      let log = world.devices[0].log
      try await log.write("Name") { try RenameDevice("Phone").run(in: $0) }
      let devices = try await log.deviceNames()
      #expect(devices[log.context.node] == "Phone" && devices[7] == "00000007")
      let refused = await #expect(throws: CairnError.self) {
        try await log.write { try RenameDevice("Phone", device: Device.id(of: 7)).run(in: $0) }
      }
      #expect(refused?.code == "sync.device_not_found")
    }
  }

  /// Returns the distinct lists of device names over all logs.
  private func names(_ world: SyncWorld) async throws -> Set<[String]> {
    var all: Set<[String]> = []
    for log in [world.server.log] + world.devices.map(\.log) {
      all.insert(try await log.deviceNames().named.map(\.name))
    }
    return all
  }
}
