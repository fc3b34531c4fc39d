import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// A person's correction of a session that an app reported.
private enum Correction: CaseIterable {
  case partial, completed, times, split, merge, delete, undo

  /// Applies it to a random session; a rejected correction changes nothing.
  func apply(to rows: [ListeningSessionRow], _ random: inout SeededGenerator, _ log: Log)
    async throws
  {
    guard let row = rows.randomElement(using: &random) else { return }
    let shift = Milliseconds.seconds(Int64.random(in: 1...900, using: &random))
    let other = rows.randomElement(using: &random) ?? row
    do { try await apply(to: row, other, shift, log) } catch is CairnError {}
  }

  private func apply(
    to row: ListeningSessionRow,
    _ other: ListeningSessionRow,
    _ shift: Milliseconds,
    _ log: Log
  ) async throws {
    let id = row.id
    if self == .undo {
      _ = try await log.undo()
      return
    }
    try await log.write("Correct") { writer in
      switch self {
      case .partial, .completed:
        let isCompleted = self == .completed
        try writer.change(id, as: Listening.self) { $0.detail.isCompleted = isCompleted }
      case .times:
        try writer.change(id, as: Listening.self) { (session) throws(CairnError) in
          try session.resize(start: row.start - shift, end: nil)
        }
      case .split: _ = try writer.split(id, as: Listening.self, at: row.start + shift)
      case .merge: _ = try writer.merge(id, other.id, as: Listening.self)
      case .delete: try writer.deleteListeningSession(id)
      case .undo: break
      }
    }
  }
}

@Suite struct `An edit to a reported session` {
  private func all(_ log: Log) async throws -> [ListeningSessionRow] {
    var filter = ListeningSessionFilter()
    filter.limit = 1_000
    return try await log.listeningSessions(filter).sessions
  }

  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `is kept when the same report arrives again`(engine: TestEngine, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let input = (0..<12).map { _ in ListeningApp.Report(&random) }
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24 * 60))
      for one in input { try await app.report(one) }
      // Undoes only corrections: an undone report would count as never made.
      var corrections = 0
      for _ in 0..<25 {
        let correction = Correction.allCases.randomElement(using: &random) ?? .partial
        if correction == .undo, corrections == 0 { continue }
        let line = try await scratch.log.history(limit: 1).first?.id
        try await correction.apply(to: try await all(scratch.log), &random, scratch.log)
        if try await scratch.log.history(limit: 1).first?.id != line {
          corrections += correction == .undo ? -1 : 1
        }
        let before = (try await all(scratch.log), try await scratch.log.listeningTotals())
        for one in input.shuffled(using: &random) { try await app.report(one) }
        let after = (try await all(scratch.log), try await scratch.log.listeningTotals())
        #expect(before.0 == after.0 && before.1 == after.1, "seed \(seed), \(correction)")
      }
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `is replaced by newly reported values`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24))
      let id = try await app.report(0, seconds: 60).id
      try await scratch.log.write("Correct") { writer in
        try writer.change(id, as: Listening.self) { $0.detail.isCompleted = true }
        try writer.change(id, as: Listening.self) { $0.detail.isCompleted = false }
      }
      try await app.report(0, seconds: 60, completed: true)
      #expect(try await scratch.log.listeningSession(id)?.isCompleted == true)
    }
  }

  @Test(arguments: TestEngine.all)
  func `extends the last part after a split when the report grows`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24))
      let id = try await app.report(0, end: 1_200).id
      let start = Instant.scratchStart
      try await scratch.log.write("Cut") { writer in
        let (_, later) = try writer.split(id, as: Listening.self, at: start + .seconds(400))
        _ = try writer.split(later.id, as: Listening.self, at: start + .seconds(800))
      }
      for end in [1_800, 1_200, 2_400, 2_400] as [Int64] { try await app.report(0, end: end) }
      let pieces = try await all(scratch.log).sorted { $0.start < $1.start }
      #expect(pieces.map(\.seconds) == [400, 400, 1_600])
      #expect(try await scratch.log.listeningTotals().seconds == 2_400)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `can change the story`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let app = try await ListeningApp(scratch)
      scratch.clock.advance(by: .hours(24))
      let id = try await app.report(0, seconds: 60, completed: true).id
      let other = app.stories[1]
      try await scratch.log.write("Correct") { writer in
        try writer.change(id, as: Listening.self) { $0.detail.move(to: other) }
      }
      #expect(try await !app.report(0, seconds: 60, completed: true).isNew)
      #expect(try await scratch.log.listeningSession(id)?.story == other)
      #expect(try await scratch.log.listeningTotals().sessions == 1)
      try await scratch.isSound()
    }
  }
}
