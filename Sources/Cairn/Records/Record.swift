/// A stored record: its values and the stamp of each value.
///
/// Joining two copies takes each field from the copy with the larger stamp, so copies converge in
/// any order of joins (spec/sync.md 3.1).
public struct Record: Sendable {
  /// The kind of the record.
  public let kind: RecordKind
  /// The ID of the record.
  public let id: RecordID
  /// The values, including those of fields that this version does not know.
  public private(set) var fields: Fields
  /// The earliest stamp; it applies to every field that has no stamp in ``exceptions``.
  public private(set) var stamp: Stamp
  /// The stamps of fields that were set later, sorted by name.
  public private(set) var exceptions: [(name: String, stamp: Stamp)]

  /// Creates a record from the stamp of most fields and the exceptions.
  ///
  /// The stamps are normalised, so the choice of the common stamp makes no difference.
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

  /// The reason of its deletion, see ``Deletion``; nil for a live record.
  ///
  /// A session that was merged into another counts as deleted: the other one has its time.
  public var deletion: String? { fields.deletion ?? (hasTarget ? Deletion.byPerson : nil) }

  /// The stamp of its deletion; nil for a live record.
  package var deletionStamp: Stamp? {
    let name = fields.deletionFields.first ?? (hasTarget ? RecordField.mergedInto : nil)
    return name.flatMap { stamp(of: $0) }
  }

  /// Whether it is a session that was merged into another, and not deleted by somebody else.
  ///
  /// Earlier versions deleted it by the same act. An odd turn is that of an undo, which put back the values of others.
  package var isMerged: Bool {
    guard hasTarget, let deletion = fields.deletionFields.first else { return hasTarget }
    let stamp = stamp(of: deletion)
    return stamp == self.stamp(of: RecordField.mergedInto) && stamp.map { $0.turn % 2 == 0 } == true
  }

  /// Whether it is a session that was merged into another.
  package var hasTarget: Bool {
    kind == SessionRecord.kind && fields[RecordField.mergedInto] != .null
  }

  /// Returns the stamp of a field; nil if it was never set.
  public func stamp(of name: String) -> Stamp? {
    guard fields.contains(name) else { return nil }
    return exceptions.first { $0.name == name }?.stamp ?? stamp
  }

  /// The latest stamp of all fields.
  public var latestStamp: Stamp {
    exceptions.reduce(stamp) { max($0, $1.stamp) }
  }

  /// The IDs in its text fields: the records it refers to.
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

  /// Merges another copy of this record, field by field: the larger stamp wins.
  ///
  /// With equal stamps the larger value wins. Returns whether anything changed.
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
  /// Normalises the stamps: copies with equal values and stamps are stored identically, in whatever
  /// order their fields were set.
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
  /// Orders by type, then by value; only a tie-break for equal stamps.
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
