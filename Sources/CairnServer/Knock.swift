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

  var knock: Knock { self }
}

extension Asked {
  var server: Server { knock.server }
  var request: HTTPRequest { knock.request }
  var target: HTTPTarget { knock.target }
  var captures: [String: String] { knock.captures }
  var now: Instant { server.world.now() }

  /// Refuses any query parameter but those named; throws `request.field`.
  func allowQuery(_ names: Set<String>) throws(CairnError) {
    if let stray = target.query.names.subtracting(names).min() {
      throw .field(stray, "is not known here")
    }
  }

  /// A query parameter as a whole number; throws `request.field`.
  func number(_ name: String, in range: ClosedRange<Int>) throws(CairnError) -> Int? {
    guard let text = target.query[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .field(name, "takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
