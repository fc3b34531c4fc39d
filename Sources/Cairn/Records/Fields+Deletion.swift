extension Fields {
  /// The reason of the record's deletion, see ``Deletion``; nil for a live record.
  package var deletion: String? {
    guard let name = deletionFields.first else { return nil }
    guard case .text(let how) = self[name] else { return Deletion.byPerson }
    return how
  }

  /// The fields that delete the record; none for a live record.
  package var deletionFields: [String] { RecordField.existence.filter { self[$0].isDeletion } }

  /// Deletes the record, for a reason of ``Deletion``.
  package mutating func delete(_ how: String = Deletion.byPerson) {
    if how == Deletion.byPerson {
      self[RecordField.isDeleted] = .bool(true)
    } else {
      self[RecordField.deleted] = .text(how)
    }
  }

  /// Creates or restores the record.
  package mutating func restore() {
    for name in RecordField.existence { self[name] = .null }
  }
}

extension FieldValue {
  /// Whether it deletes a record, as a value of one of ``RecordField/existence``.
  package var isDeletion: Bool {
    if case .text = self { true } else { self == .bool(true) }
  }
}
