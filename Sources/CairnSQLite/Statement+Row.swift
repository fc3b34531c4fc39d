import CSQLite
import CairnSQL

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Statement: SQLRow {
  func position(of name: StaticString) throws(StorageError) -> Int {
    if let position = positions.next(name) { return position }
    return try positions.find(name, nameAt: self.name)
  }

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  func integer(_ column: Int) throws(StorageError) -> Int64 {
    try expect(SQLITE_INTEGER, column)
    return sqlite3_column_int64(handle, Int32(column))
  }

  func text(_ column: Int) throws(StorageError) -> String {
    try expect(SQLITE_TEXT, column)
    return try validated(text: column)
  }

  /// Returns the text of a column that is known to be text.
  private func validated(text column: Int) throws(StorageError) -> String {
    // Text before length: the other order may convert in between (c3ref/column_blob).
    let start = sqlite3_column_text(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    let utf8 = UnsafeBufferPointer(start: start, count: count)
    // Decoding replaces invalid UTF-8, so only valid text keeps its bytes. Three times as fast as
    // `String(validating:)`, which the standard library does not specialise.
    var text = String(decoding: utf8, as: UTF8.self)
    guard text.withUTF8({ Self.areEqual($0, utf8) }) else {
      throw mismatch(column, holds: "bytes that are not UTF-8", wanted: "text")
    }
    return text
  }

  private static func areEqual(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    guard let start = left.baseAddress, let other = right.baseAddress else { return true }
    return memcmp(start, other, left.count) == 0
  }

  /// Returns 16 bytes as a UUID, which needs no allocation; nil for another length.
  private func uuidHalves(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64)? {
    guard bytes.count == 16 else { return nil }
    return (
      UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    )
  }

  func blob(_ column: Int) throws(StorageError) -> [UInt8] {
    try expect(SQLITE_BLOB, column)
    return Array(bytes(column))
  }

  func uuid(_ column: Int) throws(StorageError) -> (UInt64, UInt64) {
    try expect(SQLITE_BLOB, column)
    let bytes = bytes(column)
    guard let halves = uuidHalves(bytes) else {
      throw mismatch(column, holds: "\(bytes.count) bytes", wanted: "a 16-byte UUID")
    }
    return halves
  }

  func value(_ column: Int) throws(StorageError) -> SQLValue {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, Int32(column)))
    case SQLITE_TEXT: .text(try validated(text: column))
    case SQLITE_BLOB: value(bytes(column))
    case SQLITE_FLOAT: throw mismatch(column, holds: "a floating-point number", wanted: "a value")
    default: .null
    }
  }

  func digest(into digest: inout RowDigest) throws(StorageError) {
    for column in 0..<columnCount {
      switch sqlite3_column_type(handle, Int32(column)) {
      case SQLITE_INTEGER: digest.add(integer: sqlite3_column_int64(handle, Int32(column)))
      case SQLITE_TEXT: digest.add(text: bytes(column))
      case SQLITE_BLOB: digest.add(blob: bytes(column))
      case SQLITE_NULL: digest.addNull()
      default: throw mismatch(column, holds: "a floating-point number", wanted: "a value")
      }
    }
  }

  private func value(_ bytes: UnsafeRawBufferPointer) -> SQLValue {
    uuidHalves(bytes).map { .uuid($0.0, $0.1) } ?? .blob(Array(bytes))
  }

  private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    // Empty bytes have a null address, and their length is valid only after the address was requested.
    let start = sqlite3_column_blob(handle, Int32(column))
    return UnsafeRawBufferPointer(
      start: start,
      count: Int(sqlite3_column_bytes(handle, Int32(column)))
    )
  }

  private func expect(_ type: Int32, _ column: Int) throws(StorageError) {
    let found = sqlite3_column_type(handle, Int32(column))
    guard found == type else {
      throw mismatch(column, holds: Self.name(found), wanted: Self.name(type))
    }
  }

  private func name(_ column: Int) -> String? {
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) }
  }

  private func mismatch(_ column: Int, holds: String, wanted: String) -> StorageError {
    let label = name(column) ?? "number \(column) of \(columnCount)"
    return StorageError(.typeMismatch, "Column \(label) holds \(holds), not \(wanted).")
  }

  private static func name(_ type: Int32) -> String {
    switch type {
    case SQLITE_INTEGER: "an integer"
    case SQLITE_FLOAT: "a floating-point number"
    case SQLITE_TEXT: "text"
    case SQLITE_BLOB: "bytes"
    default: "null"
    }
  }
}
