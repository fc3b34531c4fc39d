/// What a request asks to do, as written on its first line; case matters (RFC 9110, 9.1).
public struct HTTPMethod: Sendable, Hashable {
  /// The word.
  public let name: String

  /// Takes any word a client may send.
  public init(_ name: String) {
    self.name = name
  }

  /// Asks for a resource.
  public static let get = HTTPMethod("GET")
  /// Asks for the head of what GET would answer.
  public static let head = HTTPMethod("HEAD")
  /// Asks to do something.
  public static let post = HTTPMethod("POST")
  /// Asks to put something in a place.
  public static let put = HTTPMethod("PUT")
  /// Asks to change some of a thing (RFC 5789).
  public static let patch = HTTPMethod("PATCH")
  /// Asks to remove something.
  public static let delete = HTTPMethod("DELETE")

  /// Whether it promises to change nothing.
  public var isSafe: Bool { self == .get || self == .head }
}
