import Cairn

extension Change {
  /// Whether it changes the time of a session.
  var movesTime: Bool {
    (["segments", "endedAt"] + RecordField.existence).contains { self.set.contains($0) }
  }

  /// Whether it ends or deletes a session.
  var endsSession: Bool {
    kind == SessionRecord.kind
      && (["endedAt"] + RecordField.existence).contains { self.set[$0] != .null }
  }

  /// Returns whether this sets a field that `other` set, or any field of a record that `other` created.
  func overlapsFields(_ other: Change) -> Bool {
    guard kind == other.kind, id == other.id else { return false }
    return other.isCreation || set.members.contains { other.set.contains($0.name) }
  }

  /// Whether the record was deleted before the change and is not afterwards.
  var isRestoration: Bool {
    RecordField.existence.contains { name in
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
