import Cairn
import CairnHTTP

/// A request on its way, as whoever runs the server may see it: nothing tells whose it is.
struct AccessLogEntry: Sendable {
  /// Names it in the answer and in the remark about it.
  let id: String
  /// The route that answers, told by its pattern and never by the path; nil until one is found.
  var route: Route<Endpoint>?
  /// The code of the refusal; nil while nothing is refused.
  private(set) var code: String?
  private var reason: String?
  private let address: String
  private let start: ContinuousClock.Instant

  init(_ request: HTTPRequest, _ dependencies: ServerDependencies) {
    id = Self.given(request, dependencies) ?? Self.digits(dependencies.random())
    (address, start) = (request.address, dependencies.tick())
  }

  /// The name that a proxy of ours gave it, so that its lines and ours can be laid side by side.
  private static func given(_ request: HTTPRequest, _ dependencies: ServerDependencies) -> String? {
    guard let id = request.fields["x-request-id"], dependencies.isProxy(request.address),
      (8...64).contains(id.utf8.count),
      id.utf8.allSatisfy({ "0123456789abcdefABCDEF-".utf8.contains($0) })
    else { return nil }
    return id
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Keeps why it was refused.
  mutating func refuse(_ problem: Problem, _ error: any Error) {
    (code, reason) = (problem.code, problem.reason(error))
  }

  var method: String { route?.method.name ?? "any" }
  var pattern: String { route?.pattern ?? "none" }

  /// Microseconds from its head to its answer.
  func micros(_ dependencies: ServerDependencies) -> Int64 {
    let time = (dependencies.tick() - start).components
    return time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
  }

  /// Says that it is over.
  func log(_ response: HTTPResponse, micros: Int64, to logger: Logger) {
    logger.say(level(response), "request", fields(response, micros, logger.tellsAddresses))
  }

  private func level(_ response: HTTPResponse) -> LogLevel {
    if response.status.code >= 500, response.status != .unavailable { return .error }
    return ResponseFinalizer.care.contains(pattern) ? .debug : .info
  }

  private func fields(
    _ response: HTTPResponse,
    _ micros: Int64,
    _ tellsAddress: Bool
  ) -> [(name: String, value: LogEntry.Value)] {
    [
      ("id", .text(id)), ("method", .text(method)), ("route", .text(pattern)),
      ("status", .number(Int64(response.status.code))), ("micros", .number(micros)),
      ("bytes", .number(Int64(response.body.count))),
    ] + (code.map { [("code", .text($0))] } ?? []) + (reason.map { [("reason", .text($0))] } ?? [])
      + (tellsAddress ? [("address", .text(address))] : [])
  }
}
