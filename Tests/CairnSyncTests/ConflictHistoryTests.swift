import Cairn
import CairnActions
import CairnSync
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports

/// Conflicts as they follow from the history (ADR 0035).
@Suite struct `A conflict between two devices` {
  /// Runs a body after two of three devices set the note of a session, and a third one does not know.
  private func withConflict(
    _ body: (SyncWorld, SessionID, ConflictView) async throws -> Void
  ) async throws {
    try await SyncWorld.with(3) { world in
      for one in world.devices + [world.server] { Scenario(one).at("12:00") }
      let book = try await Scenario(world.devices[0]).add("Emma", pages: 300)
      let session = try await Scenario(world.devices[0]).track(book, "10:00-11:00").id
      try await world.syncAll()
      for (number, text) in ["first", "second"].enumerated() {
        Scenario(world.devices[number]).at("12:0\(number + 1)")
        try await note(text, session, world.devices[number])
        try await world.sync(number)
      }
      try await world.sync(0)
      let lost = try #require(try await world.devices[0].log.openConflicts().first)
      try await body(world, session, lost)
      for one in world.devices + [world.server] { Scenario(one).at("13:00") }
      try await world.syncAll()
      try await expectEqual(world)
    }
  }

  private func note(_ text: String, _ id: SessionID, _ device: ScratchLog) async throws {
    _ = try await device.log.write("Note") { writer in
      try writer.change(id, as: NoDetail.self) { $0.note = text }
    }
  }

  /// Returns the values that lost, on the server after a sync.
  private func lost(_ world: SyncWorld) async throws -> [FieldValue] {
    for one in world.devices + [world.server] { Scenario(one).at("12:30") }
    try await world.syncAll()
    return try await world.server.log.openConflicts().map(\.conflict.value)
  }

  @Test func `stays settled when a later act that knew neither value arrives`() async throws {
    try await withConflict { world, session, conflict in
      Scenario(world.devices[0]).at("12:10")
      _ = try await world.devices[0].log.write("Keep") {
        try $0.keepCurrentValue(conflict.conflict.recordID)
      }
      Scenario(world.devices[2]).at("12:20")
      try await note("third", session, world.devices[2])
      #expect(try await lost(world) == [.text("second")])
      #expect(try await world.server.log.session(session)?.note == "third")
    }
  }

  @Test func `ends with an edit by somebody who has both values, until that is undone`()
    async throws
  {
    try await withConflict { world, session, _ in
      Scenario(world.devices[0]).at("12:10")
      try await note("both", session, world.devices[0])
      #expect(try await lost(world) == [])
      _ = try await world.devices[0].log.undo()
      #expect(try await lost(world) == [.text("first")])
    }
  }

  @Test func `is listed again when keeping the current value is undone`() async throws {
    try await withConflict { world, _, conflict in
      let log = world.devices[0].log
      _ = try await log.write("Keep") { try $0.keepCurrentValue(conflict.conflict.recordID) }
      #expect(try await lost(world) == [])
      _ = try await log.undo()
      #expect(try await lost(world) == [.text("first")])
      #expect(
        try await log.openConflicts().map(\.conflict.recordID) == [conflict.conflict.recordID]
      )
    }
  }

  @Test func `is none when the later edit does not say what its device knew`() async throws {
    try await SyncWorld.with(2) { world in
      let book = try await Scenario(world.devices[0]).add("Emma", pages: 300)
      let session = try await Scenario(world.devices[0]).track(book, "10:00-11:00").id
      try await world.syncAll()
      try await note("first", session, world.devices[0])
      world.devices[1].clock.advance(by: .minutes(1))
      try await note("second", session, world.devices[1])
      try await world.sync(0)
      var push = try #require(try await world.devices[1].log.nextPush(limit: 9))
      push.mutations = push.mutations.map { sent in
        let act = sent.mutation
        return SyncMutation(
          Mutation(id: act.id, stamp: act.stamp, at: act.at, title: act.title, changes: act.changes)
        )
      }
      world.server.clock.advance(by: .minutes(1))
      _ = try await world.server.log.applyPush(push)
      #expect(try await world.server.log.openConflictCount() == 0)
    }
  }

  @Test func `is in no export, and found again in the imported log`() async throws {
    try await withConflict { world, _, conflict in
      let lines = try await SyncWorld.export(world.server.log)
      #expect(!lines.contains { $0.contains(#""record":"conflict""#) })
      try await TestEngine.device.scratchLog(seed: 99) { copy in
        copy.clock.set(to: world.server.clock.now)
        try await importLog(lines, into: copy.log)
        let found = try await copy.log.openConflicts().map(\.conflict)
        #expect(found == [conflict.conflict])
      }
    }
  }

  @Test func `of an earlier version is ignored in an import, and passed on in a push`() async throws
  {
    let id = RecordID(derivedFrom: ["conflict"])
    let former = """
      {"record":"conflict","id":"\(id.text)","fields":{"field":"note","record":"\(id.text)",\
      "recordKind":"session","stamp":"019b8f50dd000000-14556d07","value":"first"},\
      "stamp":"019b8f50dd000000-14556d07a"}
      """
    try await withConflict { world, _, _ in
      try await importLog([former], into: world.devices[1].log)
      let imported = try await SyncWorld.export(world.devices[1].log)
      #expect(!imported.contains { $0.contains(#""record":"conflict""#) })
      var reader = JSONReader(Array(former.utf8))
      let record = try #require(try RecordParts(from: &reader).record())
      let epoch = try await world.server.log.syncHead().epoch
      var push = SyncPush(epoch: epoch)
      push.records = [record]
      _ = try await world.server.log.applyPush(push)
      #expect(try await lost(world) == [.text("first")])
      let lines = try await SyncWorld.export(world.devices[2].log)
      #expect(lines.contains { $0.contains(#""record":"conflict""#) })
    }
  }

  private func importLog(_ lines: [String], into log: Log) async throws {
    _ = try await log.write("Import") { writer in
      var merge = try LogMerge(writer)
      for (number, line) in lines.enumerated() {
        var reader = JSONReader(Array(line.utf8))
        let parts = try RecordParts(from: &reader)
        if let record = parts.record() {
          try merge.add(record, line: number + 1)
        } else if let mutation = parts.mutation() {
          try merge.add(mutation)
        }
      }
      return try merge.finish()
    }
  }
}
