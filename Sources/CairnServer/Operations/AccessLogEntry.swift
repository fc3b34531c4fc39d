import CairnAccounts
import CairnHTTP

/// The access log entry of one request, without personal data.
struct AccessLogEntry: Sendable {
  /// The request id, returned in `X-Request-Id`.
  let id: String
  /// The matched route, logged by its pattern instead of its path; nil before routing.
  var route: Route<Endpoint>?
  /// The error code; nil without an error.
  private(set) var code: String?
  private var reason: String?
  /// The address of the client, also behind a trusted proxy; nil unless it is to be logged.
  private let address: String?
  private let start: ContinuousClock.Instant

  init(_ request: HTTPRequest, _ dependencies: ServerDependencies) {
    id = Self.given(request, dependencies) ?? Self.digits(dependencies.random())
    let logsAddress = dependencies.logger.logsAddresses
    address = logsAddress ? ClientAddress(request, dependencies).text : nil
    start = dependencies.tick()
  }

  /// Returns the request id set by a trusted proxy, to correlate its log with ours.
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

  /// Stores the error of the request.
  mutating func refuse(_ problem: Problem, _ error: any Error) {
    (code, reason) = (problem.code, problem.reason(error))
  }

  var method: String { route?.method.name ?? "any" }
  var pattern: String { route?.pattern ?? "none" }

  /// Returns the time since the request's header arrived, in microseconds.
  func micros(_ dependencies: ServerDependencies) -> Int64 {
    let time = (dependencies.tick() - start).components
    return time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
  }

  /// Writes the entry after the request has finished.
  func log(_ response: HTTPResponse, micros: Int64, to logger: Logger) {
    logger.log(level(response), "request", fields(response, micros))
  }

  private func level(_ response: HTTPResponse) -> LogLevel {
    if response.status.code >= 500, response.status != .unavailable { return .error }
    return ResponseFinalizer.operationsPaths.contains(pattern) ? .debug : .info
  }

  private func fields(
    _ response: HTTPResponse,
    _ micros: Int64
  ) -> [(name: String, value: LogEntry.Value)] {
    [
      ("id", .text(id)), ("method", .text(method)), ("route", .text(pattern)),
      ("status", .number(Int64(response.status.code))), ("micros", .number(micros)),
      ("bytes", .number(Int64(response.body.count))),
    ] + (code.map { [("code", .text($0))] } ?? []) + (reason.map { [("reason", .text($0))] } ?? [])
      + (address.map { [("address", .text($0))] } ?? [])
  }
}
