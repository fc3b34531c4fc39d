import Cairn
import CairnTestKit
import Testing

/// The value and stamp of a field, which must be equal in all copies.
private struct Held: Equatable {
  let value: FieldValue
  let stamp: Stamp?
}

extension Record {
  fileprivate var held: [String: Held] {
    let pairs = fields.members.map { ($0.name, Held(value: $0.value, stamp: stamp(of: $0.name))) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  fileprivate func joined(_ other: Record) -> Record {
    var result = self
    _ = result.join(other)
    return result
  }
}

@Suite struct `Joining copies of a record` {
  @Test(arguments: SeededGenerator.seeds)
  func `is commutative and idempotent`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let (a, b, c) = (random.record(), random.record(), random.record())
      #expect(a.joined(b).held == b.joined(a).held)
      #expect(a.joined(b).joined(c).held == a.joined(b.joined(c)).held)
      #expect(a.joined(a).held == a.held)
      #expect(a.joined(b).joined(b).held == a.joined(b).held)
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `keeps per field the larger stamp, then the larger value`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let (a, b) = (random.record(), random.record())
      let expected = a.held.merging(b.held) { mine, theirs in
        guard let left = mine.stamp, let right = theirs.stamp, left != right else {
          return mine.value < theirs.value ? theirs : mine
        }
        return left < right ? theirs : mine
      }
      #expect(a.joined(b).held == expected)
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `returns whether anything changed`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      var record = random.record()
      let before = record.held
      let hasChanged = record.join(random.record())
      #expect(hasChanged == (record.held != before))
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `stores one common stamp and sorted exceptions`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let record = random.record().joined(random.record())
      let names = record.exceptions.map(\.name)
      #expect(names == Array(Set(names)).sorted())
      #expect(record.exceptions.allSatisfy { $0.stamp != record.stamp })
      #expect(names.allSatisfy { record.fields.contains($0) })
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `has one stored form, in any order of its values`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let (a, b) = (random.record(), random.record())
      guard !a.fields.isEmpty else { continue }
      #expect(a.joined(b).isSame(as: b.joined(a)))
      let stale = Record(
        kind: a.kind,
        id: a.id,
        fields: a.fields,
        stamp: Stamp(time: 1 << 40, node: 9),
        exceptions: a.fields.members.compactMap { name, _ in a.stamp(of: name).map { (name, $0) } }
      )
      #expect(stale.isSame(as: a))
    }
  }

  @Test func `keeps the changes of both sides`() {
    let old = Stamp(time: 1, node: 1)
    var fields = Fields()
    fields["title"] = .text("Emma")
    fields["pages"] = .integer(300)
    var phone = Record(
      kind: RecordKind("edition"),
      id: RecordID(high: 1, low: 1),
      fields: fields,
      stamp: old
    )
    var laptop = phone
    var change = Fields()
    change["pages"] = .integer(512)
    phone.set(change, stamp: Stamp(time: 2, node: 1))
    change = Fields()
    change["title"] = .text("Persuasion")
    laptop.set(change, stamp: Stamp(time: 3, node: 2))
    let joined = phone.joined(laptop)
    #expect(joined.fields["title"] == .text("Persuasion"))
    #expect(joined.fields["pages"] == .integer(512))
  }

  @Test func `has no stamp for a field that was never set`() {
    let record = Record(
      kind: RecordKind("work"),
      id: RecordID(high: 1, low: 1),
      fields: Fields(),
      stamp: Stamp(time: 1, node: 1)
    )
    #expect(record.stamp(of: "title") == nil)
    #expect(record.deletion == nil)
  }

  @Test func `knows how a record was deleted`() {
    var fields = Fields()
    fields[RecordField.deleted] = .text(Deletion.byUndo)
    let record = Record(
      kind: RecordKind("work"),
      id: RecordID(high: 1, low: 1),
      fields: fields,
      stamp: Stamp(time: 1, node: 1)
    )
    #expect(record.deletion == Deletion.byUndo)
  }

  @Test func `orders values of all types`() {
    let ordered: [FieldValue] = [
      .null, .bool(false), .bool(true), .integer(.min), .integer(0), .integer(.max), .text(""),
      .text("Z"), .text("a"), .text("aa"), .text("ä"), .text("谷"),
    ]
    for (left, right) in zip(ordered, ordered.dropFirst()) {
      #expect(left < right && !(right < left) && !(left < left))
    }
  }
}
