extension Fields {
  /// Returns a text field, nil if null; throws `record.malformed` for another type.
  public func text(_ name: String) throws(CairnError) -> String? {
    switch self[name] {
    case .null: return nil
    case .text(let value): return value
    default: throw Self.malformed(name, "text")
    }
  }

  /// Returns an integer field, nil if null; throws `record.malformed` for another type.
  public func integer(_ name: String) throws(CairnError) -> Int64? {
    switch self[name] {
    case .null: return nil
    case .integer(let value): return value
    default: throw Self.malformed(name, "a whole number")
    }
  }

  /// Returns an integer field, nil if null; throws `record.malformed` outside `range`.
  public func integer(
    _ name: String,
    in range: ClosedRange<Int64>
  ) throws(CairnError) -> Int64? {
    guard let value = try integer(name) else { return nil }
    guard range.contains(value) else {
      throw Self.malformed(name, "between \(range.lowerBound) and \(range.upperBound)")
    }
    return value
  }

  /// Returns a Boolean field, nil if null; throws `record.malformed` for another type.
  public func bool(_ name: String) throws(CairnError) -> Bool? {
    switch self[name] {
    case .null: return nil
    case .bool(let value): return value
    default: throw Self.malformed(name, "true or false")
    }
  }

  /// Returns an instant field, nil if null; throws `record.malformed` for another type, and for an
  /// instant before 1970 or from 2100 on (UTC).
  public func instant(_ name: String) throws(CairnError) -> Instant? {
    guard let value = try integer(name) else { return nil }
    let instant = Instant(milliseconds: value)
    guard FieldType.instants.contains(instant) else {
      throw Self.malformed(name, "an instant from 1970 until 2100")
    }
    return instant
  }

  /// Returns an ID field, nil if null; throws `record.malformed` for an invalid ID.
  public func id<Entity>(_ name: String) throws(CairnError) -> Identifier<Entity>? {
    guard let text = try text(name) else { return nil }
    guard let id = RecordID(text: text) else { throw Self.malformed(name, "an id") }
    return Identifier(id)
  }

  /// Returns the value of a required field; throws `record.malformed` if it is null.
  public func required<Value>(_ name: String, _ value: Value?) throws(CairnError) -> Value {
    guard let value else { throw Self.malformed(name, "set") }
    return value
  }

  /// Sets a text, or null.
  public mutating func set(_ name: String, _ value: String?) {
    self[name] = value.map { .text($0) } ?? .null
  }

  /// Sets an integer, or null.
  public mutating func set(_ name: String, _ value: Int64?) {
    self[name] = value.map { .integer($0) } ?? .null
  }

  /// Sets a Boolean, or null.
  public mutating func set(_ name: String, _ value: Bool?) {
    self[name] = value.map { .bool($0) } ?? .null
  }

  /// Sets an instant as milliseconds, or null.
  ///
  /// Clamps the instant to the range that can be read back.
  public mutating func set(_ name: String, _ value: Instant?) {
    let (first, last) = (FieldType.instants.lowerBound, FieldType.instants.upperBound)
    set(name, value.map { min(max($0, first), last - Milliseconds(1)).milliseconds })
  }

  /// Sets an ID as text, or null.
  public mutating func set<Entity>(_ name: String, _ value: Identifier<Entity>?) {
    set(name, value?.record.text)
  }

  /// Returns the error for a stored value that no version writes; see ``Record/violation``.
  package static func impossible(_ violation: String) -> CairnError {
    CairnError(
      "record.malformed",
      "A stored record cannot be read: \(violation).",
      hint: "Run `cairn doctor` to find the record; `cairn export` still includes it."
    )
  }

  package static func malformed(_ name: String, _ expected: String) -> CairnError {
    impossible("its field “\(name)” is not \(expected)")
  }
}
