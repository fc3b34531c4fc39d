import Cairn
import CairnConnect
import CairnHTTP
import CairnJSON

/// The access policy and handler of a route, with the description of an API operation.
struct Endpoint: Sendable {
  /// The operation's description; nil for pages.
  private(set) var operation: Operation?
  /// The access policy with the handler.
  let access: AccessPolicy
  /// Returns what a request without a token gets; nil if it is refused.
  var anonymous: UnauthenticatedHandler?
  /// Whether it never writes, even with an unsafe method.
  var isRead = false

  /// Returns a public endpoint that is not part of the documented API.
  static func unauthenticated(_ handler: @escaping UnauthenticatedHandler) -> Endpoint {
    Endpoint(operation: nil, access: .unauthenticated(handler))
  }

  /// Returns an endpoint for a page about the account.
  static func owner(_ handler: @escaping Handler) -> Endpoint {
    Endpoint(operation: nil, access: .owner(AuthenticatedContext.inClockStyle(handler)))
  }

  /// Returns this operation with a different handler for the log's owner.
  func handled(by handler: @escaping Handler) -> Endpoint {
    Endpoint(operation: operation, access: .authenticated(handler))
  }

  /// This endpoint, marked as read-only although its method is POST.
  var reading: Endpoint {
    var endpoint = self
    endpoint.isRead = true
    return endpoint
  }

  /// This endpoint with a handler that reads from one snapshot of the log and nothing else.
  var snapshotRead: Endpoint {
    guard case .authenticated(let handler) = access else { return self }
    return handled(by: { try await $0.snapshot(handler) })
  }

  /// Returns the endpoint of a server that knows these kinds of session.
  func adding(_ modules: [KindModule]) -> Endpoint {
    var endpoint = self
    endpoint.operation?.add(modules)
    return endpoint
  }

  /// Returns the context with validated query and body; throws `request.field` and similar errors.
  ///
  /// Handlers receive only declared fields, each with its declared type.
  func checked(_ context: RequestContext) throws -> RequestContext {
    guard let operation else { return context }
    _ = try context.keyName()
    // Third-party apps send fields beyond our schema, so their handlers pick the ones they support.
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
  /// Creates an API operation on the log; parameters and response are described only here.
  init(
    _ summary: String,
    query: [SchemaField] = [],
    body: [SchemaField] = [],
    files: [String] = [],
    gives response: ResponseSpec,
    ifMatch isConditional: Bool = false,
    takesDetails: Bool = false,
    _ handler: @escaping Handler
  ) {
    var operation = Operation(summary, query, body, response, isConditional)
    operation.takesDetails = takesDetails
    operation.files = files
    (self.operation, access) = (operation, .authenticated(handler))
  }

  /// Creates an API operation that returns a described model.
  init<Model>(
    _ summary: String,
    query: [SchemaField] = [],
    body: [SchemaField] = [],
    gives fields: JSONFields<Model>,
    _ model: @escaping @Sendable (AuthenticatedContext) async throws -> Model
  ) {
    self.init(summary, query: query, body: body, gives: .json(fields)) { context in
      HTTPResponse(fields.json(try await model(context)))
    }
  }

  /// Creates an API operation that returns a value.
  init<Value: JSONValue>(
    _ summary: String,
    query: [SchemaField] = [],
    body: [SchemaField] = [],
    gives type: Value.Type,
    _ value: @escaping @Sendable (AuthenticatedContext) async throws -> Value
  ) {
    self.init(summary, query: query, body: body, gives: .json(type)) { context in
      HTTPResponse(try await value(context).json)
    }
  }

  /// Returns an API operation on the account.
  static func owner(
    _ summary: String,
    body: [SchemaField] = [],
    file: String? = nil,
    gives response: ResponseSpec,
    _ handler: @escaping Handler
  ) -> Endpoint {
    var operation = Operation(summary, [], body, response)
    operation.files = file.map { [$0] } ?? []
    return Endpoint(operation: operation, access: .owner(handler))
  }

  /// Returns a public API operation.
  static func unauthenticated(
    _ summary: String,
    body: [SchemaField] = [],
    gives response: ResponseSpec,
    _ handler: @escaping UnauthenticatedHandler
  ) -> Endpoint {
    Endpoint(operation: Operation(summary, [], body, response), access: .unauthenticated(handler))
  }
}

extension Operation {
  /// Describes the fields of kinds, and their names where one is chosen.
  mutating func add(_ modules: [KindModule]) {
    (query, body) = (query.map { $0.naming(modules) }, body.map { $0.naming(modules) })
    if takesDetails { body += modules.fields.schemaFields }
  }
}

extension SchemaField {
  /// Returns a choice of kinds with the names of the activity kinds; other fields stay.
  fileprivate func naming(_ modules: [KindModule]) -> SchemaField {
    guard name == "kind", case .choice(let names) = schema else { return self }
    return SchemaField(name, .choice(names + modules.fielded.map(\.kind.name)), meaning)
  }
}

extension Endpoint {
  /// Returns the endpoint of an operation for other programs.
  static func connected(_ connected: ConnectedEndpoint) -> Endpoint {
    let access: AccessPolicy =
      switch connected.access {
      case .unauthenticated(let handler): .unauthenticated { try await handler($0) }
      case .authenticated(let handler): .authenticated { try await handler($0) }
      }
    var endpoint = Endpoint(operation: connected.operation, access: access)
    if let handler = connected.anonymous { endpoint.anonymous = { try await handler($0) } }
    return connected.isCached ? endpoint.cached : endpoint
  }
}

extension Route where Handler == Endpoint {
  /// Creates a page about the person's own log.
  init(_ method: HTTPMethod, _ pattern: String, _ page: @escaping CairnServer.Handler) {
    let access = AccessPolicy.authenticated(AuthenticatedContext.inClockStyle(page))
    self.init(method, pattern, Endpoint(operation: nil, access: access))
  }
}
