/// A request method; it is case-sensitive (RFC 9110, 9.1).
public struct HTTPMethod: Sendable, Hashable {
  /// The name, such as `GET`.
  public let name: String

  /// Creates a method with any name.
  public init(_ name: String) {
    self.name = name
  }

  /// GET: returns a resource.
  public static let get = HTTPMethod("GET")
  /// HEAD: returns the header fields of a GET response.
  public static let head = HTTPMethod("HEAD")
  /// POST: submits data to a resource.
  public static let post = HTTPMethod("POST")
  /// PUT: creates or replaces a resource.
  public static let put = HTTPMethod("PUT")
  /// PATCH: changes parts of a resource (RFC 5789).
  public static let patch = HTTPMethod("PATCH")
  /// DELETE: removes a resource.
  public static let delete = HTTPMethod("DELETE")

  /// OPTIONS: returns what a resource supports.
  public static let options = HTTPMethod("OPTIONS")
  /// PROPFIND: returns the properties of a resource and its members (RFC 4918).
  public static let propfind = HTTPMethod("PROPFIND")
  /// MKCOL: creates a collection (RFC 4918).
  public static let mkcol = HTTPMethod("MKCOL")

  /// Whether the method is safe, that is read-only.
  public var isSafe: Bool { Self.safe.contains(self) }

  private static let safe: Set = [get, head, options, propfind]
}
