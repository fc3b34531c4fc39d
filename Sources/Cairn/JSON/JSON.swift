/// A JSON value as a tree.
///
/// Numbers stay exact: `.integer` for a number without fraction and exponent that fits in 64 bits,
/// otherwise `.number` with its literal text. Objects keep the order of their members.
public enum JSON: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// An integer of at most 64 bits.
  case integer(Int64)
  /// Any other number, as its literal text.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object with its members in order, without duplicate keys.
  case object([Member])

  /// A member of an object.
  public struct Member: Sendable, Equatable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSON

    /// Creates a member from its key and value.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// The value of a member; nil if there is none, or if this is not an object.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension JSON {
  /// Parses one document: a value with optional white space around it.
  ///
  /// Throws for everything that RFC 8259 forbids, for duplicate keys, and for nesting beyond
  /// `JSONReader.depthLimit`.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.value()
    try reader.finish()
  }

  /// Compact JSON with the members in their order.
  public var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  /// Compact JSON with the members sorted by the UTF-8 bytes of their keys, at every level.
  ///
  /// Values that differ only in the order of members have equal texts.
  public var canonicalText: String {
    var writer = JSONWriter()
    write(to: &writer, sorted: true)
    return writer.text
  }

  /// Appends this value to a writer.
  public func write(to writer: inout JSONWriter, sorted: Bool = false) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .number(let literal): writer.raw(literal)
    case .string(let value): writer.string(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer, sorted: sorted) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in sorted ? members.sorted(by: Self.isOrdered) : members {
        writer.key(member.key)
        member.value.write(to: &writer, sorted: sorted)
      }
      writer.endObject()
    }
  }

  private static func isOrdered(_ left: Member, _ right: Member) -> Bool {
    left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
  }
}

extension JSONReader {
  /// Reads the next value as a tree; rejects an object with duplicate keys.
  public mutating func value() throws(JSONError) -> JSON {
    switch try kind() {
    case .object: return .object(try members())
    case .array:
      var elements: [JSON] = []
      try array { reader throws(JSONError) in elements.append(try reader.value()) }
      return .array(elements)
    default: return try scalar()
    }
  }

  private mutating func members() throws(JSONError) -> [JSON.Member] {
    let start = offset
    var members: [JSON.Member] = []
    try object { key, reader throws(JSONError) in
      members.append(JSON.Member(key, try reader.value()))
    }
    guard !hasRepeat(members) else { throw JSONError(offset: start, reason: .repeatedKey) }
    return members
  }

  /// Sorts keys by bytes, so that duplicates are adjacent; `==` on strings would also match keys that
  /// are canonically equivalent.
  private func hasRepeat(_ members: [JSON.Member]) -> Bool {
    guard members.count > 1 else { return false }
    let keys = members.map { Array($0.key.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    return zip(keys, keys.dropFirst()).contains { $0 == $1 }
  }
}
