import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing

@Suite struct `Data of a newer version` {
  private static let stamp = Stamp(time: 5 << 16, node: 7)

  @Test(arguments: TestEngine.all)
  func `survives every edit, undo and rebuild as a field`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      me.at("23:00")
      let session = try await me.track(dune, "20:00-21:00")
      let things = [
        (SessionRecord.kind, session.id.record), (Entry.recordKind, dune.record),
      ]
      for (kind, id) in things {
        var fields = Fields()
        fields.set("mood", "calm")
        let stranger = Record(kind: kind, id: id, fields: fields, stamp: Self.stamp)
        try await scratch.merge(stranger)
      }
      try await me.log.write("Note") { writer in
        try writer.change(session.id, as: Reading.self) { $0.note = "good" }
      }
      try await me.changeStatus(.paused, dune)
      _ = try await me.log.undo()
      _ = try await me.log.undo()
      _ = try await me.log.redo()
      try await me.delete(session.id)
      _ = try await me.log.undo()
      _ = try await me.log.checkProjections(repair: true)
      for (kind, id) in things {
        let record = try await scratch.record(kind, id)
        #expect(record?.fields["mood"] == .text("calm"))
        #expect(record?.stamp(of: "mood") == Self.stamp)
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `survives as a kind of record, and the doctor accepts it`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let kind = RecordKind("dream")
      let id = RecordID(high: 1, low: 2)
      var fields = Fields()
      fields.set("text", "water")
      let dream = Record(kind: kind, id: id, fields: fields, stamp: Self.stamp)
      try await scratch.merge(dream)
      _ = try await Scenario(scratch).add("Dune")
      let report = try await scratch.log.checkProjections(repair: true)
      #expect(report.isHealthy)
      #expect(report.records == 3)
      let reopened = try await scratch.reopen()
      #expect(try await reopened.record(kind, id)?.fields == fields)
    }
  }
}
