/// The difficulty of a climb as a person wrote it, in the scale they chose.
///
/// There is no `<`, because grades of two scales have no order. See `order` and `isHarder(than:)`.
public struct Grade: Sendable, Hashable {
  /// The text as written, without surrounding spaces: `v3/4`, `5.10b/c PG13`.
  public let text: String
  /// The scale in which it was parsed.
  public let scale: GradeScale
  /// The position in the scale; nil for an imported text that is not a grade.
  let span: GradeSpan?

  /// The maximum length of a grade in bytes of UTF-8.
  public static let longest = 64

  /// Parses a grade strictly in the given scale.
  ///
  /// Letter case and Arabic or Roman numerals do not matter. Two grades may be joined, the easier one
  /// first: `V3/V4`, `V3/4`, `V4-5`, `5.10a/b`. `5.10` means `5.10a` to `5.10d`, `5.10+` the upper half
  /// of them; the same applies to numbers up to 5 in Font and French. V and YDS allow a suffix for
  /// danger and the like: `5.7 PG13`, `5.7 WI2 M3`. Throws `grade.not_in_scale`.
  public init(_ text: String, in scale: GradeScale) throws(CairnError) {
    guard let grade = Grade(lenient: text, in: scale), grade.isOrdered else {
      throw scale.refusal(of: trimmed(text))
    }
    self = grade
  }

  /// Accepts the text of another app or an earlier version, even if it is not a grade of the scale.
  ///
  /// A text that is not a grade has no order and no conversion, but is not lost. Nil for a text that
  /// is blank or longer than `longest`.
  public init?(lenient text: String, in scale: GradeScale) {
    let text = trimmed(text)
    guard (1...Self.longest).contains(text.utf8.count) else { return nil }
    self.text = text
    self.scale = scale
    span = GradeParser(scale: scale).span(of: text)
  }

  /// Whether it is a grade of its scale, not only a stored text.
  public var isOrdered: Bool { span != nil }

  /// The grade under which it is counted, in its usual spelling.
  ///
  /// A slash grade or a number without its letter counts as its easiest meaning: `V3` for `v3/4`,
  /// `5.10a` for `5.10`. A sign that makes no grade of its own and a suffix are dropped: `5.8` for
  /// `5.8+ PG13`. A stored text that is not a grade is its own bucket.
  public var bucket: String {
    guard let span else { return text }
    return scale.label(scale.ladder.rungs[GradeSpan.rung(nearest: span.lower)])
  }
}
