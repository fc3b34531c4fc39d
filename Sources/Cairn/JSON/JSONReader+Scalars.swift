extension JSONReader {
  /// Reads a value that is neither an array nor an object.
  public mutating func scalar() throws(JSONError) -> JSON {
    switch try kind() {
    case .null: return try word("null", .null)
    case .bool: return .bool(try bool())
    case .number: return try number()
    case .string: return .string(try string())
    case .array, .object: throw error(.kind)
    }
  }

  /// Consumes `null` if it is next, and returns whether it was.
  public mutating func consumeNull() throws(JSONError) -> Bool {
    guard try peek() == UInt8(ascii: "n") else { return false }
    return try word("null", true)
  }

  /// Reads `true` or `false`.
  public mutating func bool() throws(JSONError) -> Bool {
    switch try peek() {
    case UInt8(ascii: "t"): return try word("true", true)
    case UInt8(ascii: "f"): return try word("false", false)
    default: throw error(.kind)
    }
  }

  /// Reads an integer; rejects a fraction, an exponent or more than 64 bits.
  public mutating func integer() throws(JSONError) -> Int64 {
    guard try kind() == .number else { throw error(.kind) }
    let start = offset
    guard case .integer(let value) = try number() else {
      throw JSONError(offset: start, reason: .integer)
    }
    return value
  }

  private mutating func word<Value>(
    _ name: StaticString,
    _ value: Value
  ) throws(JSONError) -> Value {
    let length = name.utf8CodeUnitCount
    guard end - offset >= length else { throw error(.unfinished) }
    for index in 0..<length where bytes[offset + index] != name.utf8Start[index] {
      throw error(.unexpected)
    }
    offset += length
    return value
  }
}

extension JSONReader {
  /// Reads a number: `.integer` if it has no fraction and no exponent and fits in 64 bits, otherwise
  /// `.number` with its literal text.
  private mutating func number() throws(JSONError) -> JSON {
    let start = offset
    let whole = try wholePart()
    let wholeEnd = offset
    try fraction()
    try exponent()
    if let whole, offset == wholeEnd { return .integer(whole) }
    return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  /// Reads the digits before a fraction; returns nil if their value exceeds 64 bits.
  private mutating func wholePart() throws(JSONError) -> Int64? {
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let start = offset
    let value = try digits(isNegative: isNegative)
    guard bytes[start] != UInt8(ascii: "0") || offset == start + 1 else {
      throw JSONError(offset: start, reason: .number)
    }
    return value
  }

  private mutating func fraction() throws(JSONError) {
    guard offset < end, bytes[offset] == UInt8(ascii: ".") else { return }
    offset += 1
    _ = try digits(isNegative: false)
  }

  private mutating func exponent() throws(JSONError) {
    guard offset < end, bytes[offset] | 0x20 == UInt8(ascii: "e") else { return }
    offset += 1
    if offset < end, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
      offset += 1
    }
    _ = try digits(isNegative: false)
  }

  /// Reads at least one digit and returns the value, or nil on overflow.
  private mutating func digits(isNegative: Bool) throws(JSONError) -> Int64? {
    let start = offset
    var value: Int64? = 0
    while offset < end, case let digit = bytes[offset] &- UInt8(ascii: "0"), digit < 10 {
      value = value.flatMap { appended($0, isNegative ? -Int64(digit) : Int64(digit)) }
      offset += 1
    }
    guard offset > start else { throw error(offset < end ? .number : .unfinished) }
    return value
  }

  private func appended(_ value: Int64, _ digit: Int64) -> Int64? {
    let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
    let (sum, isTooLargeNow) = product.addingReportingOverflow(digit)
    return isTooLarge || isTooLargeNow ? nil : sum
  }
}
