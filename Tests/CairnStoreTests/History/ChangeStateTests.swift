import Cairn
import CairnStore
import CairnTestKit
import Testing

@Suite struct `The change state of a log` {
  /// Creates a log that merged one book of another log and purged it, and returns the state in between.
  private func withPurged(
    _ engine: TestEngine,
    _ body: (Scenario, Int64) async throws -> Void
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      _ = try await Scenario(other).add("Emma")
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        _ = try await me.add("Dune")
        try await scratch.merge(all: other)
        let state = try await me.log.changes(since: nil).state
        _ = try await me.log.undo()
        try await body(me, state)
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `is never reused after a log merge was undone`(engine: TestEngine) async throws {
    try await withPurged(engine) { me, state in
      var states = [state, try await me.log.changes(since: nil).state]
      for number in 1...6 {
        _ = try await me.add("Book \(number)")
        let changes = try await me.log.changes(since: state)
        #expect(!changes.kinds.isEmpty)
        states.append(changes.state)
      }
      #expect(states == Set(states).sorted())
      let reopened = try await me.scratch.reopen()
      #expect(try await reopened.log.changes(since: nil).state == states.last)
    }
  }

  @Test(arguments: TestEngine.all)
  func `reports that purged data changed`(engine: TestEngine) async throws {
    try await withPurged(engine) { me, state in
      let kinds = try await me.log.changes(since: state).kinds
      #expect(Set(kinds).isSuperset(of: ["work", "entry", "session"]))
      let now = try await me.log.changes(since: nil).state
      _ = try await me.add("Persuasion")
      #expect(try await me.log.changes(since: now).kinds == ["entry", "work"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `continues after that of the replaced log`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      _ = try await me.add("Dune")
      try await me.log.continueSequence(after: 1_000)
      #expect(try await me.log.changes(since: nil).state == 1_001)
      _ = try await me.add("Emma")
      #expect(try await me.log.changes(since: 1_000).kinds.contains("session"))
      #expect(try await me.log.changes(since: 1_001).kinds == ["entry", "work"])
    }
  }
}
