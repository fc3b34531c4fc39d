/// What a grade is about worth in another scale; never exact.
public struct GradeConversion: Sendable, Hashable {
  /// The scale it was converted to.
  public let scale: GradeScale
  /// All grades of the table that overlap, in their usual spelling, easiest first.
  public let grades: [String]
  /// As it is shown: `~7a+`, `~7a+/7b`, `~6A+–6B+` where more lie between.
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
  /// What it is about worth in each other scale of boulders, or of routes, in the order of
  /// ``GradeScale/all``; see ``converted(to:)``.
  public var conversions: [GradeConversion] { GradeScale.all.compactMap { converted(to: $0) } }

  /// What it is about worth in another scale.
  ///
  /// All grades whose scores overlap in the table, see `docs/climbing.md`. Nil between boulders and
  /// routes, in the scale it has already, and for what the table has no row for.
  public func converted(to other: GradeScale) -> GradeConversion? {
    guard other != scale, other.isForBoulders == scale.isForBoulders, let span,
      let scores = scale.ladder.scores(of: span)
    else { return nil }
    return GradeConversion(other.ladder.rows.filter { $0.scores.overlaps(scores) }, in: other)
  }
}
