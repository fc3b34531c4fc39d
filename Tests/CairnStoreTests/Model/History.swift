import Cairn
import CairnStore
import CairnTestKit
import CairnReports

/// A random history, applied to a log and the model in parallel.
struct History: Sendable {
  var steps: [Step]
  let seed: UInt64
  let engine: TestEngine

  init(seed: UInt64, length: Int, engine: TestEngine) {
    var random = SeededGenerator(seed: seed)
    steps = (0..<length).map { _ in Step(random: &random) }
    self.seed = seed
    self.engine = engine
  }

  /// Instants near unusual days: clock changes, a skipped day, the end of a year.
  private static let starts = [
    "2011-12-29T20:00:00Z", "2026-03-28T20:00:00Z", "2026-10-24T20:00:00Z",
    "2026-04-04T02:00:00Z", "2027-12-31T18:00:00Z",
  ]

  /// Returns the first mismatch when the history runs; nil if there is none.
  func failure() async throws -> Mismatch? {
    let start = Self.starts[Int(seed % UInt64(Self.starts.count))]
    guard let start = Instant(text: start) else { return nil }
    return try await engine.scratchLog(
      kinds: Log.kinds + [SwimmingTable()],
      at: start,
      seed: seed
    ) { scratch in
      var pair = Pair(scratch, try await scratch.reopen(kinds: Log.kinds + [SwimmingTable()]))
      for (number, step) in steps.enumerated() {
        do { try await pair.apply(step) } catch let mismatch as Mismatch {
          return Mismatch("step \(number), \(step): \(mismatch)")
        }
      }
      return nil
    }
  }

  /// Returns the shortest history that still fails, found by leaving out steps.
  func smallest() async throws -> (history: History, failure: Mismatch)? {
    guard var failure = try await failure() else { return nil }
    var history = self
    for size in sequence(first: max(1, steps.count / 2), next: { $0 > 1 ? $0 / 2 : nil }) {
      var start = 0
      while start < history.steps.count {
        var shorter = history
        shorter.steps.removeSubrange(start..<min(start + size, shorter.steps.count))
        if let still = try await shorter.failure() {
          (history, failure) = (shorter, still)
        } else {
          start += size
        }
      }
    }
    return (history, failure)
  }
}

/// A log, opened twice as by two processes, with the model.
private struct Pair {
  private let scratch: ScratchLog
  private let logs: [Log]
  private var model: Model
  private var known: Set<Model.Key> = []
  private var turn = 0

  init(_ scratch: ScratchLog, _ other: ScratchLog) {
    self.scratch = scratch
    logs = [scratch.log, other.log]
    let device = Stamp.text(ofNode: scratch.log.context.node)
    model = Model(now: scratch.clock.now, device: device)
  }

  mutating func apply(_ step: Step) async throws {
    step.move(&model.now, &model.zone)
    scratch.clock.set(to: model.now)
    guard let command = step.command(among: model.choices) else { return }
    turn += 1
    let log = logs[turn % 2]
    let lines = try await log.history(limit: .max).reversed().map(\.id)
    let refusal = try await refusal(of: command, on: log, lines)
    let records = try await self.records(of: log)
    try compare(refusal, with: command, made: records)
    try await Comparison(log: log, model: model, records: records).run()
  }

  private func refusal(
    of command: Command,
    on log: Log,
    _ lines: [RecordID]
  ) async throws -> CairnError? {
    do {
      try await command.run(on: log, zone: model.zone, lines: lines)
      return nil
    } catch let error as CairnError {
      let isOurs = ["session.", "reading.", "history.", "swimming."].contains {
        error.code.hasPrefix($0)
      }
      guard isOurs else { throw Mismatch("an error that is no refusal", error, command) }
      return error
    }
  }

  private mutating func compare(
    _ refusal: CairnError?,
    with command: Command,
    made records: [Record]
  ) throws {
    let keys = Set(records.map { Model.Key(kind: $0.kind, id: $0.id) })
    var modelRefusal: CairnError?
    do { try model.apply(command, made: Array(keys.subtracting(known))) } catch let error
      as CairnError
    {
      modelRefusal = error
    }
    known = keys
    guard (refusal == nil) != (modelRefusal == nil) else { return }
    throw Mismatch("\(command) is refused by one only", refusal as Any, modelRefusal as Any)
  }

  private func records(of log: Log) async throws -> [Record] {
    let all = Seen<[Record]>()
    all.value = []
    try await log.export(records: { all.value?.append($0) }, mutations: { _ in })
    return all.value ?? []
  }
}
