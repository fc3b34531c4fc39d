/// When and where a field got its value: a hybrid logical time (spec/sync.md 3.1).
///
/// Of two values of one field the one with the larger stamp stands.
public struct Stamp: Sendable, Hashable, Comparable {
  /// 48 bits of milliseconds since 1970 and 16 bits of counter.
  public let time: UInt64
  /// The device that set the value, a random number.
  public let node: UInt32
  /// True when a rule of the server set the value and no person did.
  public let isAutomatic: Bool

  /// When it was given, by the clock of its device.
  public var instant: Instant { Instant(milliseconds: Int64(time >> 16)) }

  /// Makes a stamp from its parts.
  public init(time: UInt64, node: UInt32, isAutomatic: Bool = false) {
    self.time = time
    self.node = node
    self.isAutomatic = isAutomatic
  }

  /// Orders by time, then node, then a person before a rule: the order of the texts as ASCII.
  public static func < (left: Stamp, right: Stamp) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.node != right.node { return left.node < right.node }
    return !left.isAutomatic && right.isAutomatic
  }

  /// 12 hexadecimal digits of milliseconds, 4 of counter, a hyphen, 8 of node, and `a` when
  /// automatic.
  public var text: String {
    String(unsafeUninitializedCapacity: 26) { buffer in
      Self.write(time, 16, to: buffer, at: 0)
      buffer[16] = 0x2D
      Self.write(UInt64(node), 8, to: buffer, at: 17)
      if isAutomatic { buffer[25] = 0x61 }
      return isAutomatic ? 26 : 25
    }
  }

  /// The 8 hexadecimal digits by which a record names a device.
  public static func text(ofNode node: UInt32) -> String {
    String(unsafeUninitializedCapacity: 8) { buffer in
      write(UInt64(node), 8, to: buffer, at: 0)
      return 8
    }
  }

  private static func write(
    _ value: UInt64,
    _ digits: Int,
    to buffer: UnsafeMutableBufferPointer<UInt8>,
    at start: Int
  ) {
    for index in 0..<digits {
      let nibble = UInt8(truncatingIfNeeded: value >> UInt64((digits - 1 - index) * 4)) & 0x0F
      buffer[start + index] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
    }
  }

  /// Reads the text form; nil for anything else, upper case included.
  public init?(text: String) {
    let bytes = [UInt8](text.utf8)
    guard bytes.count == 25 || (bytes.count == 26 && bytes[25] == 0x61), bytes[16] == 0x2D,
      let time = Self.read(bytes[0..<16]), let node = Self.read(bytes[17..<25])
    else { return nil }
    self.init(
      time: time,
      node: UInt32(truncatingIfNeeded: node),
      isAutomatic: bytes.count == 26
    )
  }

  private static func read(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for byte in digits {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: value = value << 4 | UInt64(byte - 0x57)
      default: return nil
      }
    }
    return value
  }
}

/// Hands out stamps that never go backwards, whatever the wall clock does.
///
/// `l = max(l, wall)`, and the counter grows while `l` stands still (hybrid logical clocks). The
/// state is saved in the transaction of the write it stamps.
public struct HybridClock: Sendable, Equatable {
  /// The last time given or seen: 48 bits of milliseconds and 16 of counter.
  public private(set) var last: UInt64
  /// This device.
  public let node: UInt32

  /// Continues from the last time given or seen.
  public init(last: UInt64 = 0, node: UInt32) {
    self.last = last
    self.node = node
  }

  /// A stamp later than every one given or seen.
  ///
  /// A counter that is full carries into the milliseconds. A wall clock beyond
  /// ``Instant/limit`` stands there.
  public mutating func tick(at now: Instant) -> Stamp {
    let wall = UInt64(clamping: min(now, .limit - Milliseconds(1)).milliseconds) << 16
    last = wall > last ? wall : last + 1
    return Stamp(time: last, node: node)
  }

  /// Makes sure that the next stamp is later than one seen elsewhere.
  ///
  /// One from ``Instant/limit`` on is no time anything was done at, and is passed over: it would
  /// leave no room for later ones (spec/sync.md F9).
  public mutating func observe(_ stamp: Stamp) {
    guard stamp.time >> 16 < UInt64(Instant.limit.milliseconds) else { return }
    last = max(last, stamp.time)
  }
}
