/// A hybrid logical timestamp: when and on which device a field was set (spec/sync.md 3.1).
///
/// Of two values of a field, the one with the larger stamp wins.
public struct Stamp: Sendable, Hashable, Comparable {
  /// 48 bits of milliseconds since 1970 and a 16-bit counter.
  public let time: UInt64
  /// The device that set the value: a random number.
  public let node: UInt32
  /// 0 for a value as it was set; undos and redos set others under the same stamp, with the next turn (ADR 0035).
  public let turn: UInt16
  /// Whether a rule of the server set the value, not a person.
  public let isAutomatic: Bool

  /// The time in milliseconds, by the clock of the device.
  public var instant: Instant { Instant(milliseconds: Int64(time >> 16)) }

  /// Creates a stamp from its parts.
  public init(time: UInt64, node: UInt32, turn: UInt16 = 0, isAutomatic: Bool = false) {
    self.time = time
    self.node = node
    self.turn = turn
    self.isAutomatic = isAutomatic
  }

  /// The stamp of a value that an undo or a redo sets in place of one with this stamp.
  package var turned: Stamp { with(turn: turn == .max ? .max : turn + 1) }

  /// The stamp of the value that was set first, before any undo.
  package var unturned: Stamp { with(turn: 0) }

  /// Returns the stamp with another turn.
  package func with(turn: UInt16) -> Stamp {
    Stamp(time: time, node: node, turn: turn, isAutomatic: isAutomatic)
  }

  /// Orders by time, then node, then turn, automatic stamps last: the ASCII order of ``text``.
  public static func < (left: Stamp, right: Stamp) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.node != right.node { return left.node < right.node }
    if left.turn != right.turn { return left.turn < right.turn }
    return !left.isAutomatic && right.isAutomatic
  }

  /// 12 hexadecimal digits of milliseconds, 4 of counter, a hyphen, 8 of node; then `u` and 4 digits of
  /// the turn unless it is 0, and `a` if automatic.
  public var text: String {
    String(unsafeUninitializedCapacity: 31) { buffer in
      Self.write(time, 16, to: buffer, at: 0)
      buffer[16] = 0x2D
      Self.write(UInt64(node), 8, to: buffer, at: 17)
      var count = 25
      if turn > 0 {
        buffer[count] = 0x75
        Self.write(UInt64(turn), 4, to: buffer, at: count + 1)
        count += 5
      }
      if isAutomatic { buffer[count] = 0x61 }
      return isAutomatic ? count + 1 : count
    }
  }

  /// Returns the 8 hexadecimal digits that identify a device in records.
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

  /// Parses ``text``; nil for anything else, including upper case.
  public init?(text: String) {
    var bytes = [UInt8](text.utf8)[...]
    let isAutomatic = bytes.last == 0x61 && (bytes.count == 26 || bytes.count == 31)
    if isAutomatic { bytes.removeLast() }
    guard bytes.count == 25 || bytes.count == 30, bytes[16] == 0x2D,
      let time = Self.read(bytes[0..<16]), let node = Self.read(bytes[17..<25]),
      let turn = Self.readTurn(bytes[25...])
    else { return nil }
    self.init(
      time: time,
      node: UInt32(truncatingIfNeeded: node),
      turn: turn,
      isAutomatic: isAutomatic
    )
  }

  private static func readTurn(_ suffix: ArraySlice<UInt8>) -> UInt16? {
    guard suffix.first == 0x75 else { return suffix.isEmpty ? 0 : nil }
    let turn = read(suffix.dropFirst()).map { UInt16(truncatingIfNeeded: $0) }
    return turn == 0 ? nil : turn
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

/// A hybrid logical clock: its stamps never go backwards, even if the wall clock does.
///
/// `l = max(l, wall)`; the counter grows while `l` is unchanged. The state is saved in the
/// transaction of the write that it stamps.
public struct HybridClock: Sendable, Equatable {
  /// The latest time issued or observed: 48 bits of milliseconds and a 16-bit counter.
  public private(set) var last: UInt64
  /// The node ID of this device.
  public let node: UInt32

  /// Creates a clock that continues from the latest time issued or observed.
  public init(last: UInt64 = 0, node: UInt32) {
    self.last = last
    self.node = node
  }

  /// Returns a stamp later than every stamp issued or observed.
  ///
  /// A full counter carries into the milliseconds. A wall clock at or after ``Instant/limit`` is
  /// clamped to the millisecond before it.
  public mutating func tick(at now: Instant) -> Stamp {
    let wall = UInt64(clamping: min(now, .limit - Milliseconds(1)).milliseconds) << 16
    last = wall > last ? wall : last + 1
    return Stamp(time: last, node: node)
  }

  /// Ensures that the next stamp is later than a stamp of another device.
  ///
  /// Ignores a stamp from ``Instant/limit`` on: it cannot be the time of an action, and it would leave
  /// no room for later stamps (spec/sync.md F9).
  public mutating func observe(_ stamp: Stamp) {
    guard stamp.time >> 16 < UInt64(Instant.limit.milliseconds) else { return }
    last = max(last, stamp.time)
  }
}
