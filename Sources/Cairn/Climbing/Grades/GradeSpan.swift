/// Where a grade stands on the ladder of its scale, from its easiest to its hardest meaning.
struct GradeSpan: Sendable, Hashable {
  let lower: Int
  let upper: Int
  /// The one number by which it is put in order.
  let rank: Int

  /// From one grade to the next; leaves room for a sign and for what lies between two grades.
  static let step = 8
  /// What a plus or a minus is worth that is no grade of its own.
  static let shift = 2

  /// A grade that means one point.
  init(_ point: Int) {
    (lower, upper, rank) = (point, point, point)
  }

  /// All from one grade to another, in order halfway between the two.
  init(from first: GradeSpan, to last: GradeSpan) {
    (lower, upper, rank) = (first.lower, last.upper, (first.rank + last.rank) / 2)
  }

  /// The place of the grade that a point belongs to.
  static func rung(nearest point: Int) -> Int { (point + step / 2) / step }
}
