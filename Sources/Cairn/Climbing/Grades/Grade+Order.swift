/// The position of a grade in its scale, for sorting.
///
/// Scales are kept apart: a sorted list has one block per scale, the easiest grade first.
public struct GradeOrder: Sendable, Hashable, Comparable {
  /// The scale of the grade.
  public let scale: GradeScale
  /// The rank within the scale; larger is harder.
  ///
  /// It is derived from the text and changes when a scale gets another grade. Use it for a sort column
  /// that can be recomputed, never for permanent storage.
  public let rank: Int

  /// Orders by scale, then by rank.
  public static func < (one: GradeOrder, other: GradeOrder) -> Bool {
    one.scale == other.scale ? one.rank < other.rank : one.scale.ordinal < other.scale.ordinal
  }
}

extension Grade {
  /// The sort order; nil for a stored text that is not a grade.
  ///
  /// A slash grade is between its two grades; two spellings with the same meaning are equal.
  public var order: GradeOrder? { span.map { GradeOrder(scale: scale, rank: $0.rank) } }

  /// Returns whether it is harder than another grade of the same scale; nil for another scale.
  ///
  /// Also nil if one of the two is a stored text that is not a grade.
  public func isHarder(than other: Grade) -> Bool? {
    guard scale == other.scale, let span, let reference = other.span else { return nil }
    return span.rank > reference.rank
  }
}

extension GradeScale {
  fileprivate var ordinal: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
