import Cairn
import CairnStore
import CairnSync
import CairnTestKit

/// The failures in a history besides a bad network and wrong clocks.
enum FailureKind: Int, CaseIterable {
  /// None; nobody undoes anything, so deleted records must stay deleted.
  case none
  /// The server is restored from a backup, with or without a new epoch.
  case serverSetBack
  /// A device loses its log, or another one is created from its copy.
  case wipesAndClones
  /// A device is restored from a backup with a new node; clocks jump.
  case jumps
  /// The disk of a device acknowledges a write and loses it.
  case lostWrites
  /// Disks lose power during a write, are full, or fail; nobody undoes anything.
  case failingDisks
}

/// A random history of devices and their server, determined by its seed.
struct History {
  let seed: UInt64
  /// The numbers of the steps to run; fewer while shrinking a failure.
  let steps: [Int]

  init(seed: UInt64) {
    let chance = SharedChance(seed: seed)
    let isBrief = seed >= Self.brief
    let (least, more) = isBrief ? (6, chance.one(of: [8, 14, 24, 50])) : (15, 40)
    self.init(seed: seed, steps: Array(0..<(least + chance.number(below: more))))
  }

  init(seed: UInt64, steps: [Int]) { (self.seed, self.steps) = (seed, steps) }

  /// From this seed on, people climb, merge books and use newer versions; earlier seeds still reproduce old failures.
  private static let wide: UInt64 = 10_000
  /// From this seed on, most are short, with few devices, which are enough for nearly every bug.
  ///
  /// Disks fail, too, and people differ in their actions.
  private static let brief: UInt64 = 1_000_000

  /// From this seed on, devices have names, and people resolve conflicts.
  private static let named: UInt64 = 2_400_000_000

  /// From this seed on, sessions are split, merged and moved.
  private static let cutting: UInt64 = 2_600_000_000

  private var isWide: Bool { seed >= Self.wide }
  private var isBrief: Bool { seed >= Self.brief }

  private var failureKind: FailureKind {
    let all = FailureKind.allCases.prefix(isBrief ? 6 : isWide ? 5 : 4)
    return all[Int(seed % UInt64(all.count))]
  }

  /// Whether anything is undone or restored; otherwise deleted records must stay deleted.
  private var takesBack: Bool { failureKind != .none && failureKind != .failingDisks }

  private var actionMix: ActionMix {
    guard isBrief else { return ActionMix(undoes: takesBack, isWide: isWide) }
    var actionMix = ActionMix(SharedChance(seed: seed &* 7 &+ 3), undoes: takesBack)
    actionMix.namesDevices = seed >= Self.named
    if seed >= Self.cutting { actionMix.cutting = seed / 6 % 3 == 0 ? 25 : 80 }
    return actionMix
  }

  /// Runs it on the disks of a rack; returns the violated invariant, or nil.
  func run(on rack: Rack) async throws -> String? {
    rack.clear()
    let chance = SharedChance(seed: seed &* 31 &+ 7)
    let counts = isBrief ? [1, 2, 2, 2, 3, 3, 4, 5] : [1, 2, 3, 4, 5]
    var world = try await World(rack, chance.one(of: counts), seed)
    world.loss = chance.number(below: 4) * 12
    world.losesWrites = failureKind == .lostWrites
    world.page = [3, 20, 500][chance.number(below: 3)]
    if isBrief, chance.isUnder(75) { try await world.begin(2) }
    world.backUp()
    let actionMix = actionMix
    world.takesBack = takesBack
    for step in steps { try await take(step, &world, actionMix) }
    return try await InvariantCheck(world).problem()
  }

  /// Runs one step with its own random numbers, so that leaving it out does not change the others.
  private func take(_ step: Int, _ world: inout World, _ actionMix: ActionMix) async throws {
    let chance = SharedChance(seed: seed &* 1_000_003 &+ UInt64(step))
    world.pass(.minutes(1 + Int64(chance.number(below: 9))))
    if chance.isUnder(actionMix.striking) { try await strike(&world, chance) }
    let device = chance.number(below: world.devices.count)
    if chance.isUnder(actionMix.syncing) {
      try await world.sync(device, chance)
    } else {
      try await world.act(device, chance, actionMix)
    }
  }

  private func strike(_ world: inout World, _ chance: SharedChance) async throws {
    let device = chance.number(below: world.devices.count)
    switch (failureKind, chance.number(below: 4)) {
    case (_, 0): try await world.restart(device)
    case (.serverSetBack, 1): world.backUp()
    case (.serverSetBack, let kind):
      try await world.restoreBackup(changesEpoch: kind == 2 && (!isBrief || chance.isUnder(40)))
    case (.wipesAndClones, 1): try await world.wipe(device, seed: chance.bits())
    case (.wipesAndClones, _): try await world.clone(device, seed: chance.bits())
    case (.jumps, 1): world.keep(device)
    case (.jumps, 2): try await world.restore(device)
    case (.jumps, _): world.jump(device, chance)
    case (.lostWrites, _): try await world.loseWrite(device)
    case (.failingDisks, let kind): world.failDisk(kind == 1 ? nil : device, chance)
    default: break
    }
  }
}

extension History {
  /// Returns the shortest failing history found by leaving out each step in turn.
  func shrunk(on rack: Rack) async -> History {
    var smallest = self
    for step in steps.reversed() {
      let fewer = History(seed: seed, steps: smallest.steps.filter { $0 != step })
      if await fewer.fails(on: rack) { smallest = fewer }
    }
    return smallest
  }

  private func fails(on rack: Rack) async -> Bool {
    do { return try await run(on: rack) != nil } catch { return true }
  }
}
