/// How hard a climb is, as a person wrote it, in the scale they chose.
///
/// It has no `<`: grades of two scales have no order. See `order` and `isHarder(than:)`.
public struct Grade: Sendable, Hashable {
  /// As written, without the spaces around it: `v3/4`, `5.10b/c PG13`.
  public let text: String
  /// The scale it was read in.
  public let scale: GradeScale
  /// Where it stands there; nil for an imported text that was only kept.
  let span: GradeSpan?

  /// The most bytes of UTF-8 a grade may have.
  public static let longest = 64

  /// Reads a grade strictly, in the scale that was chosen and no other.
  ///
  /// Upper or lower case and Arabic or Roman numerals do not matter. Two grades may be joined, the
  /// easier one first: `V3/V4`, `V3/4`, `V4-5`, `5.10a/b`. `5.10` stands for `5.10a` to `5.10d`,
  /// `5.10+` for the upper half of them; so do the numbers up to 5 of Font and French. Danger and
  /// the like may stand behind V and YDS: `5.7 PG13`, `5.7 WI2 M3`. Throws `grade.not_in_scale`.
  public init(_ text: String, in scale: GradeScale) throws(CairnError) {
    guard let grade = Grade(kept: text, in: scale), grade.isOrdered else {
      throw scale.refusal(of: trimmed(text))
    }
    self = grade
  }

  /// Keeps what another app or an earlier version wrote, be it a grade of the scale or not.
  ///
  /// One that is not has no order and no conversion, but its text is not lost. Nil for a text that
  /// is blank or longer than `longest`.
  public init?(kept text: String, in scale: GradeScale) {
    let text = trimmed(text)
    guard (1...Self.longest).contains(text.utf8.count) else { return nil }
    self.text = text
    self.scale = scale
    span = GradeReader(scale: scale).span(of: text)
  }

  /// Whether it is a grade of its scale, and not just a text that was kept.
  public var isOrdered: Bool { span != nil }

  /// The grade under which it is counted, in its usual spelling.
  ///
  /// Of a slash grade and of a number without its letter that is the easiest meaning: `V3` of
  /// `v3/4`, `5.10a` of `5.10`. A sign that is no grade of its own and what stands behind a grade
  /// are left out: `5.8` of `5.8+ PG13`. A text that was only kept is its own row.
  public var bucket: String {
    guard let span else { return text }
    return scale.label(scale.ladder.rungs[GradeSpan.rung(nearest: span.lower)])
  }
}
