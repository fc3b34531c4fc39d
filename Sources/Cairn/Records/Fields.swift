/// What one field of a record holds.
///
/// There are no floating-point numbers, so that values survive any number of copies
/// (spec/sync.md 3.1).
public enum FieldValue: Sendable, Hashable {
  /// Nothing: never set, or cleared.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// Text in UTF-8.
  case text(String)
}

/// The named values of a record, ordered by name.
///
/// A name that is missing reads as null; a null that is present says that the field was cleared.
public struct Fields: Sendable, Equatable {
  /// Names and values, ascending by name, each name once.
  public private(set) var members: [(name: String, value: FieldValue)] = []

  /// No fields.
  public init() {}

  /// No fields, with room for some.
  package init(capacity: Int) {
    members.reserveCapacity(capacity)
  }

  /// The value under a name; setting keeps a null, it does not remove the name.
  ///
  /// Look-up is binary: O(log fields).
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

  /// Whether the name was ever set, be it to null.
  public func contains(_ name: String) -> Bool { holds(name, at: position(of: name)) }

  /// True when there is no member at all.
  public var isEmpty: Bool { members.isEmpty }

  /// The names of the members, ascending.
  package var names: [String] { members.map { $0.name } }

  /// The members of `newer` whose value differs here.
  ///
  /// A null over a missing name is no difference.
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
