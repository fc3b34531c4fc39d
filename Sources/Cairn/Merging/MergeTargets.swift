/// Follows records that were merged into others, to the one with which all are the same.
package struct MergeTargets {
  private var next: [RecordID: RecordID] = [:]

  /// Creates targets of no merges.
  package init() {}

  /// Whether nothing was merged.
  var isEmpty: Bool { next.isEmpty }

  /// What a record was merged into; nil for its own.
  package subscript(record: RecordID) -> RecordID? {
    get { next[record] }
    set { next[record] = newValue }
  }

  /// Returns where the merges of a record end; of a circle the smallest ID.
  package func root(of record: RecordID) -> RecordID {
    guard !next.isEmpty, var place = next[record], place != record else { return record }
    var path = [record]
    while true {
      if let first = path.firstIndex(of: place) { return path[first...].min() ?? place }
      guard let target = next[place], target != place else { return place }
      path.append(place)
      place = target
    }
  }
}
