extension RecordID {
  /// Creates a version 8 ID from the parts that identify an item in another system (ADR 0004).
  ///
  /// The ID consists of the first bytes of the SHA-256 of the parts, each preceded by its length. The
  /// same parts give the same ID on every device. Importing a file twice, or on two devices, therefore
  /// creates the same records (spec/sync.md F14, F64).
  public init(derivedFrom parts: [String]) {
    var bytes: [UInt8] = []
    for part in parts {
      bytes += "\(part.utf8.count):".utf8
      bytes += part.utf8
    }
    let digest = SHA256.digest(bytes)
    let high = digest[0..<8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let low = digest[8..<16].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    self.init(
      high: high & ~0xF000 | 0x8000,
      low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    )
  }
}

extension RecordID {
  /// Creates the ID of an automatic history entry, which no person asked for (docs/sync.md).
  ///
  /// The second half is that of a new ID. The first half is derived from it and marks the entry.
  public init(automaticFor new: RecordID) {
    let derived = RecordID(derivedFrom: ["rule", String(new.low, radix: 16)])
    self.init(high: derived.high, low: new.low)
  }

  /// Whether this is the ID of an automatic history entry.
  public var isAutomaticEntry: Bool {
    // Only a derived ID is of version 8, and computing one takes longer.
    high & 0xF000 == 0x8000 && self == RecordID(automaticFor: self)
  }
}
