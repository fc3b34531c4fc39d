/// The value of one field of a record.
///
/// There are no floating-point numbers, so a value stays the same through any number of copies
/// (spec/sync.md 3.1).
public enum FieldValue: Sendable, Hashable {
  /// No value: never set, or cleared.
  case null
  /// A Boolean.
  case bool(Bool)
  /// An integer.
  case integer(Int64)
  /// Text in UTF-8.
  case text(String)
}

/// The named values of a record, sorted by name.
///
/// A missing name reads as null; a null member means that the field was cleared.
public struct Fields: Sendable, Equatable {
  /// Names and values, sorted by name, each name once.
  public private(set) var members: [(name: String, value: FieldValue)] = []

  /// Creates an empty set of fields.
  public init() {}

  /// Creates an empty set of fields with reserved capacity.
  package init(capacity: Int) {
    members.reserveCapacity(capacity)
  }

  /// The value of a field; assigning null stores the null and does not remove the name.
  ///
  /// Lookup is a binary search: O(log fields).
  public subscript(name: String) -> FieldValue {
    get {
      let index = position(of: name)
      return holds(name, at: index) ? members[index].value : .null
    }
    set {
      let index = position(of: name)
      if index == members.count {
        members.append((name, newValue))
      } else if members[index].name == name {
        members[index].value = newValue
      } else {
        members.insert((name, newValue), at: index)
      }
    }
  }

  /// Returns whether the field was ever set, even to null.
  public func contains(_ name: String) -> Bool { holds(name, at: position(of: name)) }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The names of the members, ascending.
  package var names: [String] { members.map { $0.name } }

  /// Returns the members of `newer` with values that differ from these fields.
  ///
  /// A null for a missing name is not a difference.
  public func changes(to newer: Fields) -> Fields {
    var changed = Fields()
    for (name, value) in newer.members where self[name] != value { changed[name] = value }
    return changed
  }

  /// Compares names and values in order.
  public static func == (left: Fields, right: Fields) -> Bool {
    left.members.count == right.members.count
      && zip(left.members, right.members).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }

  private func holds(_ name: String, at index: Int) -> Bool {
    index < members.count && members[index].name == name
  }

  private func position(of name: String) -> Int {
    if let last = members.last, last.name < name { return members.count }
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
