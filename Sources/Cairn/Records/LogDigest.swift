/// A checksum over the values and stamps of records and over the lines of history: two logs with the
/// same one hold the same (spec/sync.md 3.3, spec/security.md S1).
///
/// A deleted record counts by the stamp of its deletion alone. It finds accidents, not forgers: every
/// device that adds to a log may change it as it likes.
public struct LogDigest: Sendable, Equatable {
  /// How many records and lines were added.
  public private(set) var count: Int64
  /// The sum, modulo 2⁶⁴.
  public private(set) var sum: UInt64

  /// Of nothing, or as it was stored.
  public init(count: Int64 = 0, sum: UInt64 = 0) {
    (self.count, self.sum) = (count, sum)
  }

  /// Adds a record.
  public mutating func add(_ record: Record) {
    count += 1
    sum &+= Self.value(of: record)
  }

  /// Adds a line of history; whatever becomes of its stamp, it is the same line.
  public mutating func add(_ mutation: RecordID) {
    count += 1
    sum &+= Self.mix(Self.mix(mutation.high) &+ mutation.low)
  }

  /// Takes a record away that was added.
  public mutating func remove(_ record: Record) {
    count -= 1
    sum &-= Self.value(of: record)
  }

  /// Both sums together.
  public static func + (left: LogDigest, right: LogDigest) -> LogDigest {
    LogDigest(count: left.count + right.count, sum: left.sum &+ right.sum)
  }

  private static func value(of record: Record) -> UInt64 {
    let start = mix(hash(record.kind.name) ^ mix(record.id.high) &+ record.id.low)
    if record.deletion != nil, let stamp = record.stamp(of: RecordField.deleted) {
      return value(start, RecordField.deleted, .null, stamp)
    }
    var sum: UInt64 = 0
    for (name, held) in record.fields.members {
      if let stamp = record.stamp(of: name) { sum &+= value(start, name, held, stamp) }
    }
    return sum
  }

  private static func value(
    _ start: UInt64,
    _ name: String,
    _ held: FieldValue,
    _ stamp: Stamp
  ) -> UInt64 {
    let who = UInt64(stamp.node) << 1 | (stamp.isAutomatic ? 1 : 0)
    return mix(mix(mix(mix(start ^ hash(name)) ^ stamp.time) ^ who) ^ hash(held))
  }

  private static func hash(_ value: FieldValue) -> UInt64 {
    switch value {
    case .null: 0
    case .bool(let flag): flag ? 1 : 2
    case .integer(let number): mix(UInt64(bitPattern: number)) ^ 3
    case .text(let text): hash(text) ^ 4
    }
  }

  /// FNV-1a.
  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Spreads each bit over all others: the finish of SplitMix64.
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
