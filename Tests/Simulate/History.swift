import Cairn
import CairnStore
import CairnSync
import CairnTestKit

/// What may go wrong in a history beside a bad line and clocks that differ.
enum Trouble: Int, CaseIterable {
  /// Nothing else; nobody takes anything back, so what was deleted must stay so.
  case none
  /// The server is set back to a copy, whether it says so or not.
  case serverSetBack
  /// A device loses its log, or another is made from its copy.
  case wipesAndClones
  /// A device is set back to a copy and says so; clocks jump.
  case jumps
  /// The disk of a device says that a write is kept, and loses it.
  case lostWrites
  /// Disks lose power in the middle of a write, are full, or fail; nobody takes anything back.
  case failingDisks
}

/// A random history of devices and their server; everything in it follows from its seed.
struct History {
  let seed: UInt64
  /// The numbers of the steps that happen; fewer while a failure is made smaller.
  let steps: [Int]

  init(seed: UInt64) {
    let chance = SharedChance(seed: seed)
    let isBrief = seed >= Self.brief
    let (least, more) = isBrief ? (6, chance.one(of: [8, 14, 24, 50])) : (15, 40)
    self.init(seed: seed, steps: Array(0..<(least + chance.number(below: more))))
  }

  init(seed: UInt64, steps: [Int]) { (self.seed, self.steps) = (seed, steps) }

  /// From here on people climb, merge books and have newer versions; those before are kept as they
  /// were when they went wrong.
  private static let wide: UInt64 = 10_000
  /// From here on most are brief, among few devices, as hardly any mistake needs more.
  ///
  /// Disks fail as well, and people have habits.
  private static let brief: UInt64 = 1_000_000

  /// From here on devices have names, and values that lost are let go.
  private static let named: UInt64 = 2_400_000_000

  /// From here on sessions are cut, joined and given other times.
  private static let cutting: UInt64 = 2_600_000_000

  private var isWide: Bool { seed >= Self.wide }
  private var isBrief: Bool { seed >= Self.brief }

  private var trouble: Trouble {
    let all = Trouble.allCases.prefix(isBrief ? 6 : isWide ? 5 : 4)
    return all[Int(seed % UInt64(all.count))]
  }

  /// Where nothing is taken back, what was deleted must stay so.
  private var takesBack: Bool { trouble != .none && trouble != .failingDisks }

  private var habits: Habits {
    guard isBrief else { return Habits(undoes: takesBack, isWide: isWide) }
    var habits = Habits(SharedChance(seed: seed &* 7 &+ 3), undoes: takesBack)
    habits.namesDevices = seed >= Self.named
    if seed >= Self.cutting { habits.cutting = seed / 6 % 3 == 0 ? 25 : 80 }
    return habits
  }

  /// Lets it happen on the disks of a rack; gives what is wrong at its end, or nil.
  func run(on rack: Rack) async throws -> String? {
    rack.clear()
    let chance = SharedChance(seed: seed &* 31 &+ 7)
    let counts = isBrief ? [1, 2, 2, 2, 3, 3, 4, 5] : [1, 2, 3, 4, 5]
    var world = try await World(rack, chance.one(of: counts), seed)
    world.loss = chance.number(below: 4) * 12
    world.losesWrites = trouble == .lostWrites
    world.page = [3, 20, 500][chance.number(below: 3)]
    if isBrief, chance.isUnder(75) { try await world.begin(2) }
    world.backUp()
    let habits = habits
    world.takesBack = takesBack
    for step in steps { try await take(step, &world, habits) }
    return try await Verdict(world).problem()
  }

  /// Each step draws chances of its own, so that the others stay what they are without it.
  private func take(_ step: Int, _ world: inout World, _ habits: Habits) async throws {
    let chance = SharedChance(seed: seed &* 1_000_003 &+ UInt64(step))
    world.pass(.minutes(1 + Int64(chance.number(below: 9))))
    if chance.isUnder(habits.striking) { try await strike(&world, chance) }
    let device = chance.number(below: world.devices.count)
    if chance.isUnder(habits.syncing) {
      try await world.sync(device, chance)
    } else {
      try await world.act(device, chance, habits)
    }
  }

  private func strike(_ world: inout World, _ chance: SharedChance) async throws {
    let device = chance.number(below: world.devices.count)
    switch (trouble, chance.number(below: 4)) {
    case (_, 0): try await world.restart(device)
    case (.serverSetBack, 1): world.backUp()
    case (.serverSetBack, let kind):
      try await world.setBack(saysSo: kind == 2 && (!isBrief || chance.isUnder(40)))
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
  /// The fewest steps found that still go wrong, each step left out in turn.
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
