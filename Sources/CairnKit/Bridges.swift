import Cairn
import Foundation

extension Date {
  /// The date of an instant.
  init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
  }

  /// The date in whole milliseconds, rounded; the range of an `Instant` clamps it.
  var instant: Instant {
    let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
    return Instant(milliseconds: Int64(max(-9e15, min(9e15, milliseconds))))
  }
}

extension Duration {
  init(_ length: Milliseconds) { self = .milliseconds(length.count) }

  /// The duration in whole milliseconds, rounded down.
  var milliseconds: Milliseconds {
    let (seconds, attoseconds) = components
    return .seconds(seconds) + Milliseconds(attoseconds / 1_000_000_000_000_000)
  }
}

extension UUID {
  init(_ id: RecordID) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) {
      $0.storeBytes(of: id.high.bigEndian, as: UInt64.self)
      $0.storeBytes(of: id.low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    self.init(uuid: bytes)
  }

  /// The same sixteen bytes as the id of a record.
  var record: RecordID {
    withUnsafeBytes(of: uuid) {
      RecordID(
        high: UInt64(bigEndian: $0.load(as: UInt64.self)),
        low: UInt64(bigEndian: $0.load(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }
}
