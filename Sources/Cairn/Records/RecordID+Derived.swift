extension RecordID {
  /// Makes a version 8 id from what names a thing elsewhere (ADR 0004).
  ///
  /// The same parts give the same id on every device, so that importing one file twice, or on
  /// two devices, gives the same records (spec/sync.md F14, F64). The first bytes of the SHA-256
  /// of the parts, each preceded by its length.
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
  /// Makes the id of a line of history that a rule wrote and no person asked for, out of a new id (docs/sync.md).
  ///
  /// Its first half is derived from its second, by which every device knows it for one.
  public init(ofRule new: RecordID) {
    let derived = RecordID(derivedFrom: ["rule", String(new.low, radix: 16)])
    self.init(high: derived.high, low: new.low)
  }

  /// Whether it is the id of a line of history that a rule wrote.
  public var isOfRule: Bool { self == RecordID(ofRule: self) }
}
