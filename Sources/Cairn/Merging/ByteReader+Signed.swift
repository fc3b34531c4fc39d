extension ByteReader {
  /// Consumes the next integer, which may have a minus sign.
  mutating func signed() -> Int64? {
    let isNegative = take("-")
    return number().map { isNegative ? -$0 : $0 }
  }
}
