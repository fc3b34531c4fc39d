import CairnHTTP

/// Answers a request about the log of the person who asks.
typealias Handler = @Sendable (AuthenticatedContext) async throws -> HTTPResponse

/// Answers a request of anyone.
typealias OpenHandler = @Sendable (RequestContext) async throws -> HTTPResponse

/// Who answers, and who may ask.
enum AccessPolicy: Sendable {
  /// Whoever comes.
  case anyone(OpenHandler)
  /// The person whose log it is: to read what is asked with GET, else to write.
  case person(Handler)
  /// The same person about their account.
  case owner(Handler)
}
