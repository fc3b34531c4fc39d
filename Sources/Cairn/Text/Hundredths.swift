extension Int64 {
  /// A number of hundredths as a decimal without trailing zeros: `42`, `42.5`, `-0.55`.
  package var hundredthsText: String {
    let (whole, rest) = (magnitude / 100, magnitude % 100)
    let sign = self < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    let last = rest % 10 == 0 ? "\(rest / 10)" : padded(Int64(rest), 2)
    return "\(sign)\(whole).\(last)"
  }

  /// Hundredths rounded for a headline: `33` of 33.45, and below ten with one decimal, `4.5` of 4.45.
  package var wholeText: String {
    magnitude < 995 ? ((self + 5) / 10).tenthsText : grouped((self + 50) / 100)
  }

  /// Hundredths rounded to one decimal, which a column of a table always shows: `60.0`, `80.4` of 80.44.
  package var oneDecimalText: String {
    let tenths = (magnitude + 5) / 10
    return "\(self < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
  }

  /// Tenths as a decimal without needless zeros: `12`, `-0.5`.
  package var tenthsText: String {
    let (whole, rest) = (magnitude / 10, magnitude % 10)
    return "\(self < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
  }

  /// Parses a decimal with at most one digit after its point or comma, in tenths: −5 for `-0.5`.
  ///
  /// Accepts every ``tenthsText``. Nil for any other text, and on overflow.
  package init?(tenths text: some StringProtocol) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let isWhole = parts.count == 1
    guard isWhole || (parts.count == 2 && parts[1].utf8.count == 1),
      let last = parts[parts.count - 1].last, last >= "0", last <= "9",
      let number = Int64(parts.joined() + (isWhole ? "0" : ""))
    else { return nil }
    self = number
  }
}
