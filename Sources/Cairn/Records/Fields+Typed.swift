extension Fields {
  /// The text under a name, nil when null; throws `record.malformed` for another type.
  public func text(_ name: String) throws(CairnError) -> String? {
    switch self[name] {
    case .null: return nil
    case .text(let value): return value
    default: throw Self.malformed(name, "text")
    }
  }

  /// The whole number under a name, nil when null; throws `record.malformed` for another type.
  public func integer(_ name: String) throws(CairnError) -> Int64? {
    switch self[name] {
    case .null: return nil
    case .integer(let value): return value
    default: throw Self.malformed(name, "a whole number")
    }
  }

  /// The whole number under a name, nil when null; throws `record.malformed` outside `range`.
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

  /// The flag under a name, nil when null; throws `record.malformed` for another type.
  public func bool(_ name: String) throws(CairnError) -> Bool? {
    switch self[name] {
    case .null: return nil
    case .bool(let value): return value
    default: throw Self.malformed(name, "true or false")
    }
  }

  /// The instant under a name, nil when null; throws `record.malformed` for another type, and for an
  /// instant before 1970 or from 2100 on (UTC).
  public func instant(_ name: String) throws(CairnError) -> Instant? {
    guard let value = try integer(name) else { return nil }
    let instant = Instant(milliseconds: value)
    guard FieldForm.instants.contains(instant) else {
      throw Self.malformed(name, "an instant from 1970 until 2100")
    }
    return instant
  }

  /// The id under a name, nil when null; throws `record.malformed` when it is no id.
  public func id<Thing>(_ name: String) throws(CairnError) -> Identifier<Thing>? {
    guard let text = try text(name) else { return nil }
    guard let id = RecordID(text: text) else { throw Self.malformed(name, "an id") }
    return Identifier(id)
  }

  /// The value, or `record.malformed` when the field the record cannot do without is null.
  public func required<Value>(_ name: String, _ value: Value?) throws(CairnError) -> Value {
    guard let value else { throw Self.malformed(name, "set") }
    return value
  }

  /// Sets a text, or null.
  public mutating func set(_ name: String, _ value: String?) {
    self[name] = value.map { .text($0) } ?? .null
  }

  /// Sets a whole number, or null.
  public mutating func set(_ name: String, _ value: Int64?) {
    self[name] = value.map { .integer($0) } ?? .null
  }

  /// Sets a flag, or null.
  public mutating func set(_ name: String, _ value: Bool?) {
    self[name] = value.map { .bool($0) } ?? .null
  }

  /// Sets an instant as milliseconds, or null.
  ///
  /// The nearest one that can be read again is kept.
  public mutating func set(_ name: String, _ value: Instant?) {
    let (first, last) = (FieldForm.instants.lowerBound, FieldForm.instants.upperBound)
    set(name, value.map { min(max($0, first), last - Milliseconds(1)).milliseconds })
  }

  /// Sets an id as text, or null.
  public mutating func set<Thing>(_ name: String, _ value: Identifier<Thing>?) {
    set(name, value?.record.text)
  }

  /// The error of a stored value that no version writes, as ``Record/flaw`` says it.
  package static func impossible(_ flaw: String) -> CairnError {
    CairnError(
      "record.malformed",
      "A stored record is not readable: \(flaw).",
      hint: "Run `cairn doctor` to find the record; `cairn export` still keeps it."
    )
  }

  package static func malformed(_ name: String, _ expected: String) -> CairnError {
    CairnError(
      "record.malformed",
      "A stored record is not readable: its field “\(name)” is not \(expected).",
      hint: "Run `cairn doctor` to find the record; `cairn export` still keeps it."
    )
  }
}
