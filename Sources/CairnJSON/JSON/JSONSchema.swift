import Cairn

/// A JSON schema, which validates requests and documents the API.
package indirect enum JSONSchema: Sendable {
  /// A string without NUL, with an optional limit in bytes.
  case text(limit: Int?)
  /// A string in a format.
  case formatted(StringFormat)
  /// One of several strings.
  case choice([String])
  /// An integer.
  case integer(ClosedRange<Int64>)
  /// A number.
  case decimal
  /// A boolean.
  case bool
  /// An array with an optional limit on its length.
  case list(JSONSchema, limit: Int?)
  /// An object with exactly these fields.
  case object([SchemaField])
  /// A schema with a name in the API description.
  case named(String, JSONSchema)
  /// Any value, described by another standard.
  case anything
  /// A nullable value.
  case optional(JSONSchema)

  /// A string of any length, for responses.
  package static let string = JSONSchema.text(limit: nil)
  /// Any integer.
  package static let integer = JSONSchema.integer(.min ... .max)
  /// A non-negative integer.
  package static let count = JSONSchema.integer(0 ... .max)
  /// Hundredths of a percent, from 0 to 100 %.
  package static let percent = JSONSchema.integer(0...10_000)
  /// A UUID.
  package static let id = JSONSchema.formatted(.id)
  /// A timestamp (RFC 3339).
  package static let instant = JSONSchema.formatted(.instant)
  /// A full date.
  package static let day = JSONSchema.formatted(.day)
  /// A date that may lack day and month.
  package static let date = JSONSchema.formatted(.date)

  /// Returns a list of any length, for responses.
  package static func list(_ element: JSONSchema) -> JSONSchema { .list(element, limit: nil) }
}

extension JSONSchema: ExpressibleByDictionaryLiteral {
  /// Creates an object with required fields.
  package init(dictionaryLiteral members: (String, JSONSchema)...) {
    self = .object(members.map { SchemaField(required: $0, $1) })
  }
}

/// A format that a string must have.
package struct StringFormat: Sendable, Equatable {
  /// The name of the format in JSON Schema; nil if it has none.
  package let format: String?
  /// A regular expression that all valid strings match.
  package let pattern: String?
  /// The predicate for an error message about an invalid string.
  package let rule: String
  /// Whether a string is valid.
  package let accepts: @Sendable (String) -> Bool

  /// Creates a format from its JSON Schema and its check.
  package init(
    format: String?,
    pattern: String?,
    rule: String,
    accepts: @escaping @Sendable (String) -> Bool
  ) {
    (self.format, self.pattern, self.rule, self.accepts) = (format, pattern, rule, accepts)
  }

  package static func == (left: StringFormat, right: StringFormat) -> Bool {
    left.rule == right.rule
  }

  static let id = StringFormat(format: "uuid", pattern: nil, rule: "takes an id") {
    RecordID(text: $0) != nil
  }
  static let instant = StringFormat(
    format: "date-time",
    pattern: nil,
    rule: "takes a time such as 2026-01-05T18:00:00Z"
  ) { Instant(text: $0) != nil }
  static let day = StringFormat(
    format: "date",
    pattern: nil,
    rule: "takes a day such as 2026-01-05"
  ) { LocalDay(text: $0) != nil }
  static let date = StringFormat(
    format: nil,
    pattern: #"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"#,
    rule: "takes a day, a month or a year such as 2026-01-05, 2026-01 or 2026"
  ) { PartialDay(text: $0) != nil }
}

/// A named value: a query parameter or a field of an object.
package struct SchemaField: Sendable {
  /// The name.
  package let name: String
  /// The schema of the value.
  package let schema: JSONSchema
  /// The description in the API documentation.
  package let meaning: String
  /// Whether every valid object has the field.
  package var isRequired = false

  /// Creates an optional field.
  package init(_ name: String, _ schema: JSONSchema, _ meaning: String = "") {
    (self.name, self.schema, self.meaning) = (name, schema, meaning)
  }

  /// Creates a required field.
  package init(required name: String, _ schema: JSONSchema, _ meaning: String = "") {
    self.init(name, schema, meaning)
    isRequired = true
  }
}
