/// The position of a grade on the ladder of its scale, from its easiest to its hardest meaning.
struct GradeSpan: Sendable, Hashable {
  let lower: Int
  let upper: Int
  /// The single number for sorting.
  let rank: Int

  /// The distance between two grades, with room for a sign and for slash grades.
  static let step = 8
  /// The shift for a plus or a minus that is not a grade of its own.
  static let shift = 2

  /// Creates the position of a grade that means one point.
  init(_ point: Int) {
    (lower, upper, rank) = (point, point, point)
  }

  /// Creates the position of a range of grades, sorted halfway between its two ends.
  init(from first: GradeSpan, to last: GradeSpan) {
    (lower, upper, rank) = (first.lower, last.upper, (first.rank + last.rank) / 2)
  }

  /// Returns the index of the grade that a point belongs to.
  static func rung(nearest point: Int) -> Int { (point + step / 2) / step }
}
