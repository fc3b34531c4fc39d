import Cairn
import CairnSQL

/// The checksum over the values and stamps of all records and over the lines of history, kept with each
/// write once somebody asked for it.
enum StateChecksum {
  /// The sum as it is kept; nil while nobody asked for it.
  static func kept(in connection: any SQLConnection) throws -> LogDigest? {
    try connection.first(
      "SELECT digest_count, digest_sum FROM device WHERE digest_count IS NOT NULL"
    ) {
      LogDigest(count: try $0.integer(0), sum: UInt64(bitPattern: try $0.integer(1)))
    }
  }

  /// Adds what a write changed.
  static func add(_ change: LogDigest, in connection: any SQLConnection) throws {
    guard change != LogDigest(), let kept = try kept(in: connection) else { return }
    try keep(kept + change, in: connection)
  }

  /// Begins to keep the sum; gives it.
  static func begin(in connection: any SQLConnection) throws -> LogDigest {
    if let kept = try kept(in: connection) { return kept }
    let sum = try counted(in: connection)
    try keep(sum, in: connection)
    return sum
  }

  /// The sum, counted over everything.
  static func counted(in connection: any SQLConnection) throws -> LogDigest {
    var sum = LogDigest()
    try RecordTable.each(in: connection) { sum.add($0) }
    try connection.each("SELECT id FROM mutation") { sum.add(try $0.id(0)) }
    return sum
  }

  private static func keep(_ sum: LogDigest, in connection: any SQLConnection) throws {
    let bits = Int64(bitPattern: sum.sum)
    try connection.run("UPDATE device SET digest_count = \(sum.count), digest_sum = \(bits)")
  }
}
