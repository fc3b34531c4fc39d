extension Grade {
  /// Parses a grade from a file that does not name its scale; nil if that would be a guess.
  ///
  /// Some forms are unambiguous: `v3`, `5.10b/c PG13`, `VIII-`, `IXb`. A number with a letter is Font
  /// for boulders and French for routes; if that is unknown, upper case means Font. A plain number is
  /// Font for boulders; for routes, UIAA up to 12 and Ewbank above. If it is unknown whether it was a
  /// boulder, a plain number up to 9 is rejected.
  public static func read(_ text: String, forBoulders: Bool?) -> Grade? {
    scales(of: text, forBoulders).lazy.compactMap { Grade(lenient: text, in: $0) }
      .first { $0.isOrdered }
  }

  /// Returns the scales that the form of a text permits; the first one that can parse it is used.
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
