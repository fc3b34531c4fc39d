extension Change {
  /// Creates the change that sets `fields` on `old`; nil if every value is equal already.
  ///
  /// A null for a missing field is not a difference. For a new record, `was` contains only `deleted`:
  /// see ``Deletion/notCreated``.
  package init?(
    _ kind: RecordKind,
    _ id: RecordID,
    setting fields: Fields,
    over old: Record?
  ) {
    var set = (old?.fields ?? Fields()).changes(to: fields)
    var was = Fields()
    if let old {
      for (name, _) in set.members { was[name] = old.fields[name] }
    } else {
      set[RecordField.deleted] = fields[RecordField.deleted]
      was[RecordField.deleted] = Deletion.notCreated
    }
    guard !set.isEmpty else { return nil }
    self.init(kind: kind, id: id, set: set, was: was)
  }
}
