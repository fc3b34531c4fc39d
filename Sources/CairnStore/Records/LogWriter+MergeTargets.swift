package import Cairn

extension LogWriter {
  /// Returns the record that another is the same as after all merges; in a circle, the one with the smallest ID.
  package func mergeTarget(of id: RecordID, _ kind: RecordKind) throws -> RecordID {
    var (targets, next) = (MergeTargets(), id)
    while targets[next] == nil, let target = try mergedRecord(kind, next)?.mergeTarget {
      targets[next] = target
      next = target
    }
    return targets.root(of: id)
  }

  /// Returns a record that was deleted by its merge into another; nil for any other.
  package func mergedRecord(_ kind: RecordKind, _ id: RecordID) throws -> Record? {
    guard let record = try RecordTable.find(kind, id, in: connection), record.deletion != nil,
      record.fields["mergedInto"] != .null
    else { return nil }
    return record
  }
}

extension Record {
  fileprivate var mergeTarget: RecordID? {
    guard case .text(let text) = fields["mergedInto"] else { return nil }
    return RecordID(text: text)
  }
}
