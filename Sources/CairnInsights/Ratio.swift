/// Returns `value * factor / divisor` rounded down, computed in 128 bits, at most `Int64.max`.
///
/// `value` and `factor` must not be negative, and `divisor` must be positive.
func ratio(_ value: Int64, times factor: Int64, by divisor: Int64) -> Int64 {
  let product = UInt64(value).multipliedFullWidth(by: UInt64(factor))
  guard product.high < UInt64(divisor) else { return .max }
  let quotient = UInt64(divisor).dividingFullWidth(product).quotient
  return Int64(min(quotient, UInt64(Int64.max)))
}

/// Returns the same ratio rounded up.
func ratioRoundedUp(_ value: Int64, times factor: Int64, by divisor: Int64) -> Int64 {
  let down = ratio(value, times: factor, by: divisor)
  guard down < .max else { return down }
  let isExact =
    UInt64(value).multipliedFullWidth(by: UInt64(factor))
    == UInt64(down).multipliedFullWidth(by: UInt64(divisor))
  return isExact ? down : down + 1
}

/// Returns the lower and upper quartile of ascending values, each rounded towards its end; nil
/// without values.
func quartiles(_ sorted: [Int64]) -> (lower: Int64, upper: Int64)? {
  guard !sorted.isEmpty else { return nil }
  let step = (sorted.count - 1) / 4
  return (sorted[step], sorted[sorted.count - 1 - step])
}
