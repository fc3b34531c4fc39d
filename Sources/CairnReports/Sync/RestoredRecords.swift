/// The result of restoring a bulk deletion.
public struct RestoredRecords: Sendable, Equatable {
  /// The number of restored records.
  public package(set) var restored = 0
  /// The number of records that stay deleted.
  ///
  /// Their time is occupied by another session, or this version cannot read them.
  public package(set) var left = 0

  /// Creates an empty result.
  public init() {}

  /// Adds the result of another bulk deletion.
  public static func += (sum: inout RestoredRecords, other: RestoredRecords) {
    sum.restored += other.restored
    sum.left += other.left
  }
}
