import CairnHTTP

/// A handler for an authenticated request about the person's own log.
typealias Handler = @Sendable (AuthenticatedContext) async throws -> HTTPResponse

/// A handler for a request that needs no authentication.
typealias OpenHandler = @Sendable (RequestContext) async throws -> HTTPResponse

/// The access rule of an endpoint, with its handler.
enum AccessPolicy: Sendable {
  /// Public: no authentication.
  case anyone(OpenHandler)
  /// The log's owner, with the scope `read` for safe methods and `write` for all others.
  case person(Handler)
  /// The account's owner, with the scope `account`.
  case owner(Handler)
}
