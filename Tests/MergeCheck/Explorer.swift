import Cairn

/// Tries every history of up to some acts on a base that all know.
///
/// Each act knows any set of the earlier ones that is closed under what those knew: every way in which
/// any number of devices can have received each other's acts. Then all meet.
struct Explorer {
  let base: SimulatedLog
  let choices: (LogView, [Mutation]) -> [Act]
  let acts: Int
  var now: Int64 = 2000
  /// Only the first acts with an index that has this remainder are tried.
  var share = (remainder: 0, of: 1)

  private(set) var count = 0
  private(set) var failures: [String: String] = [:]
  private(set) var silent: [String: String] = [:]

  init(_ base: Base, acts: Int) {
    (self.base, choices, self.acts) = (base.log, base.choices, acts)
  }

  /// A history so far.
  private struct Path {
    var entries: [Mutation] = []
    var effects: [RecordID: Effect] = [:]
    var acts: [Act] = []
    /// For each entry, the set of entries that its device knew, as bits.
    var known: [UInt64] = []
  }

  mutating func run() { explore(Path()) }

  private mutating func explore(_ path: Path) {
    if !path.entries.isEmpty { check(path) }
    guard path.entries.count < acts else { return }
    for known in closedSets(path) {
      let entries = path.entries.indices.filter { known >> UInt64($0) & 1 == 1 }
        .map { path.entries[$0] }
      var log = base
      for entry in entries { log.apply(entry) }
      var person = Person(node: UInt32(path.entries.count + 1), log)
      for (index, act) in choices(person.view, entries).enumerated() {
        guard !path.entries.isEmpty || index % share.of == share.remainder else { continue }
        follow(path, act, &person, known)
      }
    }
  }

  private mutating func follow(_ path: Path, _ act: Act, _ person: inout Person, _ known: UInt64) {
    let position = path.entries.count
    var next = path
    next.acts.append(act)
    do {
      let entry = try person.write(
        act,
        at: now + 10 * Int64(position),
        named: "x\(position + 1)"
      )
      next.effects[entry.id] = try Effect(of: entry, on: person.log)
      next.entries.append(entry)
      next.known.append(known)
    } catch let failure as Failure {
      return note(failure, [act], next.acts)
    } catch {
      return
    }
    explore(next)
  }

  /// Returns all sets of entries, as bits, that a device may have received.
  private func closedSets(_ path: Path) -> [UInt64] {
    (0..<UInt64(1) << UInt64(path.entries.count)).filter { set in
      path.known.indices.allSatisfy { set >> UInt64($0) & 1 == 0 || path.known[$0] & ~set == 0 }
    }
  }

  private mutating func check(_ path: Path) {
    count += 1
    let now = now + 10 * Int64(path.entries.count) - 10
    let check = HistoryCheck(base, path.entries, path.effects, now: now)
    do throws(Failure) {
      try check.run()
    } catch {
      note(error, path.acts, path.acts)
    }
    guard path.entries.count == 2, path.known[1] == 0, check.issues.isEmpty else { return }
    if !isInTurn(check.shape, path.acts) {
      silent[path.acts.map { $0.name }.sorted().joined(separator: " | ")] = "\(path.acts)"
    }
  }

  private mutating func note(_ failure: Failure, _ acts: [Act], _ all: [Act]) {
    let names = acts.map { $0.name }.sorted().joined(separator: " | ")
    let key = failure.what + ": " + names
    if failures[key] == nil { failures[key] = failure.details + " " + "\(all)" }
  }

  /// Returns whether the two acts end as they would on one device that did both, in either order.
  private func isInTurn(_ shape: Shape, _ acts: [Act]) -> Bool {
    [[0, 1], [1, 0]].contains { order in
      var log = base
      for index in order {
        var person = Person(node: UInt32(index + 1), log)
        let entry = try? person.write(
          acts[index],
          at: now + 10 * Int64(index),
          named: "x\(index + 1)"
        )
        if let entry { log.apply(entry) }
      }
      return Shape(LogView(log.content)) == shape
    }
  }
}
