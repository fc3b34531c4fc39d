extension Change {
  /// What setting fields over a record changes; nil when every value is there already.
  ///
  /// A null over a missing name is no difference. Of a record that is made only `deleted` was
  /// something before: see ``Deletion/neverMade``.
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
      was[RecordField.deleted] = Deletion.neverMade
    }
    guard !set.isEmpty else { return nil }
    self.init(kind: kind, id: id, set: set, was: was)
  }
}
