import CairnTestKit
import Foundation
import Testing

@Suite struct `A log after a random history` {
  /// Histories per seed and engine, multiplied by `CAIRN_MODEL_RUNS` if set.
  private static let runs =
    8 * (ProcessInfo.processInfo.environment["CAIRN_MODEL_RUNS"].flatMap { Int($0) } ?? 1)

  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `equals the model after every step`(engine: TestEngine, seed: UInt64) async throws {
    for run in 0..<UInt64(Self.runs) {
      let history = History(seed: seed &* 1_000 &+ run, length: 40, engine: engine)
      guard let (smallest, failure) = try await history.smallest() else { continue }
      let steps = smallest.steps.map { "  \($0)" }.joined(separator: "\n")
      Issue.record("seed \(history.seed)\n\(steps)\n\(failure)")
      return
    }
  }
}
