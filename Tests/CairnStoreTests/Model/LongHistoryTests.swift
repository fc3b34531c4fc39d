import Cairn
import CairnSQL
import CairnStore
import CairnTestKit
import Foundation
import Testing
import CairnReports

/// Takes minutes, so it runs only if `CAIRN_LONG_TESTS` is 1.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == "1"))
struct `A log after a hundred thousand mutations` {
  @Test(arguments: [SeededGenerator.seeds[0]])
  func `equals its rebuild`(seed: UInt64) async throws {
    let kinds = Log.kinds + [SwimmingTable()]
    try await TestEngine.device.scratchLog(kinds: kinds, seed: seed) { scratch in
      var history = LongHistory(scratch, seed: seed)
      while try await history.mutations() < 100_000 { try await history.resume(500) }
      let report = try await scratch.log.checkProjections(repair: true)
      #expect(report.isHealthy, "\(report)")
      #expect(report.tables.map(\.rows).reduce(0, +) > 10_000)
      try await scratch.isSound()
      print("seed \(seed): \(try await history.mutations()) mutations, \(report.records) records")
    }
  }
}

/// Random steps on one log, which use its newest content.
private struct LongHistory {
  private let scratch: ScratchLog
  private var random: SeededGenerator
  private var choices: Choices

  init(_ scratch: ScratchLog, seed: UInt64) {
    self.scratch = scratch
    random = SeededGenerator(seed: seed)
    choices = Choices(now: scratch.clock.now)
  }

  func mutations() async throws -> Int64 {
    try await scratch.log.read { connection in
      try connection.first("SELECT count(*) FROM mutation") { try $0.integer(0) } ?? 0
    }
  }

  mutating func resume(_ count: Int) async throws {
    for number in 0..<count {
      if number % 10 == 0 { try await lookAround() }
      let step = Step(random: &random)
      step.move(&choices.now, &choices.zone)
      scratch.clock.set(to: choices.now)
      // Another start hour recomputes every day; a person changes it very rarely.
      if step.action == .dayStartHour, Int.random(in: 0..<100, using: &random) > 0 { continue }
      try await apply(step)
    }
  }

  private func apply(_ step: Step) async throws {
    guard let command = step.command(among: choices) else { return }
    do {
      let lines = try await scratch.log.history(limit: choices.lines).map(\.id)
      try await command.run(on: scratch.log, zone: choices.zone, lines: lines)
    } catch let error as CairnError where !error.code.hasPrefix("storage.") {
      return  // An error; other tests check that it changes nothing.
    }
  }

  private mutating func lookAround() async throws {
    let newest = try await scratch.log.sessions(SessionFilter(limit: 60))
    choices.sessions = newest.map { ($0.id, $0.kind, $0.timeline) }
    choices.books = try await scratch.log.read { connection in
      try connection.values("SELECT id FROM entry ORDER BY id DESC LIMIT 30")
    }
    choices.lines = try await scratch.log.history(limit: 30).count
  }
}
