/// Where a grade stands in its scale.
///
/// Scales are kept apart: sorted by it, a list has one block for each scale, easiest first.
public struct GradeOrder: Sendable, Hashable, Comparable {
  /// The scale it is an order of.
  public let scale: GradeScale
  /// Larger is harder, within the scale only.
  ///
  /// It follows from the text and changes when a scale gets another grade: fit for a column to sort
  /// by that is computed anew, never for what is stored for good.
  public let rank: Int

  /// Whether it comes before another one.
  public static func < (one: GradeOrder, other: GradeOrder) -> Bool {
    one.scale == other.scale ? one.rank < other.rank : one.scale.place < other.scale.place
  }
}

extension Grade {
  /// What to sort by; nil for a text that was only kept.
  ///
  /// A slash grade lies between its two; two spellings that mean the same are equal.
  public var order: GradeOrder? { span.map { GradeOrder(scale: scale, rank: $0.rank) } }

  /// Whether it is harder than another grade of the same scale; nil for one of another scale.
  ///
  /// Nil as well when one of the two is a text that was only kept.
  public func isHarder(than other: Grade) -> Bool? {
    guard scale == other.scale, let span, let reference = other.span else { return nil }
    return span.rank > reference.rank
  }
}

extension GradeScale {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
