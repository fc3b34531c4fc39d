import Cairn
import CairnJSON

extension JSONSchema {
  /// The schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1.
  var json: JSON {
    switch self {
    case .text(let limit):
      Self.typed("string", limit.map { [("maxLength", .integer(Int64($0)))] } ?? [])
    case .formatted(let form): form.json
    case .choice(let names): Self.typed("string", [("enum", .array(names.map { .string($0) }))])
    case .integer(let range): Self.typed("integer", Self.bounds(range))
    case .decimal: Self.typed("number", [])
    case .bool: Self.typed("boolean", [])
    case .list(let element, let limit):
      Self.typed(
        "array",
        [("items", element.json)] + (limit.map { [("maxItems", .integer(Int64($0)))] } ?? [])
      )
    case .object(let members): Self.schema(of: members)
    case .anything: .object([])
    case .named(let name, _): .members(("$ref", .string("#/components/schemas/\(name)")))
    case .optional(let schema):
      .members(("anyOf", .array([schema.json, Self.typed("null", [])])))
    }
  }

  /// The named schemas used in this one, by name.
  var named: [String: JSONSchema] {
    switch self {
    case .named(let name, let schema): schema.named.merging([name: schema]) { first, _ in first }
    case .list(let schema, _), .optional(let schema): schema.named
    case .object(let members):
      members.reduce(into: [:]) { $0.merge($1.schema.named) { first, _ in first } }
    default: [:]
    }
  }

  private static func typed(_ type: String, _ rest: [(String, JSON)]) -> JSON {
    .object([.init("type", .string(type))] + rest.map { .init($0.0, $0.1) })
  }

  private static func bounds(_ range: ClosedRange<Int64>) -> [(String, JSON)] {
    [
      ("format", .string("int64")), ("minimum", .integer(range.lowerBound)),
      ("maximum", .integer(range.upperBound)),
    ]
  }

  /// Returns the JSON Schema of an object; an open one allows additional properties.
  static func schema(of members: [SchemaField], isOpen: Bool = false) -> JSON {
    let required = members.filter(\.isRequired).map { JSON.string($0.name) }
    let all = members.map { JSON.Member($0.name, $0.described) }
    return typed(
      "object",
      [("properties", .object(all)), ("additionalProperties", .bool(isOpen))]
        + (required.isEmpty ? [] : [("required", .array(required))])
    )
  }
}

extension StringFormat {
  fileprivate var json: JSON {
    .members(
      ("type", .string("string")),
      format.map { ("format", .string($0)) } ?? ("pattern", .text(pattern))
    )
  }
}

extension SchemaField {
  /// The JSON Schema with its description; an optional field is also nullable.
  var described: JSON {
    let schema: JSONSchema = isRequired ? schema : .optional(schema)
    guard !meaning.isEmpty, case .object(let members) = schema.json else { return schema.json }
    return .object(members + [.init("description", .string(meaning))])
  }
}
