extension Int64 {
  /// Hundredths as a decimal without needless zeros: `42`, `42.5`, `-0.55`.
  package var hundredthsText: String {
    let (whole, rest) = (magnitude / 100, magnitude % 100)
    let sign = self < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    let last = rest % 10 == 0 ? "\(rest / 10)" : padded(Int64(rest), 2)
    return "\(sign)\(whole).\(last)"
  }

  /// Tenths as a decimal without needless zeros: `12`, `-0.5`.
  package var tenthsText: String {
    let (whole, rest) = (magnitude / 10, magnitude % 10)
    return "\(self < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
  }

  /// Reads a decimal with one digit behind its point or comma at most, in tenths: of `-0.5` −5.
  ///
  /// What ``tenthsText`` gives is read as what it was. Nil for what is no such number, or too large.
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
