/// Returns a decimal number with leading zeros up to `width` digits; a minus sign comes first.
package func padded(_ value: Int64, _ width: Int) -> String {
  let digits = String(value.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
  return (value < 0 ? "-" : "") + zeros + digits
}
