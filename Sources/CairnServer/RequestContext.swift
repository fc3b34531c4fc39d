import Cairn
import CairnHTTP

/// A value that belongs to one request.
protocol RequestScoped: Sendable {
  var requestContext: RequestContext { get }
}

/// The context of one request before authentication.
struct RequestContext: RequestScoped {
  let server: Server
  let request: HTTPRequest
  let target: HTTPTarget
  let captures: [String: String]
  /// The validated query parameters of an API request.
  var query = Input()
  /// The validated body fields of an API request.
  var body = Input()

  var requestContext: RequestContext { self }
}

extension RequestScoped {
  var server: Server { requestContext.server }
  var request: HTTPRequest { requestContext.request }
  var target: HTTPTarget { requestContext.target }
  var captures: [String: String] { requestContext.captures }
  var now: Instant { server.dependencies.now() }
  var query: Input { requestContext.query }
  var body: Input { requestContext.body }
  var base: BasePath { server.dependencies.base }
}
