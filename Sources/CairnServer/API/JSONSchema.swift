import Cairn

/// What a JSON value may be: checks what comes in, and says it in the description of the API.
indirect enum JSONSchema: Sendable {
  /// A text; of at most so many bytes when there is a limit, and never with a NUL.
  case text(limit: Int?)
  /// A text of a certain form.
  case form(StringFormat)
  /// One of some texts.
  case choice([String])
  /// A whole number.
  case integer(ClosedRange<Int64>)
  /// A number, whole or not.
  case decimal
  /// True or false.
  case bool
  /// A list; of at most so many when there is a limit.
  case list(JSONSchema, limit: Int?)
  /// An object with exactly these members.
  case object([SchemaField])
  /// A shape that the description gives a name.
  case named(String, JSONSchema)
  /// Any value: what another standard describes.
  case anything
  /// That, or null.
  case optional(JSONSchema)

  /// A text as a person types it in one line.
  static let text = JSONSchema.text(limit: 1_000)
  /// A text that may have lines.
  static let longText = JSONSchema.text(limit: longTextLimit)
  /// So many bytes at most: the longest reviews fit in, and thrice as many, as a form writes them, into a body.
  static let longTextLimit = 100_000
  /// A text that is answered, of any length.
  static let words = JSONSchema.text(limit: nil)
  /// Any whole number.
  static let integer = JSONSchema.integer(.min ... .max)
  /// A number of things.
  static let count = JSONSchema.integer(0 ... .max)
  /// A UUID.
  static let id = JSONSchema.form(.id)
  /// RFC 3339.
  static let instant = JSONSchema.form(.instant)
  /// A civil date.
  static let day = JSONSchema.form(.day)
  /// A civil date as far as it is known.
  static let date = JSONSchema.form(.date)

  /// A list that is answered.
  static func list(_ element: JSONSchema) -> JSONSchema { .list(element, limit: nil) }
}

/// The form of a text.
struct StringFormat: Sendable, Equatable {
  /// What JSON Schema calls it; nil when it has no word for it.
  let format: String?
  /// A regular expression all texts of the form match.
  let pattern: String?
  /// What is said to someone who got it wrong.
  let rule: String
  /// Whether a text has the form.
  let accepts: @Sendable (String) -> Bool

  static func == (left: StringFormat, right: StringFormat) -> Bool { left.rule == right.rule }

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

/// A named value: a parameter of a query, or a member of an object.
struct SchemaField: Sendable {
  let name: String
  let shape: JSONSchema
  /// What it means, for the description.
  let meaning: String
  var isNeeded = false

  /// One that may be left out.
  init(_ name: String, _ shape: JSONSchema, _ meaning: String = "") {
    (self.name, self.shape, self.meaning) = (name, shape, meaning)
  }

  /// One that must be there.
  init(needed name: String, _ shape: JSONSchema, _ meaning: String = "") {
    self.init(name, shape, meaning)
    isNeeded = true
  }
}

extension JSONSchema: ExpressibleByDictionaryLiteral {
  /// An object that is answered: all its members are always there.
  init(dictionaryLiteral members: (String, JSONSchema)...) {
    self = .object(members.map { SchemaField(needed: $0, $1) })
  }
}
