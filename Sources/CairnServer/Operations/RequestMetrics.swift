import CairnHTTP
import CairnStore

/// Request counters since the process started, without personal data.
final class RequestMetrics: Sendable {
  /// The counters of one route.
  struct Counts: Sendable {
    /// The number of responses by status class, from 1xx to 5xx.
    var classes = [Int](repeating: 0, count: 5)
    /// Cumulative number of responses up to each duration of ``RequestMetrics/bounds``.
    var buckets = [Int](repeating: 0, count: RequestMetrics.bounds.count)
    /// The total duration in microseconds.
    var micros: Int64 = 0

    var all: Int { classes.reduce(0, +) }

    /// Counts a response.
    mutating func add(_ status: HTTPStatus, _ micros: Int64) {
      classes[min(5, max(1, status.code / 100)) - 1] += 1
      for index in RequestMetrics.bounds.indices where micros <= RequestMetrics.bounds[index] {
        buckets[index] += 1
      }
      self.micros += micros
    }
  }

  /// The identity of a route: method and pattern.
  struct Name: Hashable, Sendable {
    let method: String
    let pattern: String
  }

  /// The upper bounds of the histogram buckets, in microseconds.
  static let bounds: [Int64] = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
  ]

  private let counted = LockedValue((routes: [Name: Counts](), signIns: [String: Int]()))

  /// The counters of all routes.
  var routes: [Name: Counts] { counted.withLock { $0.routes } }

  /// The number of failed sign-ins by error code.
  var signIns: [String: Int] { counted.withLock { $0.signIns } }

  /// Counts a response.
  func count(_ accessLogEntry: AccessLogEntry, _ status: HTTPStatus, micros: Int64) {
    let name = Name(method: accessLogEntry.method, pattern: accessLogEntry.pattern)
    counted.withLock { $0.routes[name, default: Counts()].add(status, micros) }
  }

  /// Counts a failed sign-in.
  func countRefusedSignIn(_ code: String) {
    counted.withLock { $0.signIns[code, default: 0] += 1 }
  }
}
