package import Cairn

/// A record as it is stored: values, and the stamp of each.
package struct StoredRecord: Sendable, Equatable {
  package let kind: RecordKind
  package let id: RecordID
  package internal(set) var fields: Fields
  /// The stamp of every field that has none of its own.
  package internal(set) var stamp: Stamp
  /// Stamps of the fields that were set later than the others, ascending by name.
  package internal(set) var exceptions: [(name: String, stamp: Stamp)]

  /// A record that is stored for the first time.
  package init(kind: RecordKind, id: RecordID, fields: Fields, stamp: Stamp) {
    self.init(kind: kind, id: id, fields: fields, stamp: stamp, exceptions: [])
  }

  package init(
    kind: RecordKind,
    id: RecordID,
    fields: Fields,
    stamp: Stamp,
    exceptions: [(name: String, stamp: Stamp)]
  ) {
    self.kind = kind
    self.id = id
    self.fields = fields
    self.stamp = stamp
    self.exceptions = exceptions
  }

  /// Whether a person or an undo deleted it; nil while it is there.
  package var deletion: String? {
    guard case .text(let how) = fields[CommonField.deleted] else { return nil }
    return how
  }

  /// When and where a field got its value; nil for a field that was never set.
  package func stamp(of name: String) -> Stamp? {
    guard fields.contains(name) else { return nil }
    return exceptions.first { $0.name == name }?.stamp ?? stamp
  }

  /// Sets fields under one stamp.
  package mutating func set(_ newer: Fields, stamp newStamp: Stamp) {
    for (name, value) in newer.members {
      fields[name] = value
      mark(name, newStamp)
    }
  }

  /// Takes in another copy of this record, field by field; the larger stamp stands.
  ///
  /// Of equal stamps the larger value stands, so that every order of joins ends the same
  /// (spec/sync.md 3.1). Returns whether anything changed.
  package mutating func join(_ other: StoredRecord) -> Bool {
    let before = self
    for (name, value) in other.fields.members {
      guard let theirs = other.stamp(of: name) else { continue }
      if let mine = stamp(of: name), (mine, fields[name]) >= (theirs, value) { continue }
      fields[name] = value
      mark(name, theirs)
    }
    return self != before
  }

  private mutating func mark(_ name: String, _ newStamp: Stamp) {
    exceptions.removeAll { $0.name == name }
    guard newStamp != stamp else { return }
    let index = exceptions.firstIndex { $0.name > name } ?? exceptions.count
    exceptions.insert((name, newStamp), at: index)
  }

  package static func == (left: StoredRecord, right: StoredRecord) -> Bool {
    left.kind == right.kind && left.id == right.id && left.fields == right.fields
      && left.fields.members.allSatisfy { left.stamp(of: $0.name) == right.stamp(of: $0.name) }
  }
}

extension FieldValue: Comparable {
  /// Orders values of different types by type, then by value; only used to settle equal stamps.
  package static func < (left: FieldValue, right: FieldValue) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): !left && right
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .integer: 2
    case .text: 3
    }
  }
}
