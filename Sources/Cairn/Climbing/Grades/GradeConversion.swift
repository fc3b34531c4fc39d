/// The approximate equivalent of a grade in another scale; never exact.
public struct GradeConversion: Sendable, Hashable {
  /// The target scale.
  public let scale: GradeScale
  /// All overlapping grades of the table, in their usual spelling, easiest first.
  public let grades: [String]
  /// The text for display: `~7a+`, `~7a+/7b`, or `~6A+–6B+` with more grades in between.
  public let text: String

  init(_ rows: [GradeLadder.Row], in scale: GradeScale) {
    let names = scale.ladder.rungs
    let ends = rows.map { (scale.label(names[$0.lower]), scale.label(names[$0.upper])) }
    self.scale = scale
    grades = ends.map { $0 == $1 ? $0 : "\($0)/\($1)" }
    let (low, high) = (ends.first?.0 ?? "", ends.last?.1 ?? "")
    let width = (rows.last?.upper ?? 0) - (rows.first?.lower ?? 0)
    let joint = rows.count > 2 && width > 1 ? "–" : "/"
    text = "~" + (low == high ? low : low + joint + high)
  }
}

extension Grade {
  /// The approximate equivalents in all other scales for boulders, or for routes, in the order of
  /// ``GradeScale/all``; see ``converted(to:)``.
  public var conversions: [GradeConversion] { GradeScale.all.compactMap { converted(to: $0) } }

  /// Returns the approximate equivalent in another scale.
  ///
  /// These are all grades with overlapping scores in the table, see `docs/climbing.md`. Nil between
  /// boulders and routes, for the same scale, and for a grade without a row in the table.
  public func converted(to other: GradeScale) -> GradeConversion? {
    guard other != scale, other.isForBoulders == scale.isForBoulders, let span,
      let scores = scale.ladder.scores(of: span)
    else { return nil }
    return GradeConversion(other.ladder.rows.filter { $0.scores.overlaps(scores) }, in: other)
  }
}
