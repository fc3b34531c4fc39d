import CPostgres
import CairnSQL

/// The type OIDs of columns and parameters that Cairn reads and writes in binary
/// (https://www.postgresql.org/docs/15/catalog-pg-type.html); they never change.
enum WireType {
  static let bool: Oid = 16
  static let bytea: Oid = 17
  static let int8: Oid = 20
  static let int2: Oid = 21
  static let int4: Oid = 23
  static let text: Oid = 25
  static let name: Oid = 19
  static let json: Oid = 114
  static let varchar: Oid = 1043
  static let unknown: Oid = 705
  static let timestamptz: Oid = 1184
  static let numeric: Oid = 1700
  static let uuid: Oid = 2950
  static let jsonb: Oid = 3802

  /// Milliseconds from 1970-01-01 to 2000-01-01, PostgreSQL's epoch.
  static let epoch: Int64 = 946_684_800_000

  static let texts: Set<Oid> = [text, name, varchar, unknown, json]
  static let integers: Set<Oid> = [int2, int4, int8, bool, numeric, timestamptz]
}

/// The parameter values of a statement in PostgreSQL's binary format.
struct WireValues {
  /// The bytes of all values, one after another.
  private(set) var bytes: [UInt8] = []
  /// The offset of each value; -1 for null.
  private(set) var offsets: [Int] = []
  /// The length of each value in bytes.
  private(set) var lengths: [Int32] = []
  /// The format of each value: 1 for binary, 0 for text.
  private(set) var formats: [Int32] = []

  /// Encodes values for parameters of the given types.
  ///
  /// Throws `typeMismatch` if a value doesn't fit its parameter, as SQLite's strict columns do.
  init(_ values: [SQLValue], as types: [Oid]) throws(StorageError) {
    guard values.count == types.count else {
      throw StorageError(.statement, "The statement parameters do not match its text.")
    }
    bytes.reserveCapacity(values.count * 16)
    for (value, type) in zip(values, types) { try add(value, type) }
  }

  private mutating func add(_ value: SQLValue, _ type: Oid) throws(StorageError) {
    let start = bytes.count
    switch (value, type) {
    case (.null, _):
      offsets.append(-1)
      lengths.append(0)
      formats.append(1)
      return
    case (.integer(let integer), WireType.int8): add(integer)
    case (.integer(let integer), WireType.int4): add(try narrow(integer, Int32.self))
    case (.integer(let integer), WireType.int2): add(try narrow(integer, Int16.self))
    case (.integer(let integer), WireType.bool): bytes.append(integer == 0 ? 0 : 1)
    case (.integer(let integer), WireType.timestamptz): add(try Self.microseconds(integer))
    case (.uuid(let high, let low), WireType.uuid), (.uuid(let high, let low), WireType.bytea):
      add(high)
      add(low)
    case (.blob(let blob), WireType.bytea): bytes += blob
    case (.blob(let blob), WireType.uuid) where blob.count == 16: bytes += blob
    case (.text(let text), WireType.jsonb):
      bytes.append(1)
      try add(text)
    case (.text(let text), _) where WireType.texts.contains(type): try add(text)
    default: throw Self.mismatch
    }
    offsets.append(start)
    lengths.append(Int32(bytes.count - start))
    formats.append(1)
  }

  private mutating func add(_ integer: some FixedWidthInteger) {
    withUnsafeBytes(of: integer.bigEndian) { bytes += $0 }
  }

  private mutating func add(_ text: String) throws(StorageError) {
    // PostgreSQL rejects a zero byte in text.
    guard !text.utf8.contains(0) else { throw Self.zeroByte }
    bytes += text.utf8
  }

  private func narrow<Narrow: FixedWidthInteger>(
    _ integer: Int64,
    _ type: Narrow.Type
  ) throws(StorageError) -> Narrow {
    guard let narrow = Narrow(exactly: integer) else { throw Self.mismatch }
    return narrow
  }

  /// Converts to microseconds since 2000; throws `tooBig` outside PostgreSQL's range.
  private static func microseconds(_ milliseconds: Int64) throws(StorageError) -> Int64 {
    guard (-210_866_803_200_000...9_224_318_015_999_999).contains(milliseconds) else {
      throw StorageError(.tooBig, "A time is out of range.")
    }
    return (milliseconds - WireType.epoch) * 1_000
  }

  private static let mismatch = StorageError(
    .typeMismatch,
    "A value does not have the type of its column."
  )
  private static let zeroByte = StorageError(.typeMismatch, "A text contains a zero byte.")
}
