import Cairn
import CairnActions
import CairnReports
import CairnStore
import CairnTestKit
import Testing

@Suite struct `The redo of a merge` {
  @Test(arguments: TestEngine.all)
  func `is refused when the session that it hid was changed`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 604)
      me.at("23:00")
      let session = try await me.track(dune, "20:00-20:30").id
      let other = try await me.track(dune, "21:00-21:30").id
      _ = try await me.log.write("Merge") { try $0.merge(session, other, as: Reading.self) }
      let merge = try #require(try await me.log.history(limit: 1).first)
      _ = try await me.log.undo()
      _ = try await me.log.write("Note") { writer in
        try writer.change(other, as: NoDetail.self) { $0.note = "Rain" }
      }
      try await scratch.refuses("history.changed_since") { try await me.log.redo(merge.id) }
      #expect(try await me.log.session(other)?.note == "Rain")
    }
  }
}
