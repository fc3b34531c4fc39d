/// The description of an API operation: its parameters, body and response.
package struct Operation: Sendable {
  /// One sentence.
  package let summary: String
  /// The query parameters.
  package var query: [SchemaField]
  /// The fields of a JSON body.
  package var body: [SchemaField]
  /// Whether the body may have details of activity kinds.
  package var takesDetails = false
  /// The accepted media types, if the body is a file.
  package var files: [String] = []
  /// The successful response.
  package let response: ResponseSpec
  /// Whether it evaluates `If-Match`.
  package let isConditional: Bool

  /// Describes an operation.
  package init(
    _ summary: String,
    _ query: [SchemaField],
    _ body: [SchemaField],
    _ response: ResponseSpec,
    _ isConditional: Bool = false
  ) {
    (self.summary, self.query, self.body) = (summary, query, body)
    (self.response, self.isConditional) = (response, isConditional)
  }
}

/// The description of a successful response.
package struct ResponseSpec: Sendable {
  /// The HTTP status of a successful response.
  package enum Status: Int, Sendable {
    case ok = 200
    case created, accepted

    /// The reason phrase (RFC 9110).
    package var phrase: String {
      switch self {
      case .ok: "OK"
      case .created: "Created"
      case .accepted: "Accepted"
      }
    }
  }

  /// The usual status.
  package let status: Status
  /// The possible media types of the body.
  package let types: [String]
  /// The schema of a JSON body; nil for another media type.
  package let schema: JSONSchema?
  /// An alternative status with the same body, or nil.
  package private(set) var other: Status?

  /// Returns this response with an alternative status.
  package func or(_ status: Status) -> ResponseSpec {
    var response = self
    response.other = status
    return response
  }

  /// Returns this response with a different JSON schema.
  package func withSchema(_ schema: JSONSchema) -> ResponseSpec {
    ResponseSpec(status: status, types: types, schema: schema, other: other)
  }

  /// All successful statuses.
  package var statuses: [Status] { [status] + (other.map { [$0] } ?? []) }

  /// Returns a response with a JSON body.
  package static func json(_ schema: JSONSchema, _ status: Status = .ok) -> ResponseSpec {
    ResponseSpec(status: status, types: ["application/json"], schema: schema)
  }

  /// Returns a response with the JSON form of a value.
  package static func json<Value: JSONValue>(
    _ type: Value.Type,
    _ status: Status = .ok
  ) -> ResponseSpec {
    .json(type.schema, status)
  }

  /// Returns a response with a described JSON object.
  package static func json<Model>(
    _ fields: JSONFields<Model>,
    _ status: Status = .ok
  ) -> ResponseSpec {
    .json(fields.schema, status)
  }

  /// Returns a response for a created resource, status 201.
  package static func created<Value: JSONValue>(_ type: Value.Type) -> ResponseSpec {
    .json(type, .created)
  }

  /// Returns a response for a created resource with a described JSON object, status 201.
  package static func created<Model>(_ fields: JSONFields<Model>) -> ResponseSpec {
    .json(fields, .created)
  }

  /// Returns a response with a file of one media type.
  package static func file(_ type: String) -> ResponseSpec { .files([type]) }

  /// Returns a response with a file of one of several media types.
  package static func files(_ types: [String]) -> ResponseSpec {
    ResponseSpec(status: .ok, types: types, schema: nil)
  }
}
