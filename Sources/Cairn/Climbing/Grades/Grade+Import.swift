extension Grade {
  /// Reads a grade of a file that does not name its scale; nil when that would be a guess.
  ///
  /// The form tells: `v3`, `5.10b/c PG13`, `VIII-`, `IXb`. A number with a letter is Font for
  /// boulders and French for routes; where that is not known, upper case means Font. A plain number
  /// is Font for boulders; for routes, UIAA up to 12 and Ewbank above. Where it is not known
  /// whether it was a boulder, a plain number up to 9 is none of them.
  public static func read(_ text: String, forBoulders: Bool?) -> Grade? {
    scales(of: text, forBoulders).lazy.compactMap { Grade(kept: text, in: $0) }
      .first { $0.isOrdered }
  }

  /// The scales whose form a text may have, of which the first that understands it is taken.
  private static func scales(of text: String, _ forBoulders: Bool?) -> [GradeScale] {
    let bytes = trimmed(text).utf8.prefix(longest)
    let digits = bytes.prefix { (48...57).contains($0) }
    guard let next = bytes.dropFirst(digits.count).first ?? digits.last else { return [] }
    if digits.isEmpty || next == UInt8(ascii: ".") { return [.v, .yds, .uiaa, .saxon] }
    if (65...67).contains(next & 0xDF) {
      return (forBoulders ?? (next < 97)) ? [.font] : [.french]
    }
    if forBoulders == true { return [.font] }
    return forBoulders == nil && digits.count == 1 ? [] : [.uiaa, .ewbank]
  }
}
