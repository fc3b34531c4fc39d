import Cairn
import CairnHTTP

/// Who answers a route, and for programs what they may ask and get.
struct Endpoint: Sendable {
  /// What programs may ask and get; nil where only a person's browser asks.
  let operation: Operation?
  /// Who answers, and who may ask.
  let access: AccessPolicy
  /// Whether it only reads, whatever its method.
  var isRead = false

  /// Something for whoever comes, that no description of the API has.
  static func anyone(_ handler: @escaping OpenHandler) -> Endpoint {
    Endpoint(operation: nil, access: .anyone(handler))
  }

  /// A page for the person about their account.
  static func owner(_ handler: @escaping Handler) -> Endpoint {
    Endpoint(operation: nil, access: .owner(handler))
  }

  /// The same, with another way to its answer for the person whose log it is.
  func answered(by handler: @escaping Handler) -> Endpoint {
    Endpoint(operation: operation, access: .person(handler))
  }

  /// The same, which only reads though it is sent with POST.
  var reading: Endpoint {
    var endpoint = self
    endpoint.isRead = true
    return endpoint
  }

  /// The same from one state of the log, for a question that is answered by it alone.
  var snapshotRead: Endpoint {
    guard case .person(let handler) = access else { return self }
    return answered(by: { try await $0.snapshot(handler) })
  }

  /// What is asked, with its values; throws `request.field` and its like.
  ///
  /// Only what is declared reaches the handler, each value as it is declared.
  func checked(_ context: RequestContext) throws -> RequestContext {
    guard let operation else { return context }
    _ = try context.keyName()
    // Apps of others send what they always sent: their handlers take from it what they know.
    guard APIDialect(context.target.segments) == .own else { return context }
    var context = context
    context.query = try Input(context.target.query, operation.query)
    if !operation.files.isEmpty {
      try context.requireType(operation.files)
    } else if !context.request.method.isSafe {
      context.body = try Input(context.request, operation.body)
    }
    return context
  }
}

extension Endpoint {
  /// Something a program asks about the log: what it takes and gives stands here and nowhere else.
  init(
    _ summary: String,
    query: [SchemaField] = [],
    body: [SchemaField] = [],
    files: [String] = [],
    gives answer: ResponseSpec,
    ifMatch isConditional: Bool = false,
    _ handler: @escaping Handler
  ) {
    var operation = Operation(summary, query, body, answer, isConditional)
    operation.files = files
    (self.operation, access) = (operation, .person(handler))
  }

  /// Something a program asks about its account.
  static func owner(
    _ summary: String,
    body: [SchemaField] = [],
    file: String? = nil,
    gives answer: ResponseSpec,
    _ handler: @escaping Handler
  ) -> Endpoint {
    var operation = Operation(summary, [], body, answer)
    operation.files = file.map { [$0] } ?? []
    return Endpoint(operation: operation, access: .owner(handler))
  }

  /// Something any program may ask.
  static func anyone(
    _ summary: String,
    body: [SchemaField] = [],
    gives answer: ResponseSpec,
    _ handler: @escaping OpenHandler
  ) -> Endpoint {
    Endpoint(operation: Operation(summary, [], body, answer), access: .anyone(handler))
  }
}

/// What a program may ask of a route, and what it gets.
struct Operation: Sendable {
  /// One sentence.
  let summary: String
  /// The parameters of the query.
  let query: [SchemaField]
  /// The members of the body.
  let body: [SchemaField]
  /// The kinds of which a body may be that is a file instead.
  var files: [String] = []
  /// What is answered when nothing is refused.
  let answer: ResponseSpec
  /// Whether it looks at `If-Match`.
  let isConditional: Bool

  init(
    _ summary: String,
    _ query: [SchemaField],
    _ body: [SchemaField],
    _ answer: ResponseSpec,
    _ isConditional: Bool = false
  ) {
    (self.summary, self.query, self.body) = (summary, query, body)
    (self.answer, self.isConditional) = (answer, isConditional)
  }
}

/// What is answered when nothing is refused.
struct ResponseSpec: Sendable {
  let status: HTTPStatus
  /// The kinds that the body may be of.
  let types: [String]
  /// The shape of a body of JSON; nil for one that is none.
  let shape: JSONSchema?
  /// Another status with the same body; nil for none.
  private(set) var other: HTTPStatus?

  /// The same body with another status as well.
  func or(_ status: HTTPStatus) -> ResponseSpec {
    var answer = self
    answer.other = status
    return answer
  }

  /// The same with bodies of a shape, where they are JSON.
  func shaped(_ shape: JSONSchema) -> ResponseSpec {
    ResponseSpec(status: status, types: types, shape: shape, other: other)
  }

  /// The statuses of what is not refused.
  var statuses: [HTTPStatus] { [status] + (other.map { [$0] } ?? []) }

  /// JSON.
  static func json(_ shape: JSONSchema, _ status: HTTPStatus = .ok) -> ResponseSpec {
    ResponseSpec(status: status, types: ["application/json"], shape: shape)
  }

  /// A new thing.
  static func created(_ shape: JSONSchema) -> ResponseSpec { .json(shape, .created) }

  /// A file of another kind.
  static func file(_ type: String) -> ResponseSpec { .files([type]) }

  /// A file of one of some kinds.
  static func files(_ types: [String]) -> ResponseSpec {
    ResponseSpec(status: .ok, types: types, shape: nil)
  }
}

extension Route where Handler == Endpoint {
  /// A page about the log of the person who asks.
  init(_ method: HTTPMethod, _ pattern: String, _ page: @escaping CairnServer.Handler) {
    self.init(method, pattern, Endpoint(operation: nil, access: .person(page)))
  }
}
