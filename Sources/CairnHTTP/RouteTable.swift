/// A route: a method and a path pattern with their handler.
public struct Route<Handler: Sendable>: Sendable {
  /// The method.
  public let method: HTTPMethod
  /// The path pattern, such as `/sessions/{id}`; a placeholder in braces matches one segment.
  ///
  /// A last placeholder with dots, as in `/files/{path...}`, matches any number of segments, also empty ones.
  public let pattern: String
  /// The handler.
  public let handler: Handler
  fileprivate let parts: [String]
  /// The sort key: 1 for a placeholder and 0 for a literal, per segment.
  private let placeholders: [Int]

  /// Creates a route.
  public init(_ method: HTTPMethod, _ pattern: String, _ handler: Handler) {
    (self.method, self.pattern, self.handler) = (method, pattern, handler)
    parts = pattern.split(separator: "/").map(String.init)
    placeholders = parts.map { $0.hasPrefix("{") ? 1 : 0 }
  }

  /// The names of the placeholders in order.
  public var names: [String] {
    parts.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  /// Whether the last placeholder matches any number of segments.
  fileprivate var isOpen: Bool { parts.last?.hasSuffix("...}") ?? false }

  /// Whether there are no placeholders.
  fileprivate var isLiteral: Bool { !placeholders.contains(1) }

  /// Returns whether this route has a literal where the other has its first placeholder.
  fileprivate func isMoreSpecific(than other: Route) -> Bool {
    placeholders.lexicographicallyPrecedes(other.placeholders)
  }

  /// Returns the values of the placeholders; nil if the path does not match.
  fileprivate func captures(_ segments: [String]) -> [String: String]? {
    guard segments.count == parts.count || isOpen && segments.count >= parts.count - 1 else {
      return nil
    }
    if isOpen { return segments.starts(with: parts.dropLast()) ? [:] : nil }
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

/// The routes of a server.
public struct RouteTable<Handler: Sendable>: Sendable {
  /// All routes in order of registration.
  public let routes: [Route<Handler>]
  /// The routes without placeholders, by their segments.
  private let literalRoutes: [[String]: [Route<Handler>]]
  /// The other routes by their number of segments, more literal ones first.
  private let byLength: [Int: [Route<Handler>]]
  /// The routes of any number of segments.
  private let openRoutes: [Route<Handler>]

  /// Creates a table of routes.
  public init(_ routes: [Route<Handler>]) {
    self.routes = routes
    literalRoutes = Dictionary(grouping: routes.filter(\.isLiteral), by: \.parts)
    openRoutes = routes.filter(\.isOpen)
    let others = routes.filter { !$0.isLiteral && !$0.isOpen }
      .sorted { $0.isMoreSpecific(than: $1) }
    byLength = Dictionary(grouping: others, by: \.parts.count)
  }

  /// The result of a lookup.
  public enum Match: Sendable {
    /// A route with the values of its placeholders.
    case found(Route<Handler>, [String: String])
    /// A path that exists only for other methods.
    case wrongMethod(allowed: [HTTPMethod])
    /// No such path.
    case notFound
  }

  /// Returns the route for a request; a GET route also matches HEAD (RFC 9110, 9.3.2).
  ///
  /// A path that one route matches literally never matches another route's placeholder, whatever the
  /// method.
  public func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
    let wanted = method == .head ? .get : method
    var allowed: [HTTPMethod] = []
    var nearest: Route<Handler>?
    for route in literalRoutes[segments] ?? (byLength[segments.count] ?? []) + openRoutes {
      if let nearest, nearest.isMoreSpecific(than: route) { break }
      guard let captures = route.captures(segments) else { continue }
      if route.method == wanted { return .found(route, captures) }
      nearest = route
      allowed += route.method == .get ? [.get, .head] : [route.method]
    }
    return allowed.isEmpty ? .notFound : .wrongMethod(allowed: allowed)
  }
}
