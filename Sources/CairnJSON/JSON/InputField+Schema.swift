package import Cairn

extension InputField {
  /// The schema of a value.
  package var schema: JSONSchema {
    switch form {
    case .number(let range, _): .integer(range)
    case .choice(let words): .choice(words)
    case .text(let limit): .text(limit: limit)
    case .list(let limit, _): .list(.text, limit: limit)
    case .flag: .bool
    // 10,000 hours, a limit that no audio exceeds.
    case .audio: .integer(0...36_000_000)
    case .instant: .instant
    case .date: .date
    case .id: .id
    }
  }

  /// The field in a JSON object.
  package var schemaField: SchemaField {
    var field = SchemaField(key, schema, label.prefix(1).lowercased() + label.dropFirst() + detail)
    field.isRequired = isRequired
    return field
  }

  /// What JSON needs to know beyond the label: `, as a whole number: 5200 is 5.2 km`.
  private var detail: String {
    switch form {
    case .audio: return ", in seconds"
    case .flag(let no?, _):
      return "; false: " + no.label.prefix(1).lowercased() + no.label.dropFirst()
    case .number(let range, let decimals) where decimals > 0:
      let middle = FieldValue.integer((range.lowerBound + range.upperBound) / 2)
      let value = example.flatMap(value(typed:)) ?? middle
      guard case .integer(let number) = value else { return "" }
      return ", as a whole number: \(number) is \(text(value))"
    default: return ""
    }
  }

  /// Returns a value in JSON as a value of the field; null clears.
  package func value(_ json: JSON) -> FieldValue {
    switch json {
    case .integer(let count): .integer(isSeconds ? Milliseconds.seconds(count).count : count)
    case .bool(let isOn): .bool(isOn)
    case .string(let text): instant(text).map { .integer($0.milliseconds) } ?? .text(text)
    default: .null
    }
  }

  private var isSeconds: Bool { if case .audio = form { true } else { false } }

  private func instant(_ text: String) -> Instant? {
    guard case .instant = form else { return nil }
    return Instant(text: text)
  }
}

extension [InputField] {
  /// The fields in a JSON object.
  package var schemaFields: [SchemaField] { map(\.schemaField) }
}

extension [KindModule] {
  /// The schema of the details of all activity kinds.
  package var detailsSchema: JSONSchema {
    .object(fields.map { SchemaField($0.key, .optional($0.schema), $0.schemaField.meaning) })
  }
}
