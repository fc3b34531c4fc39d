import Cairn

/// A generator of random numbers that gives the same for a seed on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ limit: Int64) -> Int64 { Int64(next() % UInt64(limit)) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(next() % UInt64(values.count))]
  }

  mutating func pickOne<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : pick(values) }
}

/// A random history of devices with clocks that differ, and a server; what is sent may be late, lost,
/// or arrive twice.
struct RandomHistory {
  private struct Device {
    let skew: Int64
    var person: Person
  }

  let base: SimulatedLog
  private var random: SeededGenerator
  private var devices: [Device] = []
  private var server: SimulatedLog
  private var late: [(device: Int, log: SimulatedLog)] = []
  private var now: Int64 = 1000
  private let usual: Set<String>
  private(set) var entries: [Mutation] = []

  /// Creates and runs the history of a seed.
  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    base = Self.library
    server = base
    usual = Self.habits(&random)
    for node in 1...UInt32(random.pick([2, 2, 3, 4])) {
      let skew: Int64 = random.pick([0, 0, 0, 30, -30])
      devices.append(Device(skew: skew, person: Person(node: node, notShowing: base)))
    }
    for _ in 0..<(8 + random.below(32)) { step() }
    for device in devices { server.join(device.person.log) }
    for index in devices.indices { devices[index].person.receive(server) }
  }

  private static let library = Base.log([(1, .addBook("A")), (2, .addBook("B"))])

  /// Checks that all devices show the same, and with `isFull` every invariant; throws ``Failure``.
  func check(isFull: Bool) throws(Failure) {
    let shown = Person(node: 9, server)
    let (shape, issues) = (Shape(shown.view), shown.issues)
    for (index, device) in devices.enumerated() {
      var theirs = device.person
      theirs.show()
      try require(theirs.log.isEqual(server), "records differ")
      try require(Shape(theirs.view) == shape, "views differ")
      // Equal records have equal issues in any order of entries; one other order shows it.
      try require(index > 0 || theirs.issues == issues, "issues differ")
    }
    guard isFull else { return }
    var effects: [RecordID: Effect] = [:]
    for entry in entries {
      var log = base
      for other in entries where other.id != entry.id && entry.knows(other) {
        log.apply(other)
      }
      effects[entry.id] = try Effect(of: entry, on: log)
    }
    try HistoryCheck(base, entries, effects, now: 1_000_000).run()
  }

  /// In most histories people do only some of all acts, so that these meet more often.
  private static func habits(_ random: inout SeededGenerator) -> Set<String> {
    let all = [
      "start", "pause", "resume", "stop", "track", "edit", "move", "split", "merge", "delete",
      "restore", "rebook", "note", "mood", "repage", "add_book", "merge_books", "delete_book",
      "finish", "place", "climb", "attempt", "move_climb", "undo", "redo",
    ]
    guard random.below(10) < 6 else { return Set(all) }
    return Set(all.shuffled(using: &random).prefix(all.count / 2) + ["start", "track", "stop"])
  }

  private mutating func step() {
    now += random.pick([1, 7, 20])
    let index = Int(random.below(Int64(devices.count)))
    switch random.below(100) {
    case ..<65: act(index)
    case ..<78: server.join(devices[index].person.log)
    case ..<90: devices[index].person.receive(server)
    case ..<94:
      late.append((Int(random.below(Int64(devices.count + 1))), devices[index].person.log))
    default: deliver()
    }
  }

  private mutating func deliver() {
    guard let sent = random.pickOne(late) else { return }
    if sent.device < devices.count {
      devices[sent.device].person.receive(sent.log)
    } else {
      server.join(sent.log)
    }
  }

  private mutating func act(_ index: Int) {
    devices[index].person.show()
    guard let entry = written(index) else { return }
    devices[index].person.apply(entry)
    entries.append(entry)
  }

  private mutating func written(_ index: Int) -> Mutation? {
    let choice = RandomAct(devices[index].person)
    for _ in 0..<6 {
      guard let act = choice.next(&random), usual.contains(act.name),
        let entry = try? devices[index].person.write(act, at: now + devices[index].skew)
      else { continue }
      return entry
    }
    return nil
  }
}
