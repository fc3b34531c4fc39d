package import CairnHTTP
package import CairnJSON

/// An operation that the server offers to another program, with its description and its handler.
package struct ConnectedEndpoint: Sendable {
  /// The required authentication, with the handler.
  package enum Access: Sendable {
    /// No authentication.
    case unauthenticated(@Sendable (any UnauthenticatedRequest) async throws -> HTTPResponse)
    /// The person whose log it is.
    case authenticated(@Sendable (any AuthenticatedRequest) async throws -> HTTPResponse)
  }

  /// The description of the operation; nil for a protocol that its own program describes.
  package let operation: Operation?
  /// The required authentication, with the handler.
  package let access: Access
  /// Whether its response depends only on log, time zone and time, so that it can be cached.
  package private(set) var isCached = false

  /// Returns what a request without a token gets; nil if it is refused.
  package private(set) var anonymous:
    (@Sendable (any UnauthenticatedRequest) async throws -> HTTPResponse)?

  /// Creates an operation on the log; parameters and response are described only here.
  init(
    _ summary: String,
    query: [SchemaField] = [],
    body: [SchemaField] = [],
    gives response: ResponseSpec,
    _ handler: @escaping @Sendable (any AuthenticatedRequest) async throws -> HTTPResponse
  ) {
    operation = Operation(summary, query, body, response)
    access = .authenticated(handler)
  }

  /// Creates an operation of a protocol that the API description leaves out.
  init(_ access: Access) { self.init(nil, access) }

  private init(_ operation: Operation?, _ access: Access) {
    (self.operation, self.access) = (operation, access)
  }

  /// Returns a public operation.
  static func unauthenticated(
    _ summary: String,
    body: [SchemaField] = [],
    gives response: ResponseSpec,
    _ handler: @escaping @Sendable (any UnauthenticatedRequest) async throws -> HTTPResponse
  ) -> ConnectedEndpoint {
    ConnectedEndpoint(Operation(summary, [], body, response), .unauthenticated(handler))
  }

  /// Returns this operation with a response for requests without a token.
  func anonymously(
    _ handler: @escaping @Sendable (any UnauthenticatedRequest) async throws -> HTTPResponse
  ) -> ConnectedEndpoint {
    var endpoint = self
    endpoint.anonymous = handler
    return endpoint
  }

  /// This operation with a cached response.
  var cached: ConnectedEndpoint {
    var endpoint = self
    endpoint.isCached = true
    return endpoint
  }
}
