import Cairn

extension JSONSchema {
  /// The shape as JSON Schema (2020-12), which OpenAPI 3.1 speaks.
  var schema: JSON {
    switch self {
    case .text(let limit):
      Self.typed("string", limit.map { [("maxLength", .integer(Int64($0)))] } ?? [])
    case .form(let form): form.schema
    case .choice(let names): Self.typed("string", [("enum", .array(names.map { .string($0) }))])
    case .integer(let range): Self.typed("integer", Self.bounds(range))
    case .decimal: Self.typed("number", [])
    case .bool: Self.typed("boolean", [])
    case .list(let element, let limit):
      Self.typed(
        "array",
        [("items", element.schema)] + (limit.map { [("maxItems", .integer(Int64($0)))] } ?? [])
      )
    case .object(let members): Self.schema(of: members)
    case .anything: .object([])
    case .named(let name, _): .members(("$ref", .string("#/components/schemas/\(name)")))
    case .optional(let shape):
      .members(("anyOf", .array([shape.schema, Self.typed("null", [])])))
    }
  }

  /// The shapes that have a name in this one, by name.
  var named: [String: JSONSchema] {
    switch self {
    case .named(let name, let shape): shape.named.merging([name: shape]) { first, _ in first }
    case .list(let shape, _), .optional(let shape): shape.named
    case .object(let members):
      members.reduce(into: [:]) { $0.merge($1.shape.named) { first, _ in first } }
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

  /// The schema of an object; an open one may have members that are not named here.
  static func schema(of members: [SchemaField], isOpen: Bool = false) -> JSON {
    let needed = members.filter(\.isNeeded).map { JSON.string($0.name) }
    let all = members.map { JSON.Member($0.name, $0.described) }
    return typed(
      "object",
      [("properties", .object(all)), ("additionalProperties", .bool(isOpen))]
        + (needed.isEmpty ? [] : [("required", .array(needed))])
    )
  }
}

extension StringFormat {
  fileprivate var schema: JSON {
    .members(
      ("type", .string("string")),
      format.map { ("format", .string($0)) } ?? ("pattern", .text(pattern))
    )
  }
}

extension SchemaField {
  /// The schema with what it means; one that may be left out may be null as well.
  var described: JSON {
    let shape: JSONSchema = isNeeded ? shape : .optional(shape)
    guard !meaning.isEmpty, case .object(let members) = shape.schema else { return shape.schema }
    return .object(members + [.init("description", .string(meaning))])
  }
}
