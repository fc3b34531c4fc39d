extension Int64 {
  /// Hundredths as a decimal without needless zeros: `42`, `42.5`, `42.55`; never negative.
  package var hundredthsText: String {
    let (whole, rest) = (self / 100, self % 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(padded(rest, 2))"
  }
}
