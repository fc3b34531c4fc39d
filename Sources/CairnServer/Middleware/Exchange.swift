import CairnAccounts
import CairnConnect
import CairnHTTP

/// A request on its way to a handler, with what the steps before found out about it.
struct Exchange: Sendable {
  let server: Server
  /// The request; once ``Server/targetInsideBase`` has passed, its target lacks the base path.
  var request: HTTPRequest
  /// The line of the access log.
  var entry: AccessLogEntry
  /// The endpoint and the context of the request; nil before ``Server/routing``.
  var routed: (endpoint: Endpoint, context: RequestContext)?
  /// The context with the person's log; nil before ``Server/credentials``, and for a public endpoint.
  var person: AuthenticatedContext?

  init(_ server: Server, _ request: HTTPRequest) {
    (self.server, self.request) = (server, request)
    entry = AccessLogEntry(request, server.dependencies)
  }

  /// The endpoint; a step that needs it comes after ``Server/routing``.
  var endpoint: Endpoint {
    guard let routed else { preconditionFailure("The request has no endpoint yet.") }
    return routed.endpoint
  }

  /// The context; a step that needs it comes after ``Server/routing``.
  var context: RequestContext {
    guard let routed else { preconditionFailure("The request has no context yet.") }
    return routed.context
  }

  /// What the request gets because it has no token; nil if that is nothing special.
  private var anonymous: UnauthenticatedHandler? {
    context.isWithoutToken ? endpoint.anonymous : nil
  }

  /// The scope that the request requires; nil for a public endpoint.
  var scope: Credential.Scope? {
    guard anonymous == nil else { return nil }
    switch endpoint.access {
    case .unauthenticated: return nil
    case .authenticated: return request.method.isSafe ? .read : .write
    case .owner: return .account
    }
  }
}

/// The rest of the way to the response.
typealias Next = (inout Exchange) async throws -> HTTPResponse

/// One step of every request: it refuses it, or changes it before, or the response after, the next step.
typealias Middleware = @Sendable (inout Exchange, Next) async throws -> HTTPResponse

extension Exchange {
  /// Returns the response of the steps, each around those after it, and of `last` within all of them.
  mutating func pass(
    _ steps: ArraySlice<Middleware>,
    then last: Next
  ) async throws -> HTTPResponse {
    guard let step = steps.first else { return try await last(&self) }
    return try await step(&self) { try await $0.pass(steps.dropFirst(), then: last) }
  }

  /// Returns the response of the endpoint's handler.
  mutating func handle() async throws -> HTTPResponse {
    if let anonymous { return try await anonymous(context) }
    switch endpoint.access {
    case .unauthenticated(let handler): return try await handler(context)
    case .authenticated(let handler), .owner(let handler):
      guard let person else { preconditionFailure("Nobody was authenticated.") }
      return try await handler(person)
    }
  }
}
