package import Cairn

extension DetailField {
  /// The schema of a value.
  package var schema: JSONSchema {
    switch form {
    case .number(let range, _): .integer(range)
    case .choice(let values): .choice(values)
    }
  }

  /// The field in a JSON object.
  package var schemaField: SchemaField {
    SchemaField(key, schema, meaning)
  }

  private var meaning: String {
    guard case .number(_, let decimals) = form, decimals > 0 else { return label.lowercased() }
    return "\(label.lowercased()), as a whole number: \(example)"
  }

  /// `5200 is 5.2 km`.
  private var example: String {
    guard case .number(let range, _) = form else { return "" }
    let number = (range.lowerBound + range.upperBound) / 2
    return "\(number) is \(text(.integer(number)))"
  }
}

extension [KindModule] {
  /// The schema of the details of all activity kinds.
  package var detailsSchema: JSONSchema {
    .object(fields.map { SchemaField($0.key, .optional($0.schema), $0.schemaField.meaning) })
  }
}
