import Cairn

extension Change {
  /// The fields by which the record is there or not: a session that was merged into another one is not.
  private var presence: [String] {
    RecordField.existence + (kind == SessionRecord.kind ? [RecordField.mergedInto] : [])
  }

  /// Whether it changes the time of a session.
  var movesTime: Bool { (["segments", "endedAt"] + presence).contains { self.set.contains($0) } }

  /// Whether it ends, deletes or merges away a session.
  var endsSession: Bool {
    kind == SessionRecord.kind && (["endedAt"] + presence).contains { self.set[$0] != .null }
  }

  /// Returns whether this sets a field that `other` set, or any field of a record that `other` created.
  func overlapsFields(_ other: Change) -> Bool {
    guard kind == other.kind, id == other.id else { return false }
    return other.isCreation || set.members.contains { other.set.contains($0.name) }
  }

  /// Whether the record was deleted or merged away before the change and is not afterwards.
  var isRestoration: Bool {
    presence.contains { name in
      self.set.contains(name) && self.set[name] == .null && was[name] != .null
    }
  }

  /// Returns both changes of one record as one.
  func followed(by later: Change) -> Change {
    var values = self.set
    for (name, value) in later.set.members { values[name] = value }
    return Change(kind: kind, id: id, set: values, was: was)
  }

  /// The fields that revert the change; a created record stays stored and is marked as undone.
  var earlier: Fields {
    guard isCreation else { return was }
    var fields = Fields()
    fields[RecordField.deleted] = .text(Deletion.byUndo)
    return fields
  }
}
