import Cairn
import CairnStore
import CairnTestKit
import Testing

@Suite struct `The state of a log` {
  /// Creates a log that merged one book of another log and purged it, and returns the state in between.
  private func withForgotten(
    _ engine: TestEngine,
    _ body: (Scenario, Int64) async throws -> Void
  ) async throws {
    try await engine.scratchLog(seed: 2) { other in
      _ = try await Scenario(other).add("Emma")
      try await engine.scratchLog { scratch in
        let me = Scenario(scratch)
        _ = try await me.add("Dune")
        try await scratch.join(all: other)
        let state = try await me.log.changes(since: nil).state
        _ = try await me.log.undo()
        try await body(me, state)
        try await scratch.isSound()
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `never comes again after a join was undone`(engine: TestEngine) async throws {
    try await withForgotten(engine) { me, state in
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
  func `tells that what was forgotten changed`(engine: TestEngine) async throws {
    try await withForgotten(engine) { me, state in
      let kinds = try await me.log.changes(since: state).kinds
      #expect(Set(kinds).isSuperset(of: ["work", "entry", "session"]))
      let now = try await me.log.changes(since: nil).state
      _ = try await me.add("Persuasion")
      #expect(try await me.log.changes(since: now).kinds == ["entry", "work"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `goes on beyond that of the log it takes the place of`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      _ = try await me.add("Dune")
      try await me.log.follow(1_000)
      #expect(try await me.log.changes(since: nil).state == 1_001)
      _ = try await me.add("Emma")
      #expect(try await me.log.changes(since: 1_000).kinds.contains("session"))
      #expect(try await me.log.changes(since: 1_001).kinds == ["entry", "work"])
    }
  }
}
