import Cairn

/// A file of the time zone database in the format TZif (RFC 9636), as `/usr/share/zoneinfo` holds one per zone.
///
/// The data of version 1, in 32 bits, is skipped; all distributions write version 2 or later.
struct ZoneFile {
  /// An instant, in seconds since 1970, with the offset from then on, in seconds east of Greenwich.
  typealias Transition = (at: Int64, offset: Int64)

  /// The offset before the first transition.
  let firstOffset: Int64
  /// The transitions that the file lists, ascending.
  let transitions: [Transition]
  /// What repeats every year after the last of them; nil if nothing does.
  let rule: YearlyRule?

  /// Reads a file; nil if it is damaged, counts leap seconds, or has no 64-bit data.
  init?(_ bytes: [UInt8]) {
    guard let old = Header(bytes, at: 0), old.version >= 0x32,
      let header = Header(bytes, at: Header.size + old.length(ofTime: 4)), header.leaps == 0
    else { return nil }
    let data = Header.size * 2 + old.length(ofTime: 4)
    let end = data + header.length(ofTime: 8)
    guard end < bytes.count, header.types > 0 else { return nil }
    let kinds = data + header.times * 8
    let offsets = (0..<header.types).map {
      Int64(Int32(truncatingIfNeeded: bytes.bigEndian(4, at: kinds + header.times + $0 * 6)))
    }
    var transitions: [Transition] = []
    for index in 0..<header.times {
      let (at, kind) = (bytes.bigEndian(8, at: data + index * 8), Int(bytes[kinds + index]))
      guard kind < offsets.count, transitions.last.map({ $0.at < at }) ?? true else { return nil }
      transitions.append((at, offsets[kind]))
    }
    (firstOffset, self.transitions) = (offsets[0], transitions)
    let line = bytes[(end + 1)...].prefix { $0 != 0x0A }
    rule = YearlyRule(line)
    if rule == nil, !line.isEmpty { return nil }
  }

  /// The counts at the beginning of a block (RFC 9636, 3.1).
  private struct Header {
    static let size = 44
    let version: UInt8
    let (universal, standard, leaps, times, types, characters): (Int, Int, Int, Int, Int, Int)

    init?(_ bytes: [UInt8], at start: Int) {
      guard bytes.count >= start + Self.size, bytes[start..<(start + 4)].elementsEqual("TZif".utf8)
      else { return nil }
      version = bytes[start + 4]
      let count = { (index: Int) in Int(bytes.bigEndian(4, at: start + 20 + index * 4)) }
      (universal, standard, leaps) = (count(0), count(1), count(2))
      (times, types, characters) = (count(3), count(4), count(5))
    }

    /// The length of the data after the header, with times of 4 or 8 bytes.
    func length(ofTime size: Int) -> Int {
      times * (size + 1) + types * 6 + characters + leaps * (size + 4) + standard + universal
    }
  }
}

extension [UInt8] {
  /// The big-endian integer of `count` bytes at an index; of 4 bytes it is not negative.
  fileprivate func bigEndian(_ count: Int, at index: Int) -> Int64 {
    self[index..<(index + count)].reduce(0) { $0 << 8 | Int64($1) }
  }
}
