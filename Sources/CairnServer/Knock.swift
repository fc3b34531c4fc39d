import Cairn
import CairnHTTP
import CairnStore

/// What is asked, by whomever.
protocol Asked: Sendable {
  var knock: Knock { get }
}

/// One request at the door: who asks is not known.
struct Knock: Asked {
  let server: Server
  let request: HTTPRequest
  let target: HTTPTarget
  let captures: [String: String]
  /// The values of the query, where a program asks.
  var query = Input()
  /// The values of the body, where a program asks.
  var body = Input()

  var knock: Knock { self }
}

extension Asked {
  var server: Server { knock.server }
  var request: HTTPRequest { knock.request }
  var target: HTTPTarget { knock.target }
  var captures: [String: String] { knock.captures }
  var now: Instant { server.world.now() }
  var query: Input { knock.query }
  var body: Input { knock.body }
}
