extension Fields {
  /// Writes a JSON object with sorted names: equal fields have equal text.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, value) in members {
      writer.key(name)
      switch value {
      case .null: writer.null()
      case .bool(let value): writer.bool(value)
      case .integer(let value): writer.integer(value)
      case .text(let value): writer.string(value)
      }
    }
    writer.endObject()
  }

  /// Reads a JSON object of scalars; throws ``JSONError`` for arrays, objects and fractions.
  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init()
    var fields = Fields(capacity: 12)
    try reader.object { (name, reader) throws(JSONError) in
      fields[name] = try FieldValue(from: &reader)
    }
    self = fields
  }

  /// The fields as the text of a JSON object.
  public var json: String {
    var writer = JSONWriter(capacity: 256)
    write(to: &writer)
    return writer.text
  }

  /// Parses a JSON object of scalars; throws ``JSONError``.
  public init(json: String) throws(JSONError) {
    var reader = JSONReader([UInt8](json.utf8))
    try self.init(from: &reader)
    try reader.finish()
  }
}

extension FieldValue {
  init(from reader: inout JSONReader) throws(JSONError) {
    switch try reader.kind() {
    case .null:
      _ = try reader.consumeNull()
      self = .null
    case .bool: self = .bool(try reader.bool())
    case .number: self = .integer(try reader.integer())
    default: self = .text(try reader.string())
    }
  }
}
