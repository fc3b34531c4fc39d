import CairnHTTP

/// A handler for an authenticated request about the person's own log.
typealias Handler = @Sendable (AuthenticatedContext) async throws -> HTTPResponse

/// A handler for a request that needs no authentication.
typealias UnauthenticatedHandler = @Sendable (RequestContext) async throws -> HTTPResponse

/// The access rule of an endpoint, with its handler.
enum AccessPolicy: Sendable {
  /// No authentication.
  case unauthenticated(UnauthenticatedHandler)
  /// The log's owner, with the scope `read` for safe methods and `write` for all others.
  case authenticated(Handler)
  /// The account's owner, with the scope `account`.
  case owner(Handler)
}
