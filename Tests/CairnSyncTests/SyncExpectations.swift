import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Testing

extension PushResult {
  var isTaken: Bool { code == nil }

  var code: String? {
    if case .refused(let code, _) = outcome { code } else { nil }
  }
}

extension Mutation {
  func titled(_ title: String) -> Mutation {
    Mutation(
      id: id,
      stamp: stamp,
      at: at,
      title: title,
      entry: entry,
      part: part,
      undoes: undoes,
      turn: turn,
      knowledge: knowledge,
      changes: changes
    )
  }
}

/// Expects that every device has the same content as the server, and that every table matches a rebuild.
func expectEqual(_ world: SyncWorld, _ comment: Comment? = nil) async throws {
  let server = try await SyncWorld.export(world.server.log)
  for (number, device) in world.devices.enumerated() {
    let own = try await SyncWorld.export(device.log)
    let missing = Set(server).subtracting(own)
    let more = Set(own).subtracting(server)
    #expect(missing.isEmpty, comment)
    #expect(more.isEmpty, "device \(number)")
    #expect(own == server, comment)
    let cursor = try await device.log.syncState().cursor
    #expect(cursor?.problem == nil, comment)
    #expect(cursor?.agreedAt == device.clock.now, comment)
    let report = try await device.log.checkProjections(repair: false)
    #expect(report.tables.filter { !$0.isIdentical }.map(\.name) == [], comment)
  }
}

extension SyncTests {
  func withSharedBook(
    _ body: (inout SyncWorld, Identifier<Entry>) async throws -> Void
  ) async throws {
    try await SyncWorld.with(2) { world in
      let book = try await Scenario(world.devices[0]).add("Emma", pages: 300)
      try await world.syncAll()
      try await body(&world, book)
    }
  }

  func withSharedSession(
    _ body: (inout SyncWorld, SessionID) async throws -> Void
  ) async throws {
    try await withSharedBook { world, book in
      let session = try await Scenario(world.devices[0]).track(book, "10:00-11:00")
      try await world.syncAll()
      try await body(&world, session.id)
    }
  }
}
