import Cairn
import CairnSQL
import CairnStore
import Testing

@Suite struct `Two concurrent migrations of one log` {
  /// The first move, to the west, stops after some transactions, then the second after some of its
  /// own.
  ///
  /// Then the first runs to its end, and finally the second.
  @Test(arguments: [nil, "west"])
  func `leave it complete in the directory's database in every interleaving`(
    second: String?
  ) async throws {
    let all = try await MovedLog(with: "Emma").transactionsOfMove()
    // The transactions in the middle all copy a table, so a few of them suffice.
    for first in [2, 3, 4, 5, 6, 7, all / 2, all - 5, all - 4, all - 3, all - 2, all - 1] {
      for other in [2, 4, 5, 6, all - 4, all - 3, all - 2] {
        let plan = [(0, first), (1, other), (0, Int.max), (1, Int.max)]
        let moved = try await MovedLog(with: "Emma")
        try await Interleaving(Schedule(plan), moved, all).run(to: "west", second)
      }
    }
  }
}

/// Two interleaved moves of one log, and a server that writes to the database in the directory.
private struct Interleaving: Sendable {
  let schedule: Schedule
  let moved: MovedLog
  /// The number of transactions of a move.
  let all: Int
  private let acknowledged = AcknowledgedTitles()

  init(_ schedule: Schedule, _ moved: MovedLog, _ all: Int) {
    (self.schedule, self.moved, self.all) = (schedule, moved, all)
  }

  func run(to first: String?, _ second: String?) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (mover, shard) in [first, second].enumerated() {
        group.addTask {
          let move = try await moved.logMove(
            ScheduledHook(mover: mover, schedule: schedule, after: look)
          )
          _ = try? await move.run(to: shard)
          await schedule.end(mover)
        }
      }
      try await group.waitForAll()
    }
    let shard = try await moved.accounts.shard(of: moved.account)
    #expect(try await moved.writableShards() == [shard], "\(schedule.plan)")
    let titles = try await moved.open().books().map(\.title).sorted()
    #expect(titles == (await acknowledged.all + ["Emma"]).sorted(), "\(schedule.plan)")
    let other = shard == nil ? moved.west : moved.home
    #expect(try await moved.rows(in: other) == "", "\(schedule.plan)")
  }

  /// Checks after each transaction except those in the middle, which all copy a table.
  @Sendable private func look(isSwitch: Bool, done: Int) async {
    guard isSwitch || done < 10 || all - done < 10 else { return }
    do {
      try await moved.expectOneWritableShard("\(schedule.plan)")
      if isSwitch { try await write() }
    } catch {
      Issue.record(error, "\(schedule.plan)")
    }
  }

  private func write() async throws {
    let shard = try await moved.accounts.shard(of: moved.account)
    let title = "\(await acknowledged.all.count)"
    do {
      try await moved.open(in: shard == nil ? moved.home : moved.west).add(title)
    } catch let error as CairnError where error.code == "storage.moving" { return }
    await acknowledged.add(title)
  }
}

/// The titles of the acknowledged writes.
private actor AcknowledgedTitles {
  private(set) var all: [String] = []
  func add(_ title: String) { all.append(title) }
}

/// The hook of one of several moves; each transaction waits for its turn.
private struct ScheduledHook: TransactionHook {
  let mover: Int
  let schedule: Schedule
  let after: @Sendable (_ isSwitch: Bool, _ done: Int) async -> Void

  func beforeTransaction() async { await schedule.take(mover) }

  func afterTransaction() async {
    await after(await schedule.isLast, await schedule.done(by: mover))
    await schedule.give(mover)
  }
}

/// A schedule of how many transactions each move runs in which order; it skips a move that has ended.
private actor Schedule {
  nonisolated let plan: [(mover: Int, count: Int)]
  private var rest: [(mover: Int, count: Int)]
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var done: [Int: Int] = [:]

  init(_ plan: [(Int, Int)]) {
    (self.plan, rest) = (plan, plan.filter { $0.1 > 0 })
  }

  /// Returns the number of transactions that a move has run.
  func done(by mover: Int) -> Int { done[mover, default: 0] }

  /// Whether another move is next.
  var isLast: Bool { rest.first?.count == 1 }

  func take(_ mover: Int) async {
    done[mover, default: 0] += 1
    guard rest.first?.mover != mover else { return }
    await withCheckedContinuation { waiting[mover] = $0 }
  }

  func give(_ mover: Int) {
    rest[0].count -= 1
    rest.removeAll { $0.count == 0 }
    wake()
  }

  func end(_ mover: Int) {
    rest.removeAll { $0.mover == mover }
    wake()
  }

  private func wake() {
    guard let mover = rest.first?.mover else { return }
    waiting.removeValue(forKey: mover)?.resume()
  }
}
