/// Returns an integer for people, with a comma between thousands: `12,022`.
///
/// It is for texts of pages and commands; JSON, CSV and stored values have plain digits.
package func grouped(_ number: some BinaryInteger) -> String {
  let digits = Array("\(number)".utf8)
  var text: [UInt8] = []
  for (index, digit) in digits.enumerated() {
    let isBoundary = index > 0 && (digits.count - index) % 3 == 0
    if isBoundary, digits[index - 1] != UInt8(ascii: "-") { text.append(UInt8(ascii: ",")) }
    text.append(digit)
  }
  return String(decoding: text, as: UTF8.self)
}

/// Returns a number with its noun: `1 session`, `3,000 sessions`; give a plural that is not formed with -s.
package func counted(
  _ count: some BinaryInteger,
  _ noun: String,
  _ plural: String? = nil
) -> String {
  "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension String {
  /// The text with its first letter in upper case.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
