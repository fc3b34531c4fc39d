import Cairn
import CairnSQL
import CairnStore
import CairnSync
import CairnTestKit
import Testing

@Suite("A log with stamps in an older format")
struct StampFormatTests {
  @Test func `exports the same, and agrees with a log in the current format`() async throws {
    try await SyncWorld.with(2) { world in
      let book = try await Scenario(world.devices[0]).add("Emma", pages: 300)
      try await world.syncAll()
      let before = try await SyncWorld.export(world.devices[0].log)
      try await writeDifferently(world.devices[0])
      #expect(try await SyncWorld.export(world.devices[0].log) == before)
      try await world.syncAll()
      try await expectEqual(world)
      try await Scenario(world.devices[0]).track(book, "10:00-11:00", page: 40)
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.devices[0].log.digest() == world.server.log.digest())
    }
  }

  /// Replaces the stamp of each record by an unused one, with explicit stamps for its fields.
  private func writeDifferently(_ device: ScratchLog) async throws {
    try await device.database.write { connection in
      let rows = try connection.all("SELECT id, fields, stamp FROM record WHERE stamps IS NULL") {
        (try $0["id"] as RecordID, try Fields(json: $0.text(1)), try $0.text(2))
      }
      #expect(!rows.isEmpty)
      for (id, fields, stamp) in rows {
        let stamps = fields.members.map { "\($0.name)=\(stamp)" }.joined(separator: " ")
        let other = Stamp(time: 1 << 60, node: 9).text
        try connection.run(
          "UPDATE record SET stamp = \(other), stamps = \(stamps) WHERE id = \(id)"
        )
      }
    }
  }
}
