/// One stored thing: its values, and the stamp of each.
///
/// Joining two copies takes each field from the copy with the larger stamp, so copies end equal
/// in whatever order they meet (spec/sync.md 3.1).
public struct Record: Sendable {
  /// What kind of thing it is.
  public let kind: RecordKind
  /// Its identity.
  public let id: RecordID
  /// Its values, those this version does not know included.
  public private(set) var fields: Fields
  /// The stamp of every field that has none of its own: the earliest of all.
  public private(set) var stamp: Stamp
  /// Stamps of the fields that were set at another time, ascending by name.
  public private(set) var exceptions: [(name: String, stamp: Stamp)]

  /// Makes a record whose fields were all set under one stamp but for the exceptions.
  ///
  /// Whichever stamp was given as the one of most, it is written in the one form for these values.
  public init(
    kind: RecordKind,
    id: RecordID,
    fields: Fields,
    stamp: Stamp,
    exceptions: [(name: String, stamp: Stamp)] = []
  ) {
    self.kind = kind
    self.id = id
    self.fields = fields
    self.stamp = stamp
    self.exceptions = exceptions
    pack()
  }

  /// How it was deleted, see ``Deletion``; nil while it is there.
  public var deletion: String? {
    guard case .text(let how) = fields[RecordField.deleted] else { return nil }
    return how
  }

  /// When and where a field got its value; nil for a field that was never set.
  public func stamp(of name: String) -> Stamp? {
    guard fields.contains(name) else { return nil }
    return exceptions.first { $0.name == name }?.stamp ?? stamp
  }

  /// The latest of its stamps.
  public var latestStamp: Stamp {
    exceptions.reduce(stamp) { max($0, $1.stamp) }
  }

  /// The ids its texts name: what it refers to.
  public var references: [RecordID] {
    fields.members.flatMap { _, value -> [RecordID] in
      guard case .text(let text) = value else { return [] }
      return text.split(separator: " ").compactMap { word in
        RecordID(text: String(word.utf8.first == 0x2B ? word.dropFirst() : word))
      }
    }
  }

  /// Sets fields under one stamp.
  public mutating func set(_ newer: Fields, stamp newStamp: Stamp) {
    for (name, value) in newer.members { set(name, value, newStamp) }
    pack()
  }

  /// Takes in another copy of this record, field by field; the larger stamp stands.
  ///
  /// Of equal stamps the larger value stands. Returns whether anything changed.
  public mutating func join(_ other: Record) -> Bool {
    var hasChanged = false
    for (name, value) in other.fields.members {
      guard let theirs = other.stamp(of: name), wins(name, value, theirs) else { continue }
      set(name, value, theirs)
      hasChanged = true
    }
    pack()
    return hasChanged
  }

  private func wins(_ name: String, _ value: FieldValue, _ theirs: Stamp) -> Bool {
    guard let mine = stamp(of: name) else { return true }
    return mine < theirs || (mine == theirs && fields[name] < value)
  }

  private mutating func set(_ name: String, _ value: FieldValue, _ newStamp: Stamp) {
    fields[name] = value
    exceptions.removeAll { $0.name == name }
    guard newStamp != stamp else { return }
    let index = exceptions.firstIndex { $0.name > name } ?? exceptions.count
    exceptions.insert((name, newStamp), at: index)
  }
}

extension Record {
  /// Gives its stamps their one form, so that copies with the same values and stamps are written the same,
  /// in whatever order they came by them.
  private mutating func pack() {
    guard !isPacked else { return }
    let all = fields.members.map { (name: $0.name, stamp: self.stamp(of: $0.name) ?? stamp) }
    guard let earliest = all.map({ $0.stamp }).min() else { return }
    exceptions = all.filter { $0.stamp != earliest }
    stamp = earliest
  }

  private var isPacked: Bool {
    exceptions.count < fields.members.count && exceptions.allSatisfy { stamp < $0.stamp }
  }
}

extension FieldValue: Comparable {
  /// Orders by type, then by value; only used to settle equal stamps.
  public static func < (left: FieldValue, right: FieldValue) -> Bool {
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
