/// One thing a server can be asked, and who answers.
public struct Route<Handler: Sendable>: Sendable {
  /// What is asked to be done.
  public let method: HTTPMethod
  /// What for: `/sessions/{id}`, a name in braces standing for any one part.
  public let pattern: String
  /// Who answers.
  public let handler: Handler
  fileprivate let parts: [String]
  /// 1 for each part that is a name in braces, else 0.
  private let shape: [Int]

  /// Makes a route.
  public init(_ method: HTTPMethod, _ pattern: String, _ handler: Handler) {
    (self.method, self.pattern, self.handler) = (method, pattern, handler)
    parts = pattern.split(separator: "/").map(String.init)
    shape = parts.map { $0.hasPrefix("{") ? 1 : 0 }
  }

  /// The names in braces, in their order.
  public var names: [String] {
    parts.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  /// Whether there are no names in braces.
  fileprivate var isPlain: Bool { !shape.contains(1) }

  /// Whether a word stands where the other has its first name in braces of its own.
  fileprivate func isPlainer(than other: Route) -> Bool {
    shape.lexicographicallyPrecedes(other.shape)
  }

  /// The parts that stand in the place of names in braces; nil when the path is another.
  fileprivate func captures(_ segments: [String]) -> [String: String]? {
    guard segments.count == parts.count else { return nil }
    var captures: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      if part.hasPrefix("{") {
        guard !segment.isEmpty else { return nil }
        captures[String(part.dropFirst().dropLast())] = segment
      } else if part != segment {
        return nil
      }
    }
    return captures
  }
}

/// Everything a server can be asked.
public struct RouteTable<Handler: Sendable>: Sendable {
  /// All routes, in their order.
  public let routes: [Route<Handler>]
  /// Those without names in braces, by their parts.
  private let plain: [[String]: [Route<Handler>]]
  /// The others by the number of their parts, those with words in the place of names in braces first.
  private let byLength: [Int: [Route<Handler>]]

  /// Gathers routes.
  public init(_ routes: [Route<Handler>]) {
    self.routes = routes
    plain = Dictionary(grouping: routes.filter(\.isPlain), by: \.parts)
    let others = routes.filter { !$0.isPlain }.sorted { $0.isPlainer(than: $1) }
    byLength = Dictionary(grouping: others, by: \.parts.count)
  }

  /// What a request meets.
  public enum Match: Sendable {
    /// A route, with what stands for its names in braces.
    case found(Route<Handler>, [String: String])
    /// A path that can be asked with other methods only.
    case wrongMethod(allowed: [HTTPMethod])
    /// No route.
    case notFound
  }

  /// Finds the route for a request; HEAD is answered by that of GET (RFC 9110, 9.3.2).
  ///
  /// A path that a route has word for word is not that of another with a name in braces, whatever
  /// the method.
  public func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
    let wanted = method == .head ? .get : method
    var allowed: [HTTPMethod] = []
    var nearest: Route<Handler>?
    for route in plain[segments] ?? byLength[segments.count] ?? [] {
      if let nearest, nearest.isPlainer(than: route) { break }
      guard let captures = route.captures(segments) else { continue }
      if route.method == wanted { return .found(route, captures) }
      nearest = route
      allowed += route.method == .get ? [.get, .head] : [route.method]
    }
    return allowed.isEmpty ? .notFound : .wrongMethod(allowed: allowed)
  }
}
