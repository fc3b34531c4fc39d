package import Cairn

/// A value with a JSON form, whose schema follows from its type.
package protocol JSONValue: SendableMetatype {
  /// The schema of all values.
  static var schema: JSONSchema { get }
  /// The JSON form.
  var json: JSON { get }
  /// Returns the schema of this type, with a narrower one for the value inside.
  static func schema(narrowedTo schema: JSONSchema) -> JSONSchema
}

extension JSONValue {
  package static func schema(narrowedTo schema: JSONSchema) -> JSONSchema { schema }
}

/// A field of a JSON object: its schema, and how to get its value from a model.
package struct JSONField<Model>: Sendable {
  /// The name and schema.
  package let schema: SchemaField
  /// Returns the value; nil leaves out an optional field.
  let value: @Sendable (Model) -> JSON?

  /// Creates a required field.
  package init<Value: JSONValue>(
    _ name: String,
    _ value: @escaping @Sendable (Model) -> Value
  ) {
    self.init(SchemaField(required: name, Value.schema)) { value($0).json }
  }

  /// Creates a required field with a narrower schema than its type has, which still decides whether null is valid.
  package init<Value: JSONValue>(
    _ name: String,
    _ schema: JSONSchema,
    _ value: @escaping @Sendable (Model) -> Value
  ) {
    self.init(SchemaField(required: name, Value.schema(narrowedTo: schema))) { value($0).json }
  }

  fileprivate init(_ schema: SchemaField, _ value: @escaping @Sendable (Model) -> JSON?) {
    (self.schema, self.value) = (schema, value)
  }

  /// Returns a field that is left out if its value is nil.
  package static func optional<Value: JSONValue>(
    _ name: String,
    _ schema: JSONSchema? = nil,
    meaning: String = "",
    _ value: @escaping @Sendable (Model) -> Value?
  ) -> JSONField {
    let schema = schema.map(Value.schema(narrowedTo:)) ?? Value.schema
    return JSONField(SchemaField(name, schema, meaning)) { value($0)?.json }
  }

  /// Returns a field with an object.
  package static func object<Value>(
    _ name: String,
    _ value: @escaping @Sendable (Model) -> Value,
    _ fields: JSONFields<Value>
  ) -> JSONField {
    JSONField(SchemaField(required: name, fields.schema)) { fields.json(value($0)) }
  }

  /// Returns a field with an object or null.
  package static func object<Value>(
    _ name: String,
    orNull value: @escaping @Sendable (Model) -> Value?,
    _ fields: JSONFields<Value>
  ) -> JSONField {
    JSONField(SchemaField(required: name, .optional(fields.schema))) {
      value($0).map(fields.json) ?? .null
    }
  }

  /// Returns a field with a list of objects.
  package static func list<Element>(
    _ name: String,
    _ elements: @escaping @Sendable (Model) -> [Element],
    _ fields: JSONFields<Element>
  ) -> JSONField {
    JSONField(SchemaField(required: name, .list(fields.schema))) {
      .array(elements($0).map(fields.json))
    }
  }
}

/// The fields of a JSON object in order, from which both its schema and its JSON form come.
package struct JSONFields<Model>: Sendable {
  /// The name of the schema in the API description; nil inside of another one.
  package let name: String?
  /// The fields.
  package let all: [JSONField<Model>]

  /// Creates the description of an object from one or several lists of fields.
  package init(named name: String? = nil, _ parts: [JSONField<Model>]...) {
    (self.name, all) = (name, parts.flatMap(\.self))
  }

  /// The schema of the object.
  package var schema: JSONSchema {
    let object = JSONSchema.object(all.map(\.schema))
    return name.map { .named($0, object) } ?? object
  }

  /// Returns the JSON form of a model.
  package func json(_ model: Model) -> JSON {
    .object(
      all.compactMap { field in field.value(model).map { JSON.Member(field.schema.name, $0) } }
    )
  }

  /// Returns the fields for a model that contains this one.
  package func flattened<Outer>(
    _ inner: @escaping @Sendable (Outer) -> Model
  ) -> [JSONField<Outer>] {
    all.map { field in JSONField<Outer>(field.schema) { field.value(inner($0)) } }
  }

  /// Returns the fields for a model that may contain this one; without it they are left out.
  package func flattened<Outer>(
    ifPresent inner: @escaping @Sendable (Outer) -> Model?
  ) -> [JSONField<Outer>] {
    all.map { field in
      let schema = SchemaField(field.schema.name, field.schema.schema, field.schema.meaning)
      return JSONField<Outer>(schema) { inner($0).flatMap(field.value) }
    }
  }
}

extension JSONFields: ExpressibleByArrayLiteral {
  /// Creates the description of an object without a name.
  package init(arrayLiteral fields: JSONField<Model>...) { self.init(fields) }
}

/// A model that is a JSON object.
///
/// ```swift
/// extension LabelRow: JSONModel {
///   static let fields = JSONFields<LabelRow>(
///     named: "Label",
///     [.init("name", \.name), .init("books", \.books)]
///   )
/// }
/// ```
package protocol JSONModel: JSONValue {
  /// The fields of the object.
  static var fields: JSONFields<Self> { get }
}

extension JSONModel {
  package static var schema: JSONSchema { fields.schema }
  package var json: JSON { Self.fields.json(self) }
}
