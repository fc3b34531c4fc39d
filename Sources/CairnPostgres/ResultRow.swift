import CPostgres
import CairnSQL

/// One row of a result, which is in memory as a whole.
final class ResultRow: SQLRow {
  private let result: OpaquePointer
  private let types: [Oid]
  private let positions: ColumnPositions
  /// The index of the current row.
  var index: Int32 = 0

  init(_ result: OpaquePointer) {
    self.result = result
    types = (0..<cairn_PQnfields(result)).map { cairn_PQftype(result, $0) }
    positions = ColumnPositions(columnCount: types.count)
  }

  var columnCount: Int { types.count }

  func position(of name: StaticString) throws(StorageError) -> Int {
    if let position = positions.next(name) { return position }
    return try positions.find(name, nameAt: self.name)
  }

  func isNull(_ column: Int) -> Bool { cairn_PQgetisnull(result, index, Int32(column)) != 0 }

  func integer(_ column: Int) throws(StorageError) -> Int64 {
    guard !isNull(column) else { throw mismatch(column, "an integer") }
    let bytes = bytes(column)
    switch types[column] {
    case WireType.int8: return load(bytes, Int64.self)
    case WireType.int4: return Int64(load(bytes, Int32.self))
    case WireType.int2: return Int64(load(bytes, Int16.self))
    case WireType.bool: return bytes[0] == 0 ? 0 : 1
    case WireType.timestamptz:
      return floorDivided(load(bytes, Int64.self), 1_000) + WireType.epoch
    case WireType.numeric:
      guard let number = wholeNumber(bytes) else { throw mismatch(column, "an integer") }
      return number
    default: throw mismatch(column, "an integer")
    }
  }

  func text(_ column: Int) throws(StorageError) -> String {
    guard !isNull(column) else { throw mismatch(column, "text") }
    let bytes = bytes(column)
    switch types[column] {
    case let type where WireType.texts.contains(type): return String(decoding: bytes, as: UTF8.self)
    case WireType.jsonb: return String(decoding: bytes.dropFirst(), as: UTF8.self)
    default: throw mismatch(column, "text")
    }
  }

  func blob(_ column: Int) throws(StorageError) -> [UInt8] {
    guard !isNull(column), [WireType.bytea, WireType.uuid].contains(types[column]) else {
      throw mismatch(column, "bytes")
    }
    return Array(bytes(column))
  }

  func uuid(_ column: Int) throws(StorageError) -> (UInt64, UInt64) {
    let bytes = isNull(column) ? nil : bytes(column)
    guard let bytes, [WireType.bytea, WireType.uuid].contains(types[column]), bytes.count == 16
    else { throw mismatch(column, "a 16-byte UUID") }
    return (
      UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    )
  }

  func value(_ column: Int) throws(StorageError) -> SQLValue {
    guard !isNull(column) else { return .null }
    switch types[column] {
    case let type where WireType.integers.contains(type): return .integer(try integer(column))
    case WireType.uuid:
      let (high, low) = try uuid(column)
      return .uuid(high, low)
    case WireType.bytea:
      if bytes(column).count == 16 {
        let (high, low) = try uuid(column)
        return .uuid(high, low)
      }
      return .blob(try blob(column))
    default: return .text(try text(column))
    }
  }

  func digest(into digest: inout RowDigest) throws(StorageError) {
    for column in 0..<columnCount {
      switch try value(column) {
      case .null: digest.addNull()
      case .integer(let integer): digest.add(integer: integer)
      case .text(let text): Array(text.utf8).withUnsafeBytes { digest.add(text: $0) }
      case .blob, .uuid: digest.add(blob: bytes(column))
      }
    }
  }

  private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    let length = Int(cairn_PQgetlength(result, index, Int32(column)))
    return UnsafeRawBufferPointer(
      start: cairn_PQgetvalue(result, index, Int32(column)),
      count: length
    )
  }

  private func load<Number: FixedWidthInteger>(
    _ bytes: UnsafeRawBufferPointer,
    _ type: Number.Type
  ) -> Number {
    Number(bigEndian: bytes.loadUnaligned(as: Number.self))
  }

  /// Decodes a `numeric`, the type of a `sum` of integers: base-10,000 digits with a weight, a sign
  /// and a scale.
  ///
  /// Returns nil unless it is an integer of 64 bits.
  private func wholeNumber(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    let digits = stride(from: 0, to: bytes.count, by: 2).map { offset in
      Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
    }
    guard digits.count >= 4 else { return nil }
    let (count, weight, isNegative) = (Int(digits[0]), Int(digits[1]), digits[2] == 0x4000)
    guard digits[2] == 0 || isNegative, count <= weight + 1 else { return nil }
    var number: Int64 = 0
    for position in 0..<max(weight + 1, 0) {
      let digit = position < count ? Int64(digits[4 + position]) : 0
      let (tens, isTooBig) = number.multipliedReportingOverflow(by: 10_000)
      let (sum, isOver) = tens.addingReportingOverflow(isNegative ? -digit : digit)
      guard !isTooBig, !isOver else { return nil }
      number = sum
    }
    return number
  }

  private func floorDivided(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  private func name(_ column: Int) -> String? {
    cairn_PQfname(result, Int32(column)).map { String(cString: $0) }
  }

  private func mismatch(_ column: Int, _ expected: String) -> StorageError {
    let actual = isNull(column) ? "null" : "another type"
    let label = name(column) ?? "number \(column) of \(columnCount)"
    return StorageError(.typeMismatch, "Column \(label) holds \(actual), not \(expected).")
  }
}
