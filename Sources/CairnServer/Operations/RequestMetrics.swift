import CairnHTTP
import CairnStore

/// What a server has done since it was started, counted; nothing of it tells who asked.
final class RequestMetrics: Sendable {
  /// What is counted of each route.
  struct Counts: Sendable {
    /// Answers by the first digit of their status, from 1 to 5.
    var classes = [Int](repeating: 0, count: 5)
    /// Answers that took at most so long, for each of ``RequestMetrics/bounds``.
    var buckets = [Int](repeating: 0, count: RequestMetrics.bounds.count)
    /// How long all of them took together, in microseconds.
    var micros: Int64 = 0

    var all: Int { classes.reduce(0, +) }

    /// Counts an answer.
    mutating func add(_ status: HTTPStatus, _ micros: Int64) {
      classes[min(5, max(1, status.code / 100)) - 1] += 1
      for index in RequestMetrics.bounds.indices where micros <= RequestMetrics.bounds[index] { buckets[index] += 1 }
      self.micros += micros
    }
  }

  /// A route by its method and its pattern.
  struct Name: Hashable, Sendable {
    let method: String
    let pattern: String
  }

  /// Upper bounds of the times that are told apart, in microseconds.
  static let bounds: [Int64] = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
  ]

  private let counted = LockedValue((routes: [Name: Counts](), signIns: [String: Int]()))

  /// What was counted of each route.
  var routes: [Name: Counts] { counted.holding { $0.routes } }

  /// Refused sign-ins by the code of the refusal.
  var signIns: [String: Int] { counted.holding { $0.signIns } }

  /// Counts an answer.
  func count(_ accessLogEntry: AccessLogEntry, _ status: HTTPStatus, micros: Int64) {
    let name = Name(method: accessLogEntry.method, pattern: accessLogEntry.pattern)
    counted.holding { $0.routes[name, default: Counts()].add(status, micros) }
  }

  /// Counts a sign-in that was refused.
  func countRefusedSignIn(_ code: String) {
    counted.holding { $0.signIns[code, default: 0] += 1 }
  }
}
