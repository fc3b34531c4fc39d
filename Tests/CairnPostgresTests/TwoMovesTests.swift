import Cairn
import CairnSQL
import CairnStore
import Testing

@Suite struct `Two moves of one log at once` {
  /// The first, to the west, stops after so many transactions, the second after so many of its own, then
  /// the first goes on to its end, and then the second.
  @Test(arguments: [nil, "west"])
  func `leave it whole in the one place that the directory names, however they interleave`(
    second: String?
  ) async throws {
    let all = try await MovedLog(with: "Emma").transactionsOfMove()
    // In the middle, table after table is copied.
    for first in [2, 3, 4, 5, 6, 7, all / 2, all - 5, all - 4, all - 3, all - 2, all - 1] {
      for other in [2, 4, 5, 6, all - 4, all - 3, all - 2] {
        let plan = [(0, first), (1, other), (0, Int.max), (1, Int.max)]
        let moved = try await MovedLog(with: "Emma")
        try await Interleaving(KeyedSemaphore(plan), moved, all).run(to: "west", second)
      }
    }
  }
}

/// Two moves of a log, and a server that writes to it where the directory says, when they take turns.
private struct Interleaving: Sendable {
  let semaphore: KeyedSemaphore
  let moved: MovedLog
  /// How many transactions a move takes.
  let all: Int
  private let told = Titles()

  init(_ semaphore: KeyedSemaphore, _ moved: MovedLog, _ all: Int) {
    (self.semaphore, self.moved, self.all) = (semaphore, moved, all)
  }

  func run(to first: String?, _ second: String?) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (mover, shard) in [first, second].enumerated() {
        group.addTask {
          let move = try await moved.logMove(Turn(mover: mover, semaphore: semaphore, after: look))
          _ = try? await move.run(to: shard)
          await semaphore.end(mover)
        }
      }
      try await group.waitForAll()
    }
    let shard = try await moved.accounts.shard(of: moved.account)
    #expect(try await moved.openPlaces() == [shard], "\(semaphore.plan)")
    let titles = try await moved.open().books().map(\.title).sorted()
    #expect(titles == (await told.all + ["Emma"]).sorted(), "\(semaphore.plan)")
    let other = shard == nil ? moved.west : moved.home
    #expect(try await moved.rows(in: other) == "", "\(semaphore.plan)")
  }

  /// Looks after each transaction but those in the middle, which copy table after table.
  @Sendable private func look(isSwitch: Bool, done: Int) async {
    guard isSwitch || done < 10 || all - done < 10 else { return }
    do {
      try await moved.expectOnePlace("\(semaphore.plan)")
      if isSwitch { try await write() }
    } catch {
      Issue.record(error, "\(semaphore.plan)")
    }
  }

  private func write() async throws {
    let shard = try await moved.accounts.shard(of: moved.account)
    let title = "\(await told.all.count)"
    do {
      try await moved.open(in: shard == nil ? moved.home : moved.west).add(title)
    } catch let error as CairnError where error.code == "storage.moving" { return }
    await told.add(title)
  }
}

/// What was acknowledged.
private actor Titles {
  private(set) var all: [String] = []
  func add(_ title: String) { all.append(title) }
}

/// One of several movers, whose transactions wait for their turn.
private struct Turn: Spending {
  let mover: Int
  let semaphore: KeyedSemaphore
  let after: @Sendable (_ isSwitch: Bool, _ done: Int) async -> Void

  func spend() async { await semaphore.take(mover) }

  func spent() async {
    await after(await semaphore.isLast, await semaphore.done(by: mover))
    await semaphore.give(mover)
  }
}

/// Who may do how many transactions, one after another; whoever has ended is passed over.
private actor KeyedSemaphore {
  nonisolated let plan: [(mover: Int, count: Int)]
  private var rest: [(mover: Int, count: Int)]
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var done: [Int: Int] = [:]

  init(_ plan: [(Int, Int)]) {
    (self.plan, rest) = (plan, plan.filter { $0.1 > 0 })
  }

  /// How many transactions a mover has done.
  func done(by mover: Int) -> Int { done[mover, default: 0] }

  /// Whether another mover is next.
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
