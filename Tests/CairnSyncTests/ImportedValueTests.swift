import Cairn
import CairnStore
import CairnSync
import CairnTestKit
import Testing

@Suite("A value that was imported without its history entry")
struct ImportedValueTests {
  /// The server is restored to a backup between the log merge and the value.
  ///
  /// The checksum hides the loss because the book was deleted, and another device fills the gap in change numbers.
  @Test func `is on all devices although its record was deleted and the server was restored`()
    async throws
  {
    guard TestEngine.server.role != nil else { return }
    try await withScratchFolder { folder in
      try await SyncWorld.with(2) { world in
        let (one, two) = (Scenario(world.devices[0]), Scenario(world.devices[1]))
        let (book, other) = (try await one.add("Dune"), try await one.add("Emma"))
        try await world.syncAll()
        try await mergeNotes("from a file", to: book, world.devices[0])
        try await one.log.write("Delete") { try $0.delete(Entry.recordKind, book.record) }
        try await cutAfterOnePush(world)
        try await world.backUp(to: folder + "/copy")
        try await world.sync(0)
        try await world.restoreBackup(to: folder + "/copy", changesEpoch: false)
        for stars in [Int64(4), 8] {
          try await rate(other, stars, two)
          try await world.sync(1)
        }
        try await world.syncAll()
        try await expectEqual(world)
      }
    }
  }

  @Test func `is sent with its history entry, in its original form`() async throws {
    try await SyncWorld.with(1) { world in
      let one = Scenario(world.devices[0])
      let book = try await one.add("Dune")
      try await world.sync(0)
      try await rate(book, 4, one)
      try await mergeNotes("from a file", to: book, world.devices[0])
      try await rate(book, 8, one)
      let first = try #require(try await one.log.nextPush(limit: 9))
      #expect(first.mutations.map(\.mutation.title) == ["Rate"] && first.records.isEmpty)
      _ = try await world.server.log.applyPush(first)
      try await one.log.record(first.mutations.map { accepted($0) }, of: first)
      let second = try #require(try await one.log.nextPush(limit: 9))
      #expect(second.mutations.map(\.mutation.title) == ["Join"])
      #expect(second.records.map { $0.fields.members.map(\.name) } == [["deleted", "notes"]])
      try await world.syncAll()
      try await expectEqual(world)
      #expect(try await world.server.log.openConflicts().isEmpty)
    }
  }

  private func accepted(_ line: SyncMutation) -> PushResult {
    PushResult(line.mutation.id, .accepted(line.mutation.stamp))
  }

  private func mergeNotes(_ notes: String, to book: Identifier<Entry>, _ device: ScratchLog)
    async throws
  {
    var fields = Fields()
    fields["notes"] = .text(notes)
    let stamp = Stamp(time: UInt64(device.clock.now.milliseconds - 60_000) << 16, node: 9)
    let record = Record(kind: Entry.recordKind, id: book.record, fields: fields, stamp: stamp)
    _ = try await device.log.write("Join") { writer in
      var join = try LogMerge(writer)
      try join.add(record, line: 1)
      return try join.finish()
    }
  }

  private func rate(_ book: Identifier<Entry>, _ stars: Int64, _ one: Scenario) async throws {
    one.scratch.clock.advance(by: Milliseconds(1_000))
    _ = try await one.log.write("Rate") { writer in
      guard var entry = try writer.find(Entry.self, book.record) else { return }
      entry.rating = stars
      try writer.save(entry)
    }
  }

  /// Runs a sync of the first device that is cut off after the push.
  private func cutAfterOnePush(_ world: SyncWorld) async throws {
    let server = TestConnection().transport(to: world.server.log)
    let runner = SyncRunner(world.devices[0].log) { call in
      guard !call.path.hasSuffix("pull") else { throw TestConnection.Cut() }
      return try await server(call)
    }
    await #expect(throws: TestConnection.Cut.self) { _ = try await runner.run() }
  }
}
