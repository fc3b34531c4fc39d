import Cairn

/// The values that an act sets, record by record.
struct Draft {
  private var changes: [(record: RecordID, fields: Fields)] = []

  var isEmpty: Bool { changes.isEmpty }

  mutating func set(_ record: RecordID, _ name: String, _ value: FieldValue) {
    if let index = changes.firstIndex(where: { $0.record == record }) {
      changes[index].fields[name] = value
    } else {
      var fields = Fields()
      fields[name] = value
      changes.append((record, fields))
    }
  }

  mutating func set(_ record: RecordID, _ name: String, _ text: String?) {
    set(record, name, text.map { .text($0) } ?? .null)
  }

  mutating func set(_ record: RecordID, _ name: String, _ number: Int64?) {
    set(record, name, number.map { .integer($0) } ?? .null)
  }

  mutating func set(_ record: RecordID, _ name: String, _ other: RecordID) {
    set(record, name, .text(other.text))
  }

  mutating func set(_ record: RecordID, _ times: ExplicitTimes) {
    set(record, MergeField.times, .text(times.text))
  }

  mutating func setPage(_ record: RecordID, _ name: String, _ page: Int64?) {
    set(record, name, page.map { "page:\($0)" })
  }

  mutating func merge(_ other: Draft) {
    if isEmpty { return changes = other.changes }
    for (record, fields) in other.changes {
      for (name, value) in fields.members { set(record, name, value) }
    }
  }

  var list: [Change] {
    changes.map { record, fields in
      Change(kind: record.kind, id: record, set: fields, was: Fields())
    }
  }
}
