/// A checksum over the values and stamps of all records and over the history entries of a log.
///
/// Logs with equal digests have equal content (spec/sync.md 3.3, spec/security.md S1). A deleted
/// record contributes only the stamp of its deletion. The digest detects accidents, not attacks: a
/// device that may write to a log can change it at will.
public struct LogDigest: Sendable, Equatable {
  /// The number of records and history entries in the digest.
  public private(set) var count: Int64
  /// The sum of their hashes, modulo 2⁶⁴.
  public private(set) var sum: UInt64

  /// Creates an empty digest, or restores a stored one.
  public init(count: Int64 = 0, sum: UInt64 = 0) {
    (self.count, self.sum) = (count, sum)
  }

  /// Adds a record.
  public mutating func add(_ record: Record) {
    count += 1
    sum &+= Self.value(of: record)
  }

  /// Adds a history entry; only its ID counts, because its stamp may change.
  public mutating func add(_ mutation: RecordID) {
    count += 1
    sum &+= Self.mix(Self.mix(mutation.high) &+ mutation.low)
  }

  /// Removes a record that was added before.
  public mutating func remove(_ record: Record) {
    count -= 1
    sum &-= Self.value(of: record)
  }

  /// Returns the digest of both contents together.
  public static func + (left: LogDigest, right: LogDigest) -> LogDigest {
    LogDigest(count: left.count + right.count, sum: left.sum &+ right.sum)
  }

  private static func value(of record: Record) -> UInt64 {
    let start = mix(hash(record.kind.name) ^ mix(record.id.high) &+ record.id.low)
    var sum: UInt64 = 0
    if record.fields.deletion != nil {
      for name in RecordField.existence {
        if let stamp = record.stamp(of: name) { sum &+= value(start, name, .null, stamp) }
      }
      return sum
    }
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
    let who =
      UInt64(stamp.turn) << 33 | UInt64(stamp.node) << 1 | (stamp.isAutomatic ? 1 : 0)
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

  /// Returns the FNV-1a hash of a string.
  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Mixes the bits of a value with the finalizer of SplitMix64.
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
