package import Cairn
package import CairnSQL

/// The checksum over all records' values and stamps and the history entries.
///
/// Each write updates it once it was requested for the first time.
package enum StateChecksum {
  /// Returns the stored checksum; nil if it was never requested.
  package static func stored(in connection: any SQLConnection) throws -> LogDigest? {
    try connection.first(
      "SELECT digest_count, digest_sum FROM device WHERE digest_count IS NOT NULL"
    ) {
      LogDigest(count: try $0["digest_count"], sum: UInt64(bitPattern: try $0["digest_sum"]))
    }
  }

  /// Adds the difference that a write made.
  static func add(_ change: LogDigest, in connection: any SQLConnection) throws {
    guard change != LogDigest(), let stored = try stored(in: connection) else { return }
    try store(stored + change, in: connection)
  }

  /// Starts to maintain the checksum, and returns it.
  package static func begin(in connection: any SQLConnection) throws -> LogDigest {
    if let stored = try stored(in: connection) { return stored }
    let sum = try counted(in: connection)
    try store(sum, in: connection)
    return sum
  }

  /// Computes the checksum over everything.
  package static func counted(in connection: any SQLConnection) throws -> LogDigest {
    var sum = LogDigest()
    try RecordTable.each(in: connection) { sum.add($0) }
    try connection.each("SELECT id FROM mutation") { sum.add(try $0["id"] as RecordID) }
    return sum
  }

  private static func store(_ sum: LogDigest, in connection: any SQLConnection) throws {
    let bits = Int64(bitPattern: sum.sum)
    try connection.run("UPDATE device SET digest_count = \(sum.count), digest_sum = \(bits)")
  }
}
