import Cairn
import CairnHTTP
import CairnStore

/// What is asked, by whomever.
protocol RequestScoped: Sendable {
  var requestContext: RequestContext { get }
}

/// One request at the door: who asks is not known.
struct RequestContext: RequestScoped {
  let server: Server
  let request: HTTPRequest
  let target: HTTPTarget
  let captures: [String: String]
  /// The values of the query, where a program asks.
  var query = Input()
  /// The values of the body, where a program asks.
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
}
